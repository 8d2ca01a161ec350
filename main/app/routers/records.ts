import { countOf, facets, sumsOf, totals } from '#main/projections/lists/list-counts.ts';
import { listIds, placeOf } from '#main/projections/lists/lists.ts';
import { search } from '#main/projections/search/search.ts';
import { noteTyped } from '#main/projections/search/typing.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { Implementer } from './implementer.ts';
import { receiptOptions, refreshRecord } from '#main/app/commands/read-now.ts';
import { editSheet } from '#main/app/views/edit-sheet.ts';
import { listTable } from '#main/app/views/list-table.ts';
import { recordPage } from '#main/app/views/record-rows.ts';
import { tableFile } from '#main/library/exports/table.ts';
import { recordFields, recordView } from '#main/app/views/record-view.ts';
import { found } from '#main/app/refusals/refuse.ts';
import { sendInOneGo } from '#shared/json/json-wire.ts';

/** The cache, read; only `refresh` and `receiptOptions` touch the network. */
export function recordsRouter({ records: os }: Implementer, services: AppServices) {
  return {
    list: os.list.handler(({ input }) => {
      noteTyped(services.store(), input.filter.query ?? '');
      const page = recordPage(services.store(), input);
      services.firstPage.resolve();
      return page;
    }),
    count: os.count.handler(({ input }) => countOf(services.store(), input)),
    ids: os.ids.handler(({ input }) => sendInOneGo(listIds(services.store(), input.filter, input.sort, input.descending), [])),
    place: os.place.handler(({ input }) => placeOf(services.store(), input.filter, input.sort, input.descending, input.id)),
    totals: os.totals.handler(({ input }) => totals(services.store(), input)),
    sums: os.sums.handler(({ input }) => sumsOf(services.store(), input.kind, input.ids)),
    export: os.export.handler(({ input }) => {
      if (input.toEdit) return editSheet(services.account().store, input, input.format, input.locale);
      return tableFile(listTable(services.store(), input), input.format, input.locale);
    }),
    facets: os.facets.handler(({ input }) => facets(services.store(), input.kind)),
    get: os.get.handler(({ input }) => found(recordView(services.store(), input), 'record')),
    fields: os.fields.handler(({ input }) => recordFields(services.store(), input)),
    refresh: os.refresh.handler(({ input, signal }) => refreshRecord(services, input, signal)),
    receiptOptions: os.receiptOptions.handler(({ input, signal }) => receiptOptions(services.account(), input, signal)),
    search: os.search.handler(({ input }) => {
      noteTyped(services.store(), input.text);
      return search(services.store(), input.text, input.limit, input.locale);
    }),
  };
}
