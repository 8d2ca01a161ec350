import { countOf, facets, sumsOf, totals } from '#main/projections/lists/list-counts.ts';
import { listIds, placeOf } from '#main/projections/lists/lists.ts';
import { search } from '#main/projections/search/search.ts';
import { noteTyped } from '#main/projections/search/typing.ts';
import type { House } from '#main/app/house.ts';
import type { Implementer } from './implementer.ts';
import { receiptOptions, refreshRecord } from '#main/app/acts/read-now.ts';
import { recordPage } from '#main/app/views/record-rows.ts';
import { recordFields, recordView } from '#main/app/views/record-view.ts';
import { found } from '#main/app/refuse.ts';
import { sendInOneGo } from '#shared/json/json-wire.ts';

/** The cache, read; only `refresh` and `receiptOptions` touch the network. */
export function recordsRouter({ records: os }: Implementer, house: House) {
  return {
    list: os.list.handler(({ input }) => {
      noteTyped(house.store(), input.filter.query ?? '');
      const page = recordPage(house.store(), input);
      house.firstPage.resolve();
      return page;
    }),
    count: os.count.handler(({ input }) => countOf(house.store(), input)),
    ids: os.ids.handler(({ input }) => sendInOneGo(listIds(house.store(), input.filter, input.sort, input.descending), [])),
    place: os.place.handler(({ input }) => placeOf(house.store(), input.filter, input.sort, input.descending, input.id)),
    totals: os.totals.handler(({ input }) => totals(house.store(), input)),
    sums: os.sums.handler(({ input }) => sumsOf(house.store(), input.kind, input.ids)),
    facets: os.facets.handler(({ input }) => facets(house.store(), input.kind)),
    get: os.get.handler(({ input }) => found(recordView(house.store(), input), 'record')),
    fields: os.fields.handler(({ input }) => recordFields(house.store(), input)),
    refresh: os.refresh.handler(({ input, signal }) => refreshRecord(house, input, signal)),
    receiptOptions: os.receiptOptions.handler(({ input, signal }) => receiptOptions(house.account(), input, signal)),
    search: os.search.handler(({ input }) => {
      noteTyped(house.store(), input.text);
      return search(house.store(), input.text, input.limit, input.locale);
    }),
  };
}
