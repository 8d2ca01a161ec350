import { afterEach, beforeEach, expect, it } from 'vitest';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { change } from '#main/edits/record/change.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { editById, openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { readingHere } from '#test/reading.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { hostileKinds, hostileSheets, slowKinds } from './hostile-sheets.ts';
import { opened, programs, saved, withXml } from './play-spreadsheet.ts';
import { mangled, untouched, whiteOf } from './round-trip.ts';
import { rearranged, vendorSheets } from './rearranged.ts';
import { threeWay } from './three-way.ts';
import { back, fill, kinds, comparison, out, put } from './sheet-world.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

it.each(kinds)('%s: out and in untouched drafts and asks nothing', (kind) => untouched(store, kind, 120));

it.each(programs)('%s: nothing that it changes by itself is drafted, and every real edit is found', async (program) => {
  fill(store, 'vendor', 120);
  fill(store, 'expense', 60);
  const vendors = await mangled(store, 'vendor', program, 40, 7);
  const expenses = await mangled(store, 'expense', program, 20, 11);
  expect([vendors.found, expenses.found]).toEqual([40, 20]);
  expect(vendors.reformatted + expenses.reformatted).toBeGreaterThan(50);
});

/** The newest export with some cells typed over. */
async function withCells(
  kind: 'vendor' | 'expense' | 'invoiceReceivable',
  cells: [id: string, head: string, value: string | number | Date | null][],
) {
  const sheets = await opened(await out(store, kind));
  const { rows, idAt, white } = whiteOf(sheets, kind);
  for (const [id, head, value] of cells) {
    const row = rows.find((one) => one[idAt] === id);
    const at = white.find(({ field }) => field.head === head)?.at;
    if (!row || at === undefined) throw new Error(`no ${head} of ${id}`);
    row[at] = value;
  }
  return sheets;
}
const all = (changes: { at: number }[]) => changes.map(({ at }) => ({ at, as: 'sheet' as const }));

it('drafts what a colleague changed as one act, reviewed whatever the rules say; one undo takes it back; the file again is nothing new', async () => {
  fill(store, 'expense', 5);
  const sheets = await withCells('expense', [
    [idOf(1), 'Date', new Date('2027-01-15T00:00:00Z')],
    [idOf(1), 'Original currency', 'chf'],
    [idOf(2), 'New comment', 'Please add the receipt'],
  ]);
  const file = await saved(sheets);
  const first = await comparison(store, file);
  expect(first.changes.map(({ state, id, field, sheet }) => [state, id, field, sheet])).toEqual(
    expect.arrayContaining([
      ['changed', idOf(1), 'Date', '2027-01-15'],
      ['changed', idOf(1), 'Original currency', 'chf'],
      ['added', idOf(2), 'New comment', 'Please add the receipt'],
    ]),
  );
  const drafted = first.draft(all(first.changes));
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.issues));
  expect(drafted.ids).toHaveLength(2);
  expect(drafted.ids.map((id) => editById(store, id)?.state)).toEqual(['draft', 'draft']);
  const again = await comparison(store, file);
  expect([again.changes, again.already]).toEqual([[], 3]);
  expect(undo(store, drafted.ids, {})).toMatchObject({ ok: true });
  expect((await comparison(store, file)).changes).toHaveLength(3);
});

