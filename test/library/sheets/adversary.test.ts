import { afterEach, beforeEach, expect, it } from 'vitest';
import { discard } from '#main/edits/decide/discard.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { bodyOf, editById, openEditsOf } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { opened, saved } from './play-spreadsheet.ts';
import { whiteOf } from './round-trip.ts';
import { fill, comparison, out, put } from './sheet-world.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

type Kind = 'vendor' | 'expense' | 'invoiceReceivable';
const all = (changes: { at: number }[]) => changes.map(({ at }) => ({ at, as: 'sheet' as const }));

async function typed(kind: Kind, cells: [id: string, head: string, value: string | number | Date | null][], left?: Blob) {
  const sheets = await opened(left ?? (await out(store, kind)));
  const { rows, idAt, white } = whiteOf(sheets, kind);
  for (const [id, head, value] of cells) {
    const row = rows.find((one) => one[idAt] === id);
    if (row) row[white.find(({ field }) => field.head === head)?.at ?? 0] = value;
  }
  return saved(sheets);
}
const vendor = (n: number) => idOf(n, 'd');

it('shows again only what was taken back, whichever half of a sheet’s drafts that is', async () => {
  fill(store, 'vendor', 6);
  const file = await typed('vendor', [
    [vendor(1), 'City', 'Kiel'],
    [vendor(2), 'City', 'Porto'],
    [vendor(3), 'New comment', '=1+1'],
    [vendor(4), 'New comment', 'Please check'],
  ]);
  const first = await comparison(store, file);
  const drafted = first.draft(all(first.changes));
  if (!drafted.ok) throw new Error('not drafted');
  const half = drafted.ids.filter((id) => ['Porto', '=1+1'].some((text) => editById(store, id)?.body.includes(text)));
  expect(half).toHaveLength(2);
  expect(discard(store, half)).toMatchObject({ ok: true });
  const again = await comparison(store, file);
  expect(again.changes.map(({ id, sheet }) => [id, sheet]).sort()).toEqual([
    [vendor(2), 'Porto'],
    [vendor(3), '=1+1'],
  ]);
  again.draft(all(again.changes));
  const texts = openEditsOf(store, { kind: 'vendor', id: vendor(3) }).map((row) => bodyOf(row)?.['content']);
  expect(texts).toEqual(['=1+1']);
  expect((await comparison(store, file)).changes).toEqual([]);
});

it('takes two colleagues’ copies one after another: what both changed is a conflict, never the later one’s', async () => {
  fill(store, 'vendor', 6);
  const left = await out(store, 'vendor');
  const ines = await typed(
    'vendor',
    [
      [vendor(1), 'City', 'Kiel'],
      [vendor(2), 'City', 'Porto'],
    ],
    left,
  );
  const jonas = await typed(
    'vendor',
    [
      [vendor(1), 'City', 'Bergen'],
      [vendor(3), 'City', 'Malaga'],
    ],
    left,
  );
  const one = await comparison(store, ines);
  one.draft(all(one.changes));
  const other = await comparison(store, jonas);
  expect(other.changes.map(({ id, state, today, sheet }) => [id, state, today, sheet]).sort()).toEqual([
    [vendor(1), 'conflict', 'Kiel', 'Bergen'],
    [vendor(3), 'changed', expect.any(String), 'Malaga'],
  ]);
});

