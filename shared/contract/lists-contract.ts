import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { ownIdInput, recordKindInput } from './inputs.ts';
import { layoutInput, viewInput, type ListsView, type SavedView } from './list-inputs.ts';
import { asked, kept, act, nothing } from './procedures.ts';

/** How lists stand, and the queries that a person named. `changes` tells `settings` when one of them is another. */
export const lists = {
  all: asked.output(type<ListsView>()),
  keepLayout: kept.input(layoutInput.extend({ kind: recordKindInput })).output(nothing),
  /** Names a query; a view of this kind and name is written over. */
  saveView: kept.input(viewInput).output(type<SavedView>()),
  removeView: act.input(ownIdInput).output(nothing),
  /** How many records each view finds now, by its id; amounts are read with the separators of `locale`. */
  counts: asked.input(z.object({ locale: z.string().max(35) })).output(type<Record<string, number>>()),
};
