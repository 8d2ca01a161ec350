import type { ListsView, KeptLayout, SavedView } from '#shared/contract/list-inputs.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { listKinds, type ListKind } from '#shared/columns/columns.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { countOf } from '#main/projections/lists/list-counts.ts';

const [viewsSetting, layoutsSetting] = ['listViews', 'listLayouts'] as const;

/** Every saved view and layout; what is damaged or of a later version is left out, and stays where it is. */
export function savedLists(store: Store): ListsView {
  const layouts = Object.entries(keptLayouts(store)).filter(([kind, each]) => isKind(kind) && isLayout(each));
  return { views: viewsOf(store), layouts: Object.fromEntries(layouts) };
}

const viewsOf = (store: Store): SavedView[] => keptViews(store).filter(isView) as unknown as SavedView[];

function keptViews(store: Store): JsonValue[] {
  const views = readSetting(store, viewsSetting);
  return Array.isArray(views) ? views : [];
}

function keptLayouts(store: Store): JsonObject {
  const layouts = readSetting(store, layoutsSetting);
  return isJsonObject(layouts) ? layouts : {};
}

const isCalled = (view: JsonValue, id: string): boolean => isJsonObject(view) && view['id'] === id;

const isKind = (kind: unknown): kind is ListKind => listKinds.some((known) => known === kind);

const isLayout = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  typeof value['sort'] === 'string' &&
  typeof value['descending'] === 'boolean' &&
  Array.isArray(value['columns']) &&
  value['columns'].every((column) => isJsonObject(column) && typeof column['name'] === 'string');

const isView = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  isLayout(value) &&
  isKind(value['kind']) &&
  ['id', 'name', 'query'].every((field) => typeof value[field] === 'string');

/** Stores the layout of one kind's list. */
export function keepLayout(store: Store, kind: RecordKind, layout: KeptLayout): void {
  writeSetting(store, layoutsSetting, { ...keptLayouts(store), [kind]: layout });
}

/** Names a query; one of this kind and name is written over in its place. */
export function saveView(store: Store, view: Omit<SavedView, 'id'>): SavedView {
  const known = viewsOf(store).find(({ kind, name }) => kind === view.kind && name === view.name);
  const saved = { ...view, id: known?.id ?? store.world.uuid() };
  const json = saved as unknown as JsonValue;
  const views = keptViews(store);
  writeSetting(store, viewsSetting, known ? views.map((each) => (isCalled(each, known.id) ? json : each)) : [...views, json]);
  return saved;
}

/** True when another saved view of this kind's list has this name. */
const isTaken = (store: Store, view: Pick<SavedView, 'id' | 'kind' | 'name'>): boolean =>
  viewsOf(store).some(({ id, kind, name }) => id !== view.id && kind === view.kind && name === view.name);

/** Calls a view otherwise; what else is kept of it stays. */
export function renameView(store: Store, id: string, name: string): 'renamed' | 'taken' | 'unknown' {
  const view = viewsOf(store).find((each) => each.id === id);
  if (!view) return 'unknown';
  if (isTaken(store, { ...view, name })) return 'taken';
  const renamed = keptViews(store).map((each) => (isJsonObject(each) && isCalled(each, id) ? { ...each, name } : each));
  if (view.name !== name) writeSetting(store, viewsSetting, renamed);
  return 'renamed';
}

/** Views that were removed since the account was opened, each with its place. */
const removed = new WeakMap<Store, Map<string, { view: JsonValue; place: number }>>();

/** Takes a view away; false when there is none of this id. */
export function removeView(store: Store, id: string): boolean {
  const views = keptViews(store);
  const place = views.findIndex((view) => isCalled(view, id));
  const [view] = place === -1 ? [] : views.slice(place);
  if (view === undefined) return false;
  writeSetting(store, viewsSetting, views.toSpliced(place, 1));
  removed.set(store, new Map(removed.get(store)).set(id, { view, place }));
  return true;
}

/** Puts a view that was removed back in its place, as it was. */
export function bringViewBack(store: Store, id: string): 'back' | 'taken' | 'unknown' {
  const known = removed.get(store)?.get(id);
  if (!known || viewsOf(store).some((view) => view.id === id)) return 'unknown';
  const { view, place } = known;
  if (isView(view) && isTaken(store, view as unknown as SavedView)) return 'taken';
  writeSetting(store, viewsSetting, keptViews(store).toSpliced(place, 0, view));
  return 'back';
}

/** The number of records that each saved view finds; `countLines` counts bank lines. */
export function viewCounts(store: Store, locale: string, countLines: (query: string) => number): Record<string, number> {
  const count = ({ kind, query }: SavedView) => (kind === 'bankLine' ? countLines(query) : countOf(store, { kind, query, locale }));
  return Object.fromEntries(viewsOf(store).map((view) => [view.id, count(view)]));
}