it('takes the same payment of two copies once, and no amount of another currency', async () => {
  fill(store, 'invoiceReceivable', 5);
  const invoice = (n: number) => idOf(n, '1');
  const left = await out(store, 'invoiceReceivable');
  const pay = (n: number, amount: string | number): [string, string, string | number | Date][] => [
    [invoice(n), 'New payment: amount', amount],
    [invoice(n), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')],
    [invoice(n), 'New payment: received on bank account', idOf(5, 'ba')],
  ];
  const cells = [...pay(5, '100 EUR'), ...pay(3, '100 EUR'), ...pay(4, -12.5)];
  const [ines, jonas] = [await typed('invoiceReceivable', cells, left), await typed('invoiceReceivable', cells, left)];
  const one = await comparison(store, ines);
  // 5 is in euros, 3 in US dollars.
  expect(one.changes.map(({ id, sheet }) => [id, sheet.split(' · ')[0]]).sort()).toEqual([
    [invoice(4), '-12.50 SEK'],
    [invoice(5), '100.00 EUR'],
  ]);
  expect(one.problems).toMatchObject([{ field: 'New payment: amount', why: 'notAmount', sheet: '100 EUR' }]);
  const drafted = one.draft(all(one.changes));
  expect(drafted.ok && drafted.ids.map((id) => editById(store, id)?.state)).toEqual(['draft', 'draft']);
  expect((await comparison(store, jonas)).changes).toEqual([]);
});

it('reads an amount with one comma in no currency of three decimals as two amounts, and refuses it', async () => {
  fill(store, 'invoiceReceivable', 5);
  const { problems } = await comparison(
    store,
    await typed('invoiceReceivable', [
      [idOf(2, '1'), 'New payment: amount', '1,234'],
      [idOf(2, '1'), 'New payment: payment date', new Date('2026-11-20T00:00:00Z')],
    ]),
  );
  expect(problems).toMatchObject([{ why: 'unclearAmount' }]);
});

it('drafts nothing of a record that is gone, and compares one that was cancelled meanwhile with today', async () => {
  fill(store, 'expense', 4);
  const file = await typed('expense', [
    [idOf(1), 'Original currency', 'CHF'],
    [idOf(2), 'Original currency', 'CHF'],
  ]);
  store.commit('gone', () => forgetRecord(store, { kind: 'expense', id: idOf(1) }));
  put(
    store,
    'expense',
    { ...recordOf(store, { kind: 'expense', id: idOf(2) })?.value, status: 'CANCELLED', updatedAt: '2027-01-01T00:00:00Z' },
    9,
  );
  const { changes, unknownRows, unknown, draft } = await comparison(store, file);
  expect([changes.map(({ id }) => id), unknownRows, unknown]).toEqual([
    [idOf(2)],
    1,
    [{ line: expect.any(Number), title: expect.any(String) }],
  ]);
  // It goes between the look and the act.
  store.commit('gone', () => forgetRecord(store, { kind: 'expense', id: idOf(2) }));
  const drafted = draft(all(changes));
  expect(drafted.ok && drafted.ids.map((id) => editById(store, id)?.state)).toEqual(['draft']);
});

it('asks once about a column that was emptied whole, and takes back what it cleared', async () => {
  fill(store, 'vendor', 9);
  const file = await typed(
    'vendor',
    Array.from({ length: 9 }, (_, n) => [vendor(n + 1), 'City', null]),
  );
  const { changes, draft } = await comparison(store, file);
  expect([...new Set(changes.map(({ state, field }) => `${state} ${field}`))]).toEqual(['emptied City']);
  const drafted = draft(all(changes));
  expect(drafted.ok && drafted.ids).toHaveLength(changes.length);
  expect(drafted.ok && undo(store, drafted.ids, {})).toMatchObject({ ok: true });
  expect((await comparison(store, file)).changes).toHaveLength(changes.length);
});

it('takes back, after one draft was approved, what one Undo can, and then shows exactly that again', async () => {
  fill(store, 'vendor', 4);
  const file = await typed('vendor', [
    [vendor(1), 'City', 'Kiel'],
    [vendor(2), 'City', 'Porto'],
    [vendor(3), 'City', 'Bergen'],
  ]);
  const { changes, draft } = await comparison(store, file);
  const drafted = draft(all(changes));
  const ids = drafted.ok ? drafted.ids : [];
  expect(approve(store, { ids: ids.slice(0, 1), fingerprint: fingerprintOf(store), secondConfirmation: true })).toMatchObject({ ok: true });
  undo(store, ids, {});
  const gone = ids.map((id) => editById(store, id)).filter((row) => row?.state === 'discarded');
  const again = await comparison(store, file);
  expect(again.changes.map(({ id }) => id).sort()).toEqual(gone.map((row) => row?.recordId).sort());
  const more = again.draft(all(again.changes));
  expect(more.ok).toBe(true);
  expect([1, 2, 3].map((n) => openEditsOf(store, { kind: 'vendor', id: vendor(n) }).length)).toEqual([1, 1, 1]);
});
