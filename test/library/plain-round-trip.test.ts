import { speak } from '#shared/messages/speak.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listTable } from '#main/app/views/list-table.ts';
import { tableFile, type TableFormat } from '#main/library/exports/table.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { readingHere } from '#test/reading.ts';
import { savedCsv } from './sheets/play-csv.ts';
import { opened, programs, saved, withXml, type PlayedSheet, type Program } from './sheets/play-spreadsheet.ts';
import { fill, kinds, makers, put } from './sheets/sheet-world.ts';
import { idOf } from '#test/cache/many-records.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { fewOf } from '#test/full-test.ts';

// A list goes out, a spreadsheet saves it untouched, and it comes in again: nothing is asked, nothing changes.

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const count = 150;
/** Fields beside those of every record here: several columns show one of two fields, half of an object, or the day of a moment. */
const more: Record<(typeof kinds)[number], (n: number) => JsonObject> = {
  expense: () => ({}),
  vendor: (n) => ({
    ...{
      status: 'ACTIVE',
      currency: 'EUR',
      bankCountry: 'DE',
      bankName: 'Bank, Köln',
      bankAccountBic: 'DEUTDEFF',
      updatedAt: '2026-03-04T10:11:12Z',
    },
    ...{ defaultCompanyEntity: { companyEntityId: idOf(n, 'c'), accountId: idOf(n % 40, 'b'), updatedAt: '2026-01-02T03:04:05Z' } },
    ...{ companyEntityIds: [idOf(n, 'c')], approvers: [{ userId: idOf(1, 'a') }], customProperties: [] },
  }),
  invoiceReceivable: (n) => ({
    ...{ customerId: idOf(n % 9, '7'), invoiceDate: n % 3 === 0 ? null : '2026-01-31', postingDate: '2026-02-01', paymentType: 'CARD' },
    ...{ [n % 2 === 0 ? 'reference' : 'poNumber']: `00${n}`, companyEntityId: idOf(n, 'c'), updatedAt: '2026-03-04T10:11:12Z', version: 3 },
  }),
  cardTransaction: (n) => ({
    ...{
      status: 'BOOKED',
      type: 'PURCHASE',
      cardId: idOf(n % 5, '8'),
      performedAt: `2026-03-04T1${n % 10}:22:33Z`,
      updatedAt: '2026-03-05T00:00:00Z',
    },
    merchant: { ...(n % 4 === 0 ? {} : { name: `Shop ${n}` }), country: n % 5 === 0 ? 'UNDEFINED' : 'SE', categoryCode: '5812' },
    lines: [{ id: idOf(n, '9'), accountId: idOf(n % 40, 'b') }],
  }),
};
function fillWhole(kind: (typeof kinds)[number]): void {
  fill(store, kind, count);
  store.commit('fill', () => {
    for (let n = 1; n <= count; n++) put(store, kind, { ...makers[kind]?.(n), ...more[kind](n) }, 2);
  });
}
const everything = () =>
  store.sql.prepare('SELECT record_id, complete, text FROM record LEFT JOIN record_body USING (row) ORDER BY record_id').all();

async function exported(kind: (typeof kinds)[number], format: TableFormat, locale: string) {
  const asked = { filter: { kind }, sort: 'date', descending: true, columns: null, ids: null, locale };
  return tableFile(listTable(store, asked), format, locale);
}

async function changesNothing(kind: (typeof kinds)[number], name: string, content: Uint8Array): Promise<void> {
  const before = everything();
  const importer = { store, reading: readingHere };
  const summary = await inspectImport(importer, { name, content, kind });
  expect(summary).toMatchObject({ ok: true, rows: count, good: count, questions: [], problems: [], bank: [], match: null });
  expect(await importRecords(importer, { name, content, kind })).toMatchObject({ ok: true, left: 0, bank: [] });
  expect(everything()).toEqual(before);
}

/** Days as the serial numbers of a book that counts from 1904. */
const in1904 = (sheets: readonly PlayedSheet[]): PlayedSheet[] =>
  sheets.map(({ sheet, data }) => ({
    sheet,
    data: data.map((row) => row.map((value) => (value instanceof Date ? new Date(value.getTime() - 1462 * 86_400_000) : value))),
  }));

/** Every kind of record as each program saves it. */
const pairs = programs.flatMap((program) => kinds.map((kind) => [kind, program] as const));
it.each(fewOf(pairs, 10))('a workbook of %s records that %s saved changes nothing', async (kind, program) => {
  fillWhole(kind);
  const { name, file } = await exported(kind, 'xlsx', 'en');
  const sheets = await opened(file);
  const book = program === 'Excel 1904' ? await withBase1904(await saved(in1904(sheets))) : await saved(sheets);
  await changesNothing(kind, name, new Uint8Array(await book.arrayBuffer()));
});

const withBase1904 = (book: Blob): Promise<Blob> =>
  withXml(book, (xml) => xml.replace(/<workbookPr[^>]*\/>|(?=<sheets>)/, '<workbookPr date1904="1"/>'), 'xl/workbook.xml');

const localeOf: Record<Program, string> = {
  ...{ 'Excel US': 'en-US', 'Excel 1904': 'en-US', 'Excel DE': 'de-DE', 'Excel SE': 'sv-SE' },
  ...{ LibreOffice: 'en-US', Numbers: 'en-GB' },
};
it.each(fewOf(pairs, 10))('a CSV of %s records that %s saved changes nothing', async (kind, program) => {
  fillWhole(kind);
  const locale = localeOf[program];
  const { name, file } = await exported(kind, 'csv', locale);
  const separator = locale === 'de-DE' || locale === 'sv-SE' ? ';' : ',';
  await changesNothing(kind, name, await savedCsv(file, program, separator));
});

it('the export itself changes nothing', async () => {
  for (const kind of kinds) {
    fillWhole(kind);
    for (const format of ['xlsx', 'csv'] as const) {
      const { name, file } = await exported(kind, format, 'de-DE');
      const content = new Uint8Array(await file.arrayBuffer());
      store.sql.prepare('DELETE FROM import_before').run();
      await changesNothing(kind, name, content);
    }
    store.sql.prepare('DELETE FROM record').run();
  }
});

it('a list of invoices has their numbers', async () => {
  fillWhole('invoiceReceivable');
  const { file } = await exported('invoiceReceivable', 'csv', 'en-US');
  expect(await file.text()).toMatch(/"INV-7"/);
});

it('an unconfirmed value of an exported list is not the service’s word when the list comes in again', async () => {
  fillWhole('cardTransaction');
  const id = idOf(3, '2');
  recordEdit(store, { kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: id, body: { description: 'Mine' } }, {});
  const { name, file } = await exported('cardTransaction', 'xlsx', 'en');
  expect((await opened(file))[0]?.data.flat()).toContain('Mine');
  await changesNothing('cardTransaction', name, new Uint8Array(await file.arrayBuffer()));
});

it.each(fewOf(kinds, 1))('a list of %s that was exported in German comes in in English', async (kind) => {
  fillWhole(kind);
  speak('de', 'de-DE');
  const { name, file } = await exported(kind, 'xlsx', 'de-DE');
  speak('en', 'en-GB');
  expect((await opened(file))[0]?.data[0]).toContain('Noch nicht bestätigt');
  await changesNothing(kind, name, new Uint8Array(await file.arrayBuffer()));
});
