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
import { throughLibreOffice } from './libre-office.ts';

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

it('LibreOffice reads a list of 2,000 expenses with the same values as the CSV of the same list', async () => {
  putExpenses(store, 2_000);
  const asked = { filter: { kind: 'expense' as const }, sort: 'date', descending: true, columns: null, ids: null, locale: 'en' };
  const workbook = await tableFile(listTable(store, { ...asked }), 'xlsx', 'en');
  const csv = await tableFile(listTable(store, { ...asked }), 'csv', 'en');
  const bytes = await throughLibreOffice(workbook.file, 'csv', csvFilter);
  const read = (text: string) => Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;
  const ours = read(await csv.file.text());
  const theirs = read(Buffer.from(bytes).toString('utf8'));
  expect(theirs).toHaveLength(2_001);
  expect(theirs).toEqual(ours);
});
