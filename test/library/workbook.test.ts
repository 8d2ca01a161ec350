import readExcelFile from 'read-excel-file/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listTable } from '#main/app/views/list-table.ts';
import { tableFile } from '#main/library/exports/table.ts';
import type { Cell } from '#main/library/exports/cells.ts';
import { writeWorkbook } from '#main/library/exports/workbook.ts';
import { letterOf } from '#main/library/tables/grid.ts';
import { giveName } from '#main/names/book.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf, putExpenses } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

/** Reads a workbook with another library; numbers as the digits in the file. */
async function sheetsOf(file: Blob) {
  const options = { trim: false, parseNumber: (digits: string) => ({ digits }) };
  const sheets = await readExcelFile(Buffer.from(await file.arrayBuffer()), options as object);
  return sheets as unknown as { sheet: string; data: unknown[][] }[];
}
const list = { sort: 'date', descending: true, columns: null, ids: null, locale: 'en' } as const;

async function* one(page: Cell[][]) {
  yield page;
}

it('a workbook holds what was written, in every script and to the digit', async () => {
  const texts = [
    '0040',
    '=1+1',
    '@SUM(A1)',
    "'quoted",
    ' blank ',
    'a\nb',
    '山田 ｱｷﾗ',
    'ﷺ',
    '<&>"',
    '9223372036854775807',
    '5.02E+13',
    '😀',
    'x_y_x0041_',
  ];
  const page: Cell[][] = texts.map((text, at) => [text, { number: `${at}.05` }, { day: '2026-02-28' }, null]);
  const file = await writeWorkbook([
    { name: 'A/B: everything', columns: [{ head: 'Text' }, { head: 'N' }, { head: 'D' }, { head: '' }], pages: one(page) },
  ]);
  const [sheet] = await sheetsOf(file);
  expect(sheet?.sheet).toBe('A B  everything');
  expect(sheet?.data.slice(1).map((row) => row.slice(0, 3))).toEqual(
    texts.map((text, at) => [text, { digits: `${at}.05` }, new Date('2026-02-28T00:00:00Z')]),
  );
  expect([0, 25, 26, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

it('a list is a table: names and ids, amounts and currencies apart, open edits applied and named', async () => {
  putExpenses(store, 450);
  giveName(store, { kind: 'ledgerAccount', id: idOf(7, 'b'), name: 'Hotels', code: '0621', note: '', currency: '', inUse: true }, 'typed');
  const value = {
    id: idOf(999),
    performedDate: '2030-01-01',
    originalCurrency: 'KWD',
    lineItems: [{ originalAmount: 9223372036854775807n, accountId: idOf(7, 'b') }],
  };
  putRecord(store, { ref: { kind: 'expense', id: idOf(999) }, value, provenance: 'read', asOf: 1, complete: true });
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: idOf(999), body: { originalCurrency: 'JPY' } }, {});
  const { name, file } = await tableFile(listTable(store, { ...list, filter: { kind: 'expense' } }), 'xlsx', 'en');
  expect(name).toMatch(/^Expenses \d{4}-\d\d-\d\d\.xlsx$/);
  const [sheet] = await sheetsOf(file);
  const [heads = [], first = [], ...rest] = sheet?.data ?? [];
  const cell = (head: string) => first[heads.indexOf(head)];
  expect(rest).toHaveLength(450);
  expect([cell('Account'), cell('Account id'), cell('Id'), cell('Date')]).toEqual([
    '0621 Hotels',
    idOf(7, 'b'),
    idOf(999),
    new Date('2030-01-01T00:00:00Z'),
  ]);
  // Nineteen digits are text: a spreadsheet keeps fifteen.
  expect([cell('Amount'), cell('Currency')]).toEqual(['9223372036854775807', 'JPY']);
  expect(cell('Not confirmed yet')).toBe('Currency: waiting, the service has KWD');
});

it('a CSV has the separators of the locale, the chosen columns and the chosen records in the list’s order', async () => {
  putExpenses(store, 300);
  const asked = { ...list, filter: { kind: 'expense' as const }, columns: ['date', 'amount'], ids: [idOf(3), idOf(250), idOf(9)] };
  const csv = async (locale: string) => (await tableFile(listTable(store, { ...asked }), 'csv', locale)).file.text();
  const german = (await csv('de-DE')).split('\r\n');
  expect(german[0]).toBe('"Date";"Amount";"Currency";"Not confirmed yet";"Id"');
  expect(german).toHaveLength(5);
  expect(german[1]).toMatch(/^"\d{4}-\d\d-\d\d";"\d+(,\d+)?";"[A-Z]{3}"/);
  expect((await csv('en-US')).split('\r\n')[1]).toMatch(/^"\d{4}-\d\d-\d\d","\d+(\.\d+)?","[A-Z]{3}"/);
  const days = german.slice(1, 4).map((line) => line.slice(1, 11));
  expect(days).toEqual([...days].sort().reverse());
});
