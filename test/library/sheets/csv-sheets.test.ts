import { afterEach, beforeEach, expect, it } from 'vitest';
import { importRecords } from '#main/library/imports/imports.ts';
import { readingHere } from '#test/reading.ts';
import { editById } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { mangledCsv, openCsv, untouchedCsv } from './csv-round-trip.ts';
import { openedCsv, writtenCsv } from './play-csv.ts';
import { programs } from './play-spreadsheet.ts';
import { fill, kinds, comparison, out } from './sheet-world.ts';
import { fewOf } from '#test/full-test.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

it.each(kinds)('%s: a CSV to edit, out and in untouched, drafts and asks nothing', async (kind) => {
  for (const program of programs) await untouchedCsv(store, kind, 60, program);
});

it.each(fewOf(programs, 1))(
  '%s: of a CSV that it saves in any form, nothing of its own is drafted and every real edit is found',
  async (program) => {
    for (const kind of kinds) fill(store, kind, 60);
    for (const [at, kind] of kinds.entries()) {
      const found = await mangledCsv(store, kind, program, 12, 40 + at);
      if (kind !== 'invoiceReceivable') expect(found).toBeGreaterThan(10);
    }
  },
);

it('takes a payment of a German CSV by the decimals and the days of that file', async () => {
  fill(store, 'invoiceReceivable', 30);
  const { rows, white, idAt } = await openCsv(store, 'invoiceReceivable', 'de');
  const [heads = [], ...below] = rows;
  const local = below.map((row) => row.map((cell) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')));
  const row = local.find((one) => one[idAt] === idOf(2, '1'));
  for (const [head, value] of [
    ['New payment: amount', '12,345'],
    ['New payment: payment date', '04/11/2026'],
    ['New payment: received on bank account', idOf(5, 'ba')],
  ] as const)
    if (row) row[white.find(({ field }) => field.head === head)?.at ?? 0] = value;
  const { changes, problems, draft } = await comparison(store, writtenCsv([heads, ...local], 'Excel DE', 'CSV'));
  expect(problems).toEqual([]);
  expect(changes).toMatchObject([{ state: 'added', id: idOf(2, '1') }]);
  const drafted = draft([{ at: 0, as: 'sheet' }]);
  const body: unknown = JSON.parse((drafted.ok && editById(store, drafted.ids[0] ?? '')?.body) || '{}');
  expect(body).toMatchObject({ amountInInvoiceCurrency: 12_345, paymentDate: '2026-11-04' });
});

it('reads a row whose base was touched, copied to another record or made elsewhere without a base', async () => {
  fill(store, 'vendor', 6);
  const { rows, white, idAt } = await openCsv(store, 'vendor', 'en');
  const city = white.find(({ field }) => field.head === 'City')?.at ?? 0;
  const baseAt = (rows[0]?.length ?? 0) - 1;
  const [, one = [], two = [], three = [], four = []] = rows;
  for (const row of [one, two, three, four]) row[city] = 'Kiel';
  one[baseAt] = `${one[baseAt]}x`;
  two[baseAt] = three[baseAt] ?? '';
  four[baseAt] = '';
  const stateOf = (all: { id: string; state: string; field: string }[], row: string[]) =>
    all.find(({ id, field }) => id === row[idAt] && field === 'City')?.state;
  const { changes, exportedAt } = await comparison(store, writtenCsv(rows, 'Excel US', 'CSV UTF-8'));
  expect(exportedAt).not.toBeNull();
  expect([one, two, three, four].map((row) => stateOf(changes, row))).toEqual(['different', 'different', 'changed', 'different']);
  const other = openTestStore(stillWorld(2));
  fill(other, 'vendor', 6);
  expect((await comparison(other, writtenCsv(rows, 'Excel US', 'CSV UTF-8'))).exportedAt).toBeNull();
  other.close();
});

it('finds rows that were sorted, halved, copied and headed by a title, with renamed and moved columns', async () => {
  fill(store, 'vendor', 20);
  const { rows, white, idAt } = await openCsv(store, 'vendor', 'en');
  const city = white.find(({ field }) => field.head === 'City')?.at ?? 0;
  const [heads = [], ...below] = rows;
  const row = below.find((each) => each[idAt] === idOf(7, 'd')) ?? [];
  row[city] = 'Lübeck';
  const kept = below.slice(0, 19).reverse();
  const order = heads.map((_, at) => at).reverse();
  const turned = [heads.map((head) => (head === 'Website' ? 'Web' : head)), ...kept, kept[2] ?? []].map((each) =>
    order.map((at) => each[at] ?? ''),
  );
  const file = writtenCsv([['Vendors for the colleagues'], ...turned, []], 'Excel DE', 'CSV');
  const { changes, problems, unknownHeads } = await comparison(store, file);
  expect(changes.map(({ id, field, sheet }) => [id, field, sheet])).toEqual(kept.includes(row) ? [[idOf(7, 'd'), 'City', 'Lübeck']] : []);
  expect([problems, unknownHeads]).toEqual([[], ['Website']]);
});

it('never runs a cell of the CSV to edit', async () => {
  for (const kind of kinds) {
    fill(store, kind, 40);
    const rows = await openedCsv(await out(store, kind, 'csv'), ',');
    expect(rows.flat().filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-?\d/.test(cell))).toEqual([]);
  }
});

it.each(['xlsx', 'csv'] as const)('never imports a list to edit as records (%s), also where only its rows were copied', async (format) => {
  fill(store, 'vendor', 3);
  const file = await out(store, 'vendor', format);
  const [heads = [], row = []] = await openedCsv(await out(store, 'vendor', 'csv'), ',');
  const copied = writtenCsv([heads.slice(0, -1), row.slice(0, -1)], 'Excel US', 'CSV');
  for (const content of [new Uint8Array(await file.arrayBuffer()), copied])
    expect(await importRecords({ store, reading: readingHere }, { name: `a.${format}`, content, kind: 'vendor' })).toMatchObject({
      ok: false,
      problems: [{ what: 'foreign' }],
    });
});
