import { mostOfQuery } from '#shared/query/query.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { z } from '#shared/zod.ts';
import { ownIdInput, recordKindInput } from './inputs.ts';

const columns = z.array(z.object({ name: z.string().max(40), width: z.number().int().min(40).max(1000).optional() })).max(40);

/** How a list stands: its columns in order, with the widths that a person gave them, and its order. */
export const layoutInput = z.object({ columns, sort: z.string().max(40), descending: z.boolean() });

/** A query with a name, its columns and its order, as a person or a file gives it. */
export const viewInput = layoutInput.extend({
  kind: recordKindInput,
  name: z.string().trim().min(1).max(80),
  query: z.string().max(mostOfQuery),
});
export const renameInput = viewInput.pick({ name: true }).extend(ownIdInput.shape);

/** What a file of names calls a saved view in it. */
export const viewWord = 'view';

export type ViewInput = z.infer<typeof viewInput>;

/** How one list stands. */
export type KeptLayout = z.infer<typeof layoutInput>;

/** A query with a name, its columns and its order. */
export interface SavedView extends ViewInput {
  id: string;
}

export interface ListsView {
  /** In the order in which they were named. */
  views: SavedView[];
  layouts: Partial<Record<RecordKind, KeptLayout>>;
}
