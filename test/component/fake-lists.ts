import type { Api } from '#renderer/state/connection/connect.ts';
import type { KeptLayout, SavedView } from '#shared/contract/list-inputs.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { FakeApp } from './fake-app.ts';
import { fits } from './fake-records.ts';

/** List positions in memory. */
export function fakeLists(app: FakeApp): Api['lists'] {
  let views: SavedView[] = [];
  const removed = new Map<string, { view: SavedView; place: number }>();
  const layouts: Partial<Record<RecordKind, KeptLayout>> = {};
  return {
    all: async () => ({ views, layouts }),
    keepLayout: async ({ kind, ...layout }) => {
      layouts[kind] = layout;
    },
    saveView: async (view) => {
      const saved = {
        ...view,
        id: views.find((each) => each.kind === view.kind && each.name === view.name)?.id ?? `view-${views.length + 1}`,
      };
      views = [...views.filter(({ id }) => id !== saved.id), saved];
      app.publish({ kind: 'settings' });
      return saved;
    },
    renameView: async ({ id, name }) => {
      const view = views.find((each) => each.id === id);
      if (views.some((each) => each.id !== id && each.kind === view?.kind && each.name === name)) return { renamed: false };
      views = views.map((each) => (each.id === id ? { ...each, name } : each));
      app.publish({ kind: 'settings' });
      return { renamed: true };
    },
    bringViewBack: async ({ id }) => {
      const { view, place } = removed.get(id)!;
      views = views.toSpliced(place, 0, view);
      app.publish({ kind: 'settings' });
      return { back: true };
    },
    removeView: async ({ id }) => {
      const place = views.findIndex((each) => each.id === id);
      removed.set(id, { view: views[place]!, place });
      views = views.filter((each) => each.id !== id);
      app.publish({ kind: 'settings' });
    },
    counts: async () =>
      Object.fromEntries(
        views.map(({ id, kind, query }) => [
          id,
          kind === 'bankLine' ? 0 : app.rowsOf(kind).filter((row) => fits(row, { kind, query })).length,
        ]),
      ),
  };
}
