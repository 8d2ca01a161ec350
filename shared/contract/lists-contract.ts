import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { ownIdInput, recordKindInput } from './inputs.ts';
import { layoutInput, renameInput, viewInput, type ListsView, type SavedView } from './list-inputs.ts';
import { asked, kept, act, nothing } from './procedures.ts';

/** Layouts of lists, and saved views. `changes` emits `settings` when one of them changes. */
export const lists = {
  all: asked.output(type<ListsView>()),
  keepLayout: kept.input(layoutInput.extend({ kind: recordKindInput })).output(nothing),
  /** Names a query; a view of this kind and name is written over. */
  saveView: kept.input(viewInput).output(type<SavedView>()),
  /** Not `renamed` where another view of the same list is called so. */
  renameView: act.input(renameInput).output(type<{ renamed: boolean }>()),
  removeView: act.input(ownIdInput).output(nothing),
  /** Takes `removeView` back, with its id and its place; not where another view of the same list is called so by now. */
  bringViewBack: act.input(ownIdInput).output(type<{ back: boolean }>()),
  /** Counts the records of each saved view, by its id; amounts are parsed with the separators of `locale`. */
  counts: asked.input(z.object({ locale: z.string().max(35) })).output(type<Record<string, number>>()),
};
