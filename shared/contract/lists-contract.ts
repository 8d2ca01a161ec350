import { oc, type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { notFound, storageFailed } from './errors.ts';
import { recordKindInput } from './inputs.ts';
import { layoutInput, viewInput } from './list-inputs.ts';
import type { ListsView, SavedView } from './lists-views.ts';
import { nothing } from './outputs.ts';

/** How lists stand, and the queries that a person named. `changes` tells `settings` when one of them is another. */
export const lists = {
  all: oc.output(type<ListsView>()),
  keepLayout: oc
    .input(layoutInput.extend({ kind: recordKindInput }))
    .errors(storageFailed)
    .output(nothing),
  /** Names a query; a view of this kind and name is written over. */
  saveView: oc.input(viewInput).errors(storageFailed).output(type<SavedView>()),
  removeView: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors({ ...notFound, ...storageFailed })
    .output(nothing),
  /** How many records each view finds now, by its id; amounts are read with the separators of `locale`. */
  counts: oc.input(z.object({ locale: z.string().max(35) })).output(type<Record<string, number>>()),
};
