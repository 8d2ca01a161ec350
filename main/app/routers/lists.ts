import { callView } from '#main/documents/pack-sources.ts';
import { bringViewBack, keepLayout, removeView, savedLists, saveView, viewCounts } from '#main/projections/query/saved-lists.ts';
import type { House } from '#main/app/house.ts';
import { refuse } from '#main/app/refuse.ts';
import type { Implementer } from './implementer.ts';

/** How lists stand, and the queries that a person named. */
export function listsRouter({ lists: os }: Implementer, house: House) {
  return {
    all: os.all.handler(() => (house.life.open ? savedLists(house.store()) : { views: [], layouts: {} })),
    keepLayout: os.keepLayout.handler(({ input: { kind, ...layout } }) => keepLayout(house.store(), kind, layout)),
    saveView: os.saveView.handler(({ input }) => saveView(house.store(), input)),
    renameView: os.renameView.handler(({ input }) => ({ renamed: here(callView(house.store(), input.id, input.name)) === 'renamed' })),
    bringViewBack: os.bringViewBack.handler(({ input }) => ({ back: here(bringViewBack(house.store(), input.id)) === 'back' })),
    removeView: os.removeView.handler(({ input }) => {
      if (!removeView(house.store(), input.id)) refuse('NOT_FOUND', { what: 'view' });
    }),
    counts: os.counts.handler(({ input }) => (house.life.open ? viewCounts(house.store(), input.locale) : {})),
  };
}

function here<Answer extends string>(answer: Answer | 'unknown'): Answer {
  if (answer === 'unknown') return refuse('NOT_FOUND', { what: 'view' });
  return answer;
}
