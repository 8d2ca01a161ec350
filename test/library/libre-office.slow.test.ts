import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listTable } from '#main/app/views/list-table.ts';
import { tableFile } from '#main/library/exports/table.ts';
import type { Cell } from '#main/library/exports/cells.ts';
import { writeWorkbook } from '#main/library/exports/workbook.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { putExpenses } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { editedInLibreOffice, throughLibreOffice, type TypedCell } from './libre-office.ts';
import { opened } from './sheets/play-spreadsheet.ts';
import { letterOf } from '#main/library/tables/grid.ts';
import { fill, kinds, comparison, out } from './sheets/sheet-world.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

/** Comma, quotation mark, UTF-8, from line 1, cells as they are shown: what a person sees. */
const csvFilter = 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false';

it('LibreOffice shows every cell as it was written', async () => {
  const texts = [
    '0040',
    '=1+1',
    '@SUM(A1)',
    "'quoted",
    ' blank ',
    '山田 ｱｷﾗ',
    'ﷺ',
    '<&>"',
    '9223372036854775807',
    '5.02E+13',
    '1-2',
    'Mar-24',
    'TRUE',
    '😀',
  ];
  async function* page(): AsyncGenerator<Cell[][]> {
    yield texts.map((text, at) => [text, { number: `-${at + 1}234567.05` }, { day: '2026-02-28' }, null, 'end']);
  }
  const columns = ['Text', 'Number', 'Day', 'Nothing', 'Last'].map((head) => ({ head }));
  const file = await writeWorkbook([{ name: 'All', columns, pages: page() }]);
  const bytes = await throughLibreOffice(file, 'csv', csvFilter);
  const rows = Papa.parse<string[]>(Buffer.from(bytes).toString('utf8'), { skipEmptyLines: true }).data;
  expect(rows[0]).toEqual(['Text', 'Number', 'Day', 'Nothing', 'Last']);
  expect(rows.slice(1)).toEqual(texts.map((text, at) => [text, `-${at + 1}234567.05`, '2026-02-28', '', 'end']));
});

it('LibreOffice reads a list of 100,000 expenses with the same values as the CSV of the same list', async () => {
  putExpenses(store, 100_000);
  const asked = { filter: { kind: 'expense' as const }, sort: 'date', descending: true, columns: null, ids: null, locale: 'en' };
  const began = { at: performance.now(), own: process.threadCpuUsage() };
  const workbook = await tableFile(listTable(store, { ...asked }), 'xlsx', 'en');
  const { user, system } = process.threadCpuUsage(began.own);
  console.info(
    `100,000 rows to XLSX: ${Math.round(performance.now() - began.at)} ms, ${Math.round((user + system) / 1_000)} ms of the processor`,
  );
  const csv = await tableFile(listTable(store, { ...asked }), 'csv', 'en');
  const bytes = await throughLibreOffice(workbook.file, 'csv', csvFilter);
  const read = (text: string) => Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;
  const ours = read(await csv.file.text());
  const theirs = read(Buffer.from(bytes).toString('utf8'));
  expect(theirs).toHaveLength(100_001);
  // Row by row: a difference is named, not both tables.
  expect(theirs.flatMap((row, at) => (row.join('\u0000') === ours[at]?.join('\u0000') ? [] : [row, ours[at]])).slice(0, 4)).toEqual([]);
});

/** Cells that a colleague types over in LibreOffice, by heading: the row, the text, and the text that it becomes in the sheet. */
const typedOver: Record<(typeof kinds)[number], [head: string, row: number, as: TypedCell['as'], value: string, sheet?: string][]> = {
  expense: [
    ['Date', 2, 'typed', '2027-01-15'],
    ['Original currency', 3, 'text', 'CHF'],
    ['New comment', 4, 'text', 'Bitte prüfen & "ablegen"'],
  ],
  vendor: [
    ['City', 5, 'text', 'Lübeck'],
    ['Postal code', 6, 'typed', '01067'],
    ['Description', 7, 'text', '=SUM(A1)'],
    ['Account', 8, 'text', '0623 Hotels 3'],
    ['Name', 9, 'text', '山田商事 2'],
  ],
  invoiceReceivable: [['New comment', 3, 'text', 'Paid by cheque']],
  cardTransaction: [['Description', 4, 'text', 'Taxi to the fair']],
};

it.each(kinds)('%s: edited and saved in LibreOffice, a sheet brings back what was typed and nothing else', async (kind) => {
  fill(store, kind, 200);
  const file = await out(store, kind);
  const [main] = await opened(file);
  const [heads = [], ...rows] = main?.data ?? [];
  const cells = typedOver[kind].map(([head, row, as, value]) => ({ cell: `${letterOf(heads.indexOf(head))}${row}`, as, value }));
  const { changes, problems, exportedAt, reformatted, unknownRows } = await comparison(store, await editedInLibreOffice(file, cells));
  expect(exportedAt).not.toBeNull();
  expect({ problems, reformatted: reformatted.cells, unknownRows }).toEqual({ problems: [], reformatted: [], unknownRows: 0 });
  const wanted = typedOver[kind].map(([head, row, , value]) => [String(rows[row - 2]?.[heads.indexOf('Id')]), head, value]);
  expect(changes.map(({ id, field, sheet }) => [id, field, sheet])).toEqual(expect.arrayContaining(wanted));
  expect(changes).toHaveLength(wanted.length);
});