it('a payment needs its parts, keeps its digits, always waits for a person, and is taken once', async () => {
  fill(store, 'invoiceReceivable', 3);
  const whole = [
    [idOf(2, '1'), 'New payment: amount', 12.345],
    [idOf(2, '1'), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')],
    [idOf(2, '1'), 'New payment: received on bank account', idOf(5, 'ba')],
  ] as [string, string, string | number | Date][];
  const file = await saved(
    await withCells('invoiceReceivable', [...whole, [idOf(3, '1'), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')]]),
  );
  const { changes, problems, draft } = await comparison(store, file);
  expect(changes).toMatchObject([
    { state: 'added', id: idOf(2, '1'), field: 'New payment', sheet: expect.stringContaining('12.345 KWD') as string },
  ]);
  expect(problems).toMatchObject([{ why: 'invalid' }]);
  const drafted = draft(all(changes));
  const edit = drafted.ok ? editById(store, drafted.ids[0] ?? '') : null;
  expect(edit).toMatchObject({
    kind: 'recordInvoicePayment',
    state: 'draft',
    review: 'person',
    body: expect.stringContaining('12345') as string,
  });
  expect((await comparison(store, file)).changes).toEqual([]);
});

const payment = (amount: number): [string, string, string | number | Date][] => [
  [idOf(3, '1'), 'New payment: amount', amount],
  [idOf(3, '1'), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')],
  [idOf(3, '1'), 'New payment: received on bank account', idOf(5, 'ba')],
];
const payments = () => openEditsOf(store, { kind: 'invoiceReceivable', id: idOf(3, '1') });

it('drafts a payment once: by two windows, by a second press, and after an undo that another window redoes', async () => {
  fill(store, 'invoiceReceivable', 3);
  const file = await saved(await withCells('invoiceReceivable', payment(12)));
  const [here, there] = [await comparison(store, file), await comparison(store, file)];
  const first = here.draft(all(here.changes));
  const [{ id = '' } = {}] = payments();
  expect([first, here.draft(all(here.changes)), there.draft(all(there.changes))]).toMatchObject([{ ids: [id] }, { ids: [] }, { ids: [] }]);
  expect(undo(store, [id], {})).toMatchObject({ ok: true });
  const again = await comparison(store, file);
  expect(again.draft(all(again.changes))).toMatchObject({ ids: [id], needYou: [{ id }] });
  expect(redo(store, [id], {})).toMatchObject({ ok: false });
  expect(payments()).toMatchObject([{ id, state: 'draft' }]);
});

it('stops a payment for the user where the invoice’s currency changes between the look and the act', async () => {
  fill(store, 'invoiceReceivable', 3);
  const { changes, draft } = await comparison(store, await saved(await withCells('invoiceReceivable', payment(12))));
  const known = recordOf(store, { kind: 'invoiceReceivable', id: idOf(3, '1') })?.value;
  put(store, 'invoiceReceivable', { ...known, currency: 'JPY' }, 2);
  draft(all(changes));
  expect(payments()).toMatchObject([{ state: 'conflict' }]);
});

it('keeps its drafts for review whatever rule the user’s own edit of the record goes by', async () => {
  fill(store, 'vendor', 3);
  const rules = { updateVendor: 'automatic' } as const;
  const { changes, draft } = await comparison(store, await saved(await withCells('vendor', [[idOf(2, 'd'), 'City', 'Kiel']])));
  draft(all(changes));
  const own = recordEdit(
    store,
    { kind: 'updateVendor', recordKind: 'vendor', recordId: idOf(2, 'd'), body: { description: 'mine' } },
    rules,
  );
  expect(own).toMatchObject({ merged: true, state: 'draft' });
  const corrected = change(store, own.ok ? own.id : '', { city: 'Kiel', description: 'mine too' }, rules);
  expect(corrected.ok && editById(store, corrected.id)?.state).toBe('draft');
});

it('reads an amount that Excel stores as a binary fraction: 1234.1 lies in the file as 1234.0999999999999', async () => {
  fill(store, 'invoiceReceivable', 3);
  const sheets = await withCells('invoiceReceivable', [
    [idOf(3, '1'), 'New payment: amount', 1234.1],
    [idOf(3, '1'), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')],
    [idOf(3, '1'), 'New payment: received on bank account', idOf(5, 'ba')],
  ]);
  const file = await withXml(await saved(sheets), (xml) => xml.replace('<v>1234.1</v>', '<v>1234.0999999999999</v>'));
  const { changes, problems } = await comparison(store, file);
  expect(problems).toEqual([]);
  expect(changes).toMatchObject([{ state: 'added', sheet: expect.stringContaining('1234.10 USD') as string }]);
});

it.each([
  ['an error of a formula', '<c $1 t="e"><v>#N/A</v>', { why: 'spoiled', sheet: '#N/A' }],
  ['a formula without its saved result', '<c $1><f>A1&amp;B1</f>', { why: 'noResult', sheet: '#=A1&B1' }],
])('refuses %s, and never takes it for an emptied cell', async (_, cell, problem) => {
  fill(store, 'vendor', 3);
  const file = await saved(await withCells('vendor', [[idOf(2, 'd'), 'City', 987_654]]));
  const broken = await withXml(file, (xml) => xml.replace(/<c ([^>]*?)(?: t="n")?><v>987654<\/v>/, cell));
  const { changes, problems } = await comparison(store, broken);
  expect(changes).toEqual([]);
  expect(problems).toMatchObject([{ field: 'City', ...problem }]);
});

it('tells what moved on both sides, what is so already, what was emptied, and what was spoiled', async () => {
  fill(store, 'vendor', 12);
  const id = (n: number) => idOf(n, 'd');
  const sheets = await withCells('vendor', [
    [id(1), 'City', 'Norderstedt'],
    [id(2), 'City', 'Ahrensburg'],
    [id(3), 'City', null],
    [id(4), 'Company number', '5.02E+14'],
    [id(4), 'Postal code', '#N/A'],
    [id(5), 'Phone, local number', 1.2345678901234567e22],
    [id(9), 'Company number', 50_200_000_000_000],
    [id(6), 'Account', 'no such account'],
    [id(7), 'Account', '0621 Hotels 1'],
    [id(8), 'Country', null],
  ]);
  for (const [n, city] of [
    [1, 'Hamburg'],
    [2, 'Ahrensburg'],
  ] as const)
    put(store, 'vendor', { ...recordOf(store, { kind: 'vendor', id: id(n) })?.value, city, version: 2 }, 2);
  const { changes, problems, already, draft } = await comparison(store, await saved(sheets));
  const told = changes.map(({ id: of, field, state, sheet, today }) => [of, field, state, sheet, today]);
  expect(told).toEqual(
    expect.arrayContaining([
      [id(1), 'City', 'conflict', 'Norderstedt', 'Hamburg'],
      [id(3), 'City', 'emptied', '', expect.any(String)],
      [id(7), 'Account', 'changed', '0621 Hotels 1', expect.any(String)],
    ]),
  );
  expect([told.length, already]).toEqual([3, 1]);
  expect(problems.map(({ field, why }) => [field, why])).toEqual(
    expect.arrayContaining([
      ['Company number', 'spoiled'],
      ['Postal code', 'spoiled'],
      ['Phone, local number', 'shortened'],
      ['Company number', 'shortened'],
      ['Account', 'unknownName'],
      ['Country', 'cannotBeEmpty'],
    ]),
  );
  // A record that moves between the look and the act is a conflict in the outbox, as everywhere.
  put(store, 'vendor', { ...recordOf(store, { kind: 'vendor', id: id(1) })?.value, city: 'Kiel', version: 3 }, 3);
  const taken = draft(all(changes.filter(({ id: of }) => of === id(1))));
  expect(taken.ok && editById(store, taken.ids[0] ?? '')?.state).toBe('conflict');
});

it('rows sorted, filtered, halved and copied, columns moved and renamed: every value is its record’s', async () => {
  fill(store, 'vendor', 40);
  const sheets = await withCells('vendor', [
    [idOf(30, 'd'), 'City', 'Kiel'],
    [idOf(31, 'd'), 'City', 'Lübeck'],
  ]);
  const [main, ...hidden] = sheets;
  const [heads = [], ...rows] = main?.data ?? [];
  const order = heads.map((_, at) => at).reverse();
  const turn = (row: unknown[]) => order.map((at) => row[at] ?? null) as (typeof rows)[number];
  const idAt = heads.indexOf('Id');
  const kept = rows.filter((row) => Number(String(row[idAt]).slice(-3)) >= 20).reverse();
  const copies = kept.slice(0, 3).map((row) => [...row]);
  const renamed = turn(heads).map((head) => (head === 'Postal code' ? 'Zip' : head));
  const moved = { sheet: 'Mine', data: [[null, 'For the colleagues'], renamed, ...[...kept, ...copies].map(turn), []] };
  const { changes, problems, unknownHeads } = await comparison(store, await saved([moved, ...hidden]));
  expect(changes.map(({ id, field, sheet }) => [id, field, sheet]).sort()).toEqual([
    [idOf(30, 'd'), 'City', 'Kiel'],
    [idOf(31, 'd'), 'City', 'Lübeck'],
  ]);
  expect([problems, unknownHeads]).toEqual([[], ['Postal code']]);
});

it('two rows of one record that differ are refused by name, and a row that nobody knows is counted', async () => {
  fill(store, 'vendor', 4);
  const sheets = await opened(await out(store, 'vendor'));
  const { rows, idAt, white } = whiteOf(sheets, 'vendor');
  const city = white.find(({ field }) => field.head === 'City')?.at ?? -1;
  const twin = [...(rows[0] ?? [])];
  twin[city] = 'Elsewhere';
  const stranger = [...(rows[1] ?? [])];
  stranger[idAt] = idOf(9_999, 'd');
  sheets[0]?.data.push(twin, stranger, ['', 'a total', null]);
  const { changes, problems, unknownRows } = await comparison(store, await saved(sheets));
  expect([changes, problems.map(({ field, why }) => [field, why]), unknownRows]).toEqual([[], [['City', 'twoValues']], 2]);
});

it('a base that was touched, or is another laptop’s, is no base: the sheet is compared with today only', async () => {
  fill(store, 'vendor', 6);
  const cells = [[idOf(1, 'd'), 'City', 'Kiel']] as [string, string, string][];
  const forged = await withCells('vendor', cells);
  const hidden = forged.find(({ sheet }) => sheet === 'Layover');
  const row = hidden?.data.find(([id]) => id === idOf(1, 'd'));
  if (row) row[1] = String(row[1]).replace('"DE"', '"AT"');
  const look1 = await comparison(store, await saved(forged));
  expect([look1.exportedAt, look1.changes.map(({ state, base }) => [state, base])]).toEqual([null, [['different', null]]]);
  const [visible] = await withCells('vendor', cells);
  const look2 = await comparison(store, await saved(visible ? [visible] : []));
  expect([look2.exportedAt, look2.changes.map(({ state, sheet }) => [state, sheet])]).toEqual([null, [['different', 'Kiel']]]);
  const other = openTestStore(stillWorld(2));
  fill(other, 'vendor', 6);
  expect((await comparison(other, await saved(await withCells('vendor', cells)))).exportedAt).toBeNull();
  other.close();
});

it('an own edit that is under way is today’s value, for what leaves and for what comes back', async () => {
  fill(store, 'expense', 2);
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: idOf(1), body: { originalCurrency: 'NOK' } }, {});
  const sheets = await opened(await out(store, 'expense'));
  expect(await comparison(store, await saved(sheets))).toMatchObject({ changes: [], already: 0, unchangedRows: 2 });
});

it('macros, links to other files, bombs, and what is no edit sheet are refused by name', async () => {
  const zip = async (files: Record<string, string>) => {
    const writer = new ZipWriter(new BlobWriter());
    for (const [name, text] of Object.entries(files)) await writer.add(name, new TextReader(text));
    return writer.close();
  };
  const whyOf = async (file: Blob) => {
    const { answer } = await back(store, file);
    return answer.ok ? 'taken' : answer.why;
  };
  const workbook = { 'xl/workbook.xml': '<workbook/>' };
  expect(await whyOf(new Blob(['id;name']))).toBe('notEditSheet');
  expect(await whyOf(new Blob(['%PDF-1.7']))).toBe('notWorkbook');
  expect(await whyOf(await zip({ 'word/document.xml': '' }))).toBe('notWorkbook');
  expect(await whyOf(await zip({ ...workbook, 'xl/vbaProject.bin': 'x' }))).toBe('macros');
  expect(await whyOf(await zip({ ...workbook, 'xl/externalLinks/externalLink1.xml': 'x' }))).toBe('links');
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/worksheets/sheet${at}.xml`, '']));
  expect(await whyOf(await zip({ ...workbook, ...many }))).toBe('tooLarge');
  expect(
    await whyOf(
      await saved([
        {
          sheet: 'A',
          data: [
            ['Name', 'City'],
            ['a', 'b'],
          ],
        },
      ]),
    ),
  ).toBe('notEditSheet');
});

it('reads dates as texts in the order that the sheet shows, so that no typed day is taken for another', async () => {
  fill(store, 'expense', 40);
  const sheets = await opened(await out(store, 'expense'));
  const { rows, idAt, white } = whiteOf(sheets, 'expense');
  const at = white.find(({ field }) => field.head === 'Date')?.at ?? -1;
  const american = (day: Date) => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
  const swapped = rows.findIndex(
    (row) => row[at] instanceof Date && row[at].getUTCDate() < 13 && row[at].getUTCDate() !== row[at].getUTCMonth() + 1,
  );
  const day = rows[swapped]?.[at] as Date;
  for (const row of rows) if (row[at] instanceof Date) row[at] = american(row[at]);
  const typed = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCDate() - 1, day.getUTCMonth() + 1));
  if (rows[swapped]) rows[swapped][at] = american(typed);
  const { changes, problems } = await comparison(store, await saved(sheets));
  expect(problems).toEqual([]);
  expect(changes.map(({ id, today }) => [id, today])).toEqual([[rows[swapped]?.[idAt], day.toISOString().slice(0, 10)]]);
  const { changes: found, draft } = await comparison(store, await saved(sheets));
  const drafted = draft(all(found));
  expect(drafted.ok && editById(store, drafted.ids[0] ?? '')?.body).toContain(typed.toISOString().slice(0, 10));
});

it('keeps the base of a sheet with a text that no cell can hold, and never drafts its beginning', async () => {
  fill(store, 'vendor', 3);
  const known = recordOf(store, { kind: 'vendor', id: idOf(2, 'd') })?.value;
  put(store, 'vendor', { ...known, description: 'long '.repeat(8_000) });
  const sheets = await withCells('vendor', [[idOf(1, 'd'), 'City', 'Kiel']]);
  expect(await comparison(store, await saved(sheets))).toMatchObject({
    exportedAt: expect.any(Number) as number,
    changes: [{ sheet: 'Kiel' }],
    problems: [],
  });
  const { rows, idAt, white } = whiteOf(sheets, 'vendor');
  const at = white.find(({ field }) => field.head === 'Description')?.at ?? -1;
  const row = rows.find((one) => one[idAt] === idOf(2, 'd'));
  if (row) row[at] = `${String(row[at])} more`.slice(-1_000);
  const { changes, problems } = await comparison(store, await saved(sheets));
  expect([changes.map(({ field }) => field), problems.map(({ why }) => why)]).toEqual([['City'], ['cut']]);
});

it('takes of two colleagues’ copies in one workbook what each changed, and refuses what both did', async () => {
  fill(store, 'vendor', 6);
  const id = (n: number) => idOf(n, 'd');
  const ines = await withCells('vendor', [
    [id(1), 'City', 'Kiel'],
    [id(2), 'City', 'Bremen'],
    [id(4), 'New comment', 'Please check'],
    [id(5), 'New comment', 'Mine'],
  ]);
  const [main, ...hidden] = ines;
  if (!main) throw new Error('no sheet');
  const jonas = { sheet: 'Copy of Jonas', data: main.data.map((row) => [...row]) };
  const { idAt, white } = whiteOf([jonas], 'vendor');
  const type = (n: number, head: string, value: string | null) => {
    const row = jonas.data.find((one) => one[idAt] === id(n));
    const at = white.find(({ field }) => field.head === head)?.at;
    if (row && at !== undefined) row[at] = value;
  };
  const left = await opened(await out(store, 'vendor'));
  for (const n of [1, 2])
    type(
      n,
      'City',
      String(left[0]?.data.find((row) => row[idAt] === id(n))?.[white.find(({ field }) => field.head === 'City')?.at ?? 0] ?? ''),
    );
  type(4, 'New comment', null);
  type(2, 'City', 'Hamburg');
  type(3, 'City', 'Lübeck');
  type(5, 'New comment', 'Theirs');
  const { changes, problems } = await comparison(store, await saved([main, jonas, ...hidden]));
  expect(changes.map(({ id: of, field, sheet }) => [of, field, sheet]).sort()).toEqual([
    [id(1), 'City', 'Kiel'],
    [id(3), 'City', 'Lübeck'],
    [id(4), 'New comment', 'Please check'],
  ]);
  expect(problems.map(({ field, why }) => [field, why]).sort()).toEqual([
    ['City', 'twoValues'],
    ['New comment', 'twoValues'],
  ]);
});

it('compares cells of records that moved as a plain rule does, and drafts nothing but what is taken', async () => {
  const { cells, ...counts } = await threeWay(store, 60, 5);
  expect(cells).toBe(600);
  for (const state of ['changed', 'conflict', 'emptied', 'drafted']) expect(counts[state], state).toBeGreaterThan(20);
});

it('finds every change in sheets that were sorted, halved, copied, renamed and merged, for the record that it was typed for', async () => {
  fill(store, 'vendor', 12);
  const left = await vendorSheets(store);
  for (let seed = 1; seed <= 12; seed++) await rearranged(store, left, seed);
});

it('gives no hostile file more than a refusal, a comparison without a base, or nothing to draft', async () => {
  const quick = hostileKinds.filter((kind) => !slowKinds.includes(kind));
  expect(await hostileSheets(readingHere, quick.length, 3, quick)).toBeGreaterThan(15);
});
