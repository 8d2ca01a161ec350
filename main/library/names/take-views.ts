import { savedLists, saveView } from '#main/cache/query/saved-lists.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { SavedView, ViewInput } from '#shared/contract/list-inputs.ts';
import type { ViewConflict } from '#shared/contract/names-views.ts';
import { jsonEqual } from '#shared/json.ts';

/** What a file's views are to those that are saved here, by list and name. */
export function comparedViews(store: Store, told: readonly ViewInput[]): { fresh: ViewInput[]; conflicts: ViewConflict[] } {
  const { views } = savedLists(store);
  const fresh: ViewInput[] = [];
  const conflicts: ViewConflict[] = [];
  for (const theirs of told) {
    const mine = views.find(({ kind, name }) => kind === theirs.kind && name === theirs.name);
    if (!mine) fresh.push(theirs);
    else if (!isSame(mine, theirs)) conflicts.push({ mine, theirs });
  }
  return { fresh, conflicts };
}

const isSame = ({ id: _id, ...mine }: SavedView, theirs: ViewInput): boolean => jsonEqual(mine, theirs);

/** Saves a file's views, in one commit; one of the same list and name is written over only if `overwrite` says so. */
export function takeViews(store: Store, told: readonly ViewInput[], overwrite: boolean): { imported: number; kept: number } {
  return store.commit('views imported', () => {
    const { fresh, conflicts } = comparedViews(store, told);
    const taken = [...fresh, ...(overwrite ? conflicts.map(({ theirs }) => theirs) : [])];
    for (const view of taken) saveView(store, view);
    return { imported: taken.length, kept: fresh.length + conflicts.length - taken.length };
  });
}
