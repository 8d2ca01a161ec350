import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { PackSource } from '#shared/contract/views/library-views.ts';
import type { SavedView } from '#shared/contract/list-inputs.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { param, prepared, selectFrom, updateIn, upsert } from '#main/storage/prepared.ts';
import { packItem, packView } from '#main/storage/schema/documents.ts';
import type { Store } from '#main/storage/store.ts';
import { renameView, savedLists } from '#main/projections/query/saved-lists.ts';
import { listIds } from '#main/projections/lists/lists.ts';
import { addPackItems } from './packs.ts';

const followed = selectFrom(packView, { where: eq(packView.packId, param('packId')), order: [packView.at, packView.viewId] });
const follow = upsert(packView);
const unfollow = prepared((db) =>
  db.delete(packView).where(and(eq(packView.packId, param('packId')), eq(packView.viewId, param('viewId')))),
);
const callInPacks = updateIn(packView, eq(packView.viewId, param('viewId')), 'name');

/** Lets a pack take in what a saved view finds, now and at each fetch; false when there is no such view. */
export function followView(store: Store, packId: string, viewId: string, locale: string): boolean {
  const view = viewOf(store, viewId);
  if (!view) return false;
  store.commit('view in a pack', () => {
    follow(store).run({ packId, viewId, name: view.name, kind: view.kind, locale, at: store.world.now() });
    takeInViews(store, packId);
    store.changed({ kind: 'packs' });
  });
  return true;
}

/** Calls a view otherwise, and so in the packs that take it in. */
export const callView = (store: Store, viewId: string, name: string): ReturnType<typeof renameView> =>
  store.commit('view renamed', () => {
    const answer = renameView(store, viewId, name);
    if (answer === 'renamed' && callInPacks(store).run({ viewId, name }).changes > 0) store.changed({ kind: 'packs' });
    return answer;
  });

/** A pack takes in no more of a view; what it brought stays. */
export function leaveView(store: Store, packId: string, viewId: string): void {
  store.commit('view out of a pack', () => {
    unfollow(store).run({ packId, viewId });
    store.changed({ kind: 'packs' });
  });
}

/** Adds what the views of a pack find and it has not; a view that is gone finds nothing more. */
export function takeInViews(store: Store, packId: string): void {
  store.commit('views taken in', () => {
    for (const { viewId, locale } of followed(store).all({ packId })) {
      const view = viewOf(store, viewId);
      if (!view) continue;
      const { kind, query, sort, descending } = view;
      addPackItems(store, packId, kind, listIds(store, { kind, query, locale }, sort, descending), viewId);
    }
  });
}

/** A saved view that finds records. */
function viewOf(store: Store, id: string): (SavedView & { kind: RecordKind }) | null {
  const view = savedLists(store).views.find((each) => each.id === id);
  return view && view.kind !== 'bankLine' ? { ...view, kind: view.kind } : null;
}

const { kind, way, addedAt } = packItem;
const ways = prepared((db) =>
  db
    .select({ kind, way, count: sql<number>`count(*)`, at: sql<number>`max(${addedAt})` })
    .from(packItem)
    .where(and(eq(packItem.packId, param('packId')), isNotNull(way)))
    .groupBy(way, kind)
    .orderBy(sql`min(${packItem.position})`),
);

/** The sources of a pack's records: the views that it follows, then what was chosen and what came by ids, in the order of their coming. */
export function packSources(store: Store, packId: string): PackSource[] {
  const found = ways(store).all({ packId });
  const views = followed(store).all({ packId });
  const fromViews = views.map(({ viewId, name, kind: of, at }): PackSource => {
    const view = viewOf(store, viewId);
    const count = found.filter((each) => each.way === viewId).reduce((sum, each) => sum + each.count, 0);
    return { way: 'view', id: viewId, kind: of, name: view?.name ?? name, gone: view === null, count, at };
  });
  const chosen = found.flatMap(({ way: by, ...each }): PackSource[] => (by === 'list' ? [{ way: 'list', ...each }] : []));
  const byIds = found.filter((each) => each.way === 'ids');
  const param: PackSource[] =
    byIds.length === 0
      ? []
      : [{ way: 'ids', count: byIds.reduce((sum, { count }) => sum + count, 0), at: Math.max(...byIds.map(({ at }) => at)) }];
  return [...fromViews, ...chosen, ...param];
}
