import { callView } from '#main/documents/pack-sources.ts';
import { bringViewBack, keepLayout, removeView, savedLists, saveView, viewCounts } from '#main/projections/query/saved-lists.ts';
import { countLines } from '#main/statements/line-pages.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuseMissing } from '#main/app/refusals/refuse.ts';
import type { Implementer } from './implementer.ts';

/** Layouts of lists, and saved views. */
export function listsRouter({ lists: os }: Implementer, services: AppServices) {
  return {
    all: os.all.handler(() => (services.life.open ? savedLists(services.store()) : { views: [], layouts: {} })),
    keepLayout: os.keepLayout.handler(({ input: { kind, ...layout } }) => keepLayout(services.store(), kind, layout)),
    saveView: os.saveView.handler(({ input }) => saveView(services.store(), input)),
    renameView: os.renameView.handler(({ input }) => ({ renamed: here(callView(services.store(), input.id, input.name)) === 'renamed' })),
    bringViewBack: os.bringViewBack.handler(({ input }) => ({ back: here(bringViewBack(services.store(), input.id)) === 'back' })),
    removeView: os.removeView.handler(({ input }) => {
      if (!removeView(services.store(), input.id)) refuseMissing('view');
    }),
    counts: os.counts.handler(({ input }) =>
      services.life.open ? viewCounts(services.store(), input.locale, (query) => countLines(services.store(), { query, ...input })) : {},
    ),
  };
}

function here<Answer extends string>(answer: Answer | 'unknown'): Answer {
  return answer === 'unknown' ? refuseMissing('view') : answer;
}
