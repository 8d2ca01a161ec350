import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { sheetFields } from '#shared/sheets/sheet-fields.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { Draws, opened, played, programs, saved, type Value } from './play-spreadsheet.ts';
import { comparison, fill, kinds, out, put } from './sheet-world.ts';

// Columns of an edit sheet for reading: nothing is taken of them, and what somebody typed there is named.

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

/** Types over cells for reading of the second invoice, which stands in row 3. */
async function typedOver(format: 'xlsx' | 'csv', typed: Record<string, Value>): Promise<Blob> {
  const file = await out(store, 'invoiceReceivable', format, 'de');
  if (format === 'csv') {
    const [heads = [], first = [], second = [], ...rest] = (await file.text()).split('\r\n').map((line) => line.split(';'));
    for (const [head, value] of Object.entries(typed)) second[heads.indexOf(`"${head}"`)] = String(value);
    return new Blob([[heads, first, second, ...rest].map((line) => line.join(';')).join('\r\n')]);
  }
  const sheets = await opened(file);
  const [heads = [], , second = []] = sheets[0]?.data ?? [];
  for (const [head, value] of Object.entries(typed)) second[heads.indexOf(head)] = value;
  return saved(sheets);
}
const problemsOf = async (file: Blob) => (await comparison(store, file)).problems;

it('names what was typed over account numbers, and takes nothing of it', async () => {
  fill(store, 'vendor', 3);
  const sheets = await opened(await out(store, 'vendor'));
  const [heads = [], ...rows] = sheets[0]?.data ?? [];
  const at = heads.indexOf('Account number');
  expect(rows[0]?.[at]).toBe('50200012345678');
  const sheet = 'DE02120300000000202051';
  for (const row of rows) row[at] = sheet;
  const { changes, problems, reformatted } = await comparison(store, await saved(sheets));
  expect([changes, reformatted.count]).toEqual([[], 0]);
  expect(problems).toMatchObject([2, 3, 4].map((line) => ({ line, field: 'Account number', sheet, why: 'forReading' })));
});

it.each(['xlsx', 'csv'] as const)('names a typed amount and a typed day in the row where they stand (%s)', async (format) => {
  fill(store, 'invoiceReceivable', 3);
  const { changes, problems } = await comparison(store, await typedOver(format, { Total: 999, Due: '2027-01-01' }));
  expect(changes).toEqual([]);
  expect(problems).toMatchObject([
    { line: 3, title: 'INV-2', field: 'Due', sheet: '2027-01-01', why: 'forReading' },
    { line: 3, title: 'INV-2', field: 'Total', sheet: '999', why: 'forReading' },
  ]);
});

it('names an emptied cell, and one text of two copies once', async () => {
  fill(store, 'invoiceReceivable', 3);
  const sheets = await opened(await typedOver('xlsx', { Due: null, Total: 999 }));
  const [main] = sheets;
  main?.data.push([...(main.data[2] ?? [])]);
  expect((await problemsOf(await saved(sheets))).map(({ line, field, sheet }) => [line, field, sheet])).toEqual([
    [3, 'Due', ''],
    [3, 'Total', '999'],
  ]);
});

it.each<[string, Record<string, Value>]>([
  ['nothing', {}],
  ['a day as a text', { Due: 'Dec 1, 2026' }],
  ['a day in figures', { Due: '1.12.2026' }],
  ['a serial number', { Due: 46_357 }],
  ['an amount with a comma', { 'Still open': '100,002' }],
  ['an amount with more decimals', { 'Still open': '100.0020' }],
])('names no cell that a program reformatted: %s', async (_what, typed) => {
  fill(store, 'invoiceReceivable', 3);
  expect(await problemsOf(await typedOver('xlsx', typed))).toEqual([]);
});

it.each(programs)('names no cell for reading that %s changed by itself', async (program) => {
  for (const kind of kinds) {
    fill(store, kind, 30);
    const draws = new Draws(7);
    const sheets = await opened(await out(store, kind));
    const [heads = [], ...rows] = sheets[0]?.data ?? [];
    const white = new Set(sheetFields(kind).map(({ head }) => head));
    const read = [...heads.keys()].slice(1).filter((at) => !white.has(String(heads[at])));
    for (const row of rows) for (const at of read) row[at] = played(row[at] ?? null, program, draws);
    expect((await problemsOf(await saved(sheets))).filter(({ why }) => why === 'forReading')).toEqual([]);
  }
});

it('names no cell of a record that moved since, nor one that says what is so today', async () => {
  fill(store, 'invoiceReceivable', 3);
  const files = [await typedOver('xlsx', {}), await typedOver('csv', {}), await typedOver('xlsx', { Due: '2027-02-02' })];
  for (const n of [1, 2, 3]) {
    const known = recordOf(store, { kind: 'invoiceReceivable', id: idOf(n, '1') })?.value;
    put(store, 'invoiceReceivable', { ...known, amount: 77_777, dueDate: '2027-02-02' }, 2);
  }
  for (const file of files) expect(await problemsOf(file)).toEqual([]);
});

it('compares a sheet without a base with today, but for computed texts and empty cells', async () => {
  fill(store, 'invoiceReceivable', 3);
  for (const [due, named] of [
    ['2027-01-01', 1],
    [null, 0],
  ] as const) {
    const [main] = await opened(await typedOver('xlsx', { Due: due, 'Still open': 5 }));
    expect(await problemsOf(await saved(main ? [main] : []))).toHaveLength(named);
  }
});
