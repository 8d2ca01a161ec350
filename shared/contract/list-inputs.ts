import { mostOfQuery } from '#shared/query/query.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { z } from '#shared/zod.ts';
import { listKinds } from '#shared/columns/columns.ts';
import { ownIdInput } from './inputs.ts';

const columns = z.array(z.object({ name: z.string().max(40), width: z.number().int().min(40).max(1000).optional() })).max(40);

/** The layout of a list: columns in order, their widths, and the sort order. */
export const layoutInput = z.object({ columns, sort: z.string().max(40), descending: z.boolean() });

/** A query with a name, its columns and its order, as a user or a file gives it. */
export const viewInput = layoutInput.extend({
  kind: z.enum(listKinds),
  name: z.string().trim().min(1).max(80),
  query: z.string().max(mostOfQuery),
});
export const renameInput = viewInput.pick({ name: true }).extend(ownIdInput.shape);

/** The name of a saved view in a file of names. */
export const viewWord = 'view';

export type ViewInput = z.infer<typeof viewInput>;

/** The layout of one list. */
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
