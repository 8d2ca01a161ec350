import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeeded } from '#main/api/result.ts';
import { nameDocument } from '#main/documents/document-texts.ts';
import { documentOf } from '#main/documents/documents.ts';
import { addPackItems, createPack, packItems, packRow, setPackItem } from '#main/documents/packs.ts';
import { countersOf } from '#main/projections/lists/counters.ts';
import { listIds } from '#main/projections/lists/lists.ts';
import { putRecord, putStub, recordOf, touchRecord } from '#main/records/records.ts';
import { indexRecords } from '#main/projections/search/word-index.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Store } from '#main/storage/store.ts';
import { createDocuments, type Documents } from '#main/library/documents/documents.ts';
import { endTrip, tripEndOf } from '#main/library/packs/end-trip.ts';
import { forgetAged } from '#main/library/retention.ts';
import { passUseTime } from '#main/library/use-time.ts';
import { recordKinds, type RecordKind, type RecordRef } from '#shared/records/record-kind.ts';
import { putEdit } from '#test/cache/many-edits.ts';
import { idOf, putExpenses } from '#test/cache/many-records.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';
import { testReading } from '#test/reading.ts';

// Records of a trip leave the laptop again; the user's edits do not.

let folder: string;
let store: Store;
let world: StillWorld;
let documents: Documents;
const account = { origin: 'https://service.test', companyId: null, userId: null };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'layover-leaving-'));
  world = stillWorld();
  const answer = openStore({ file: path.join(folder, 'account.db'), world, account });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  ({ store } = answer);
  const pdf = (id: string) => new TextEncoder().encode(`%PDF-1.7\n% SECRET-PDF-${id}\n1 0 obj\nendobj\nstartxref\n1\n%%EOF`);
  documents = createDocuments({
    store,
    client: { document: async (id: string) => succeeded({ bytes: pdf(id), headers: [] }) } as never,
    reading: testReading,
    folder: path.join(folder, 'documents'),
    quotaBytes: () => 1e9,
    parameter: () => 'noName',
    tryParameter: async () => null,
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const DAY_MS = 24 * 3_600_000;
const ref = (n: number): RecordRef => ({ kind: 'expense', id: idOf(n) });
const payable: RecordRef = { kind: 'invoicePayable', id: idOf(71) };
const textOf = (n: number) => ({ text: JSON.stringify({ id: idOf(n) }), value: { id: idOf(n) } });
/** A text of one record alone. */
const saidOnly = (n: number) => `receipts/${n}.jpg`;
const parts = () => ({ store, documents, stop: () => undefined, readsAgain: (kind: RecordKind) => kind === 'expense' });
/** Days in each of which the account was used. */
const use = (days: number) => {
  for (let day = 0; day <= days; day += 1) {
    if (day > 0) world.advance(DAY_MS);
    passUseTime(store);
  }
};

/** A pack that brought five expenses and two documents, and one expense that is in no pack. */
async function travelled(): Promise<string> {
  const { id } = createPack(store, 'Lisbon');
  addPackItems(
    store,
    id,
    'expense',
    [0, 1, 2, 3, 4].map((n) => idOf(n)),
  );
  putExpenses(store, 6);
  while (!indexRecords(store));
  for (const n of [0, 1, 2, 3, 4]) setPackItem(store, id, { ref: ref(n), state: 'ready', detail: null, bytes: 100 });
  for (const n of [70, 71]) {
    addPackItems(store, id, 'invoicePayable', [idOf(n)]);
    await documents.fetch(idOf(n), null);
    setPackItem(store, id, { ref: { kind: 'invoicePayable', id: idOf(n) }, state: 'ready', detail: null, bytes: 50 });
  }
  return id;
}

/** The size of the word index: removed words stay until it is rewritten. */
const indexedBytes = () => Number(store.sql.prepare('SELECT sum(length(block)) FROM record_words_data WHERE id > 10').pluck().get());
const everything = () => {
  store.sql.pragma('wal_checkpoint(PASSIVE)');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map((each) => readFileSync(path.join(each.parentPath, each.name), 'latin1')).join('\n');
};

describe('the end of a trip', () => {
  it('says what will go and what stays, and then exactly that is gone, from the disk too', async () => {
    const id = await travelled();
    for (const n of [0, 1, 2, 3]) expect(everything()).toContain(saidOnly(n));
    expect(everything()).toContain('SECRET-PDF');
    documents.pin(idOf(71), true);
    const other = createPack(store, 'Porto');
    addPackItems(store, other.id, 'expense', [idOf(4)]);
    const words = indexedBytes();
    const told = tripEndOf(store, id);
    expect(told).toMatchObject({ records: 4, documents: 1, unsent: 0 });
    expect(told?.bytes).toBeGreaterThan(0);
    expect(told?.stays.map(({ ref, why }) => [ref.id, why])).toEqual([
      [idOf(4), 'otherPack'],
      [idOf(71), 'pinned'],
    ]);
    const before = countersOf(store).perKind.find(({ kind }) => kind === 'expense')?.records ?? 0;
    const ended = await endTrip(parts(), id, { records: 4, documents: 1 });
    expect(ended).toMatchObject({ kind: 'ended', records: 4, documents: 1, stayed: 2 });
    expect([0, 1, 2, 3, 4, 5].map((n) => recordOf(store, ref(n)) !== null)).toEqual([false, false, false, false, true, true]);
    expect(await documents.bytes(idOf(70))).toBeNull();
    expect(await documents.bytes(idOf(71))).not.toBeNull();
    expect(documentOf(store, idOf(70))).toBeNull();
    expect(packRow(store, id)).toBeNull();
    expect(packItems(store, other.id)).toHaveLength(1);
    expect(countersOf(store).perKind.find(({ kind }) => kind === 'expense')?.records).toBe(before - 4);
    expect(listIds(store, { kind: 'expense' }, 'date', true).sort()).toEqual([idOf(4), idOf(5)]);
    const left = everything();
    for (const n of [0, 1, 2, 3]) expect(left).not.toContain(saidOnly(n));
    expect(left).toContain(saidOnly(5));
    expect(left).not.toContain(`SECRET-PDF-${idOf(70)}`);
    expect(left).toContain(`SECRET-PDF-${idOf(71)}`);
    expect(store.sql.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(indexedBytes()).toBeLessThan(words);
    const line = store.sql.prepare("SELECT what, facts FROM audit WHERE what = 'tripEnded'").get();
    expect(line).toMatchObject({ facts: expect.stringContaining('"records":4') as string });
  });

  it('removes nothing while something of it is unsent', async () => {
    const id = await travelled();
    putEdit(store, 2, 'draft');
    expect(tripEndOf(store, id)).toMatchObject({ unsent: 1, stays: [{ ref: ref(2), why: 'unsent' }] });
    expect(await endTrip(parts(), id, { records: 4, documents: 2 })).toEqual({ kind: 'unsent' });
    expect([0, 1, 2, 3, 4].every((n) => recordOf(store, ref(n)) !== null)).toBe(true);
    expect(packItems(store, id)).toHaveLength(7);
  });

  it('removes nothing when the user saw other numbers', async () => {
    const id = await travelled();
    expect(await endTrip(parts(), id, { records: 3, documents: 2 })).toEqual({ kind: 'moved' });
    expect(await endTrip(parts(), 'none', { records: 0, documents: 0 })).toBeNull();
    expect(packItems(store, id)).toHaveLength(7);
  });
});

describe('records that a trip did not bring', () => {
  it('stays at its end, counted and named: a record, a document and an id that were here before, and what an import brought meanwhile', async () => {
    putExpenses(store, 2);
    putStub(store, ref(2), world.now());
    await documents.fetch(idOf(70), null);
    const { id } = createPack(store, 'Oslo');
    addPackItems(
      store,
      id,
      'expense',
      [0, 1, 2, 3, 4].map((n) => idOf(n)),
    );
    addPackItems(store, id, 'invoicePayable', [idOf(70), idOf(71)]);
    putExpenses(store, 3, 2);
    await documents.fetch(idOf(71), null);
    putRecord(store, { ref: ref(4), ...textOf(4), provenance: 'import', asOf: world.now(), complete: true });
    putRecord(store, { ref: payable, ...textOf(71), provenance: 'import', asOf: world.now(), complete: true });
    const told = tripEndOf(store, id);
    expect(told).toMatchObject({ records: 2, documents: 1, unsent: 0 });
    const notBrought = [0, 1, 4, 70].map((n) => [idOf(n), 'notBrought']);
    expect(told?.stays.map(({ ref, why }) => [ref.id, why])).toEqual(notBrought);
    expect(await endTrip(parts(), id, { records: 2, documents: 1 })).toMatchObject({ records: 2, documents: 1, stayed: 4 });
    expect([0, 1, 2, 3, 4].map((n) => recordOf(store, ref(n)) !== null)).toEqual([true, true, false, false, true]);
    // The id that was here is here, and the record that an import says of the invoice.
    expect(listIds(store, { kind: 'expense' }, 'date', true).sort()).toEqual([0, 1, 2, 4].map((n) => idOf(n)));
    expect(recordOf(store, payable)).not.toBeNull();
    expect(await documents.bytes(idOf(70))).not.toBeNull();
    expect(await documents.bytes(idOf(71))).toBeNull();
  });

  it('is what another trip brought, which that one takes away', async () => {
    const first = createPack(store, 'Oslo').id;
    addPackItems(store, first, 'expense', [idOf(0)]);
    putExpenses(store, 1);
    const second = createPack(store, 'Bergen').id;
    addPackItems(store, second, 'expense', [idOf(0)]);
    expect(await endTrip(parts(), first, { records: 0, documents: 0 })).toMatchObject({ kind: 'ended', stayed: 1 });
    expect(recordOf(store, ref(0))).not.toBeNull();
    expect(await endTrip(parts(), second, { records: 1, documents: 0 })).toMatchObject({ kind: 'ended', records: 1 });
    expect(recordOf(store, ref(0))).toBeNull();
  });
});

describe('old records', () => {
  it('stays where the service gives nobody its kind again', async () => {
    for (const kind of recordKinds)
      putRecord(store, { ref: { kind, id: idOf(1) }, ...textOf(1), provenance: 'import', asOf: world.now(), complete: true });
    use(31);
    await forgetAged(parts(), { days: 30, sparesKept: false });
    expect(recordKinds.filter((kind) => recordOf(store, { kind, id: idOf(1) }) === null)).toEqual(['expense']);
  });

  it.each([2 * 365, 30, -2 * 365])('stays while a clock is %i days wrong for a day, and is removed in its time', async (wrong) => {
    use(35);
    putExpenses(store, 1);
    touchRecord(store, ref(0), world.now());
    use(3);
    world.advance(wrong * DAY_MS);
    const rule = { days: 30, sparesKept: false };
    const wrongNow = async () => {
      passUseTime(store);
      expect(await forgetAged(parts(), rule)).toEqual({ records: 0, documents: 0 });
    };
    await wrongNow();
    world.advance(DAY_MS / 2);
    await wrongNow();
    putExpenses(store, 1, 7);
    touchRecord(store, ref(7), world.now());
    world.advance(DAY_MS / 2 - wrong * DAY_MS);
    await wrongNow();
    use(20);
    await wrongNow();
    use(40);
    expect((await forgetAged(parts(), rule)).records).toBeGreaterThan(0);
    expect(recordOf(store, ref(0))).toBeNull();
  });

  it('is as old as the days of use of the account: months in a drawer remove nothing', async () => {
    putExpenses(store, 1);
    passUseTime(store);
    world.advance(90 * DAY_MS);
    passUseTime(store);
    expect(await forgetAged(parts(), { days: 30, sparesKept: false })).toEqual({ records: 0, documents: 0 });
    use(30);
    expect(await forgetAged(parts(), { days: 30, sparesKept: false })).toEqual({ records: 1, documents: 0 });
  });

  it('is removed by its age, but never with something unsent, nor pinned', async () => {
    await travelled();
    nameDocument(store, idOf(70), 'Old one');
    await documents.fetch(idOf(72), null);
    putEdit(store, 5, 'draft');
    use(40);
    putExpenses(store, 1, 9);
    touchRecord(store, ref(9), world.now());
    expect(await forgetAged(parts(), { days: 50, sparesKept: true })).toEqual({ records: 0, documents: 0 });
    // In a pack, so a user keeps it.
    expect(await forgetAged(parts(), { days: 30, sparesKept: true })).toEqual({ records: 0, documents: 1 });
    expect(recordOf(store, ref(0))).not.toBeNull();
    // The company's rule does not ask whether somebody wants to keep it.
    expect(await forgetAged(parts(), { days: 30, sparesKept: false })).toEqual({ records: 5, documents: 2 });
    expect(recordOf(store, ref(0))).toBeNull();
    expect(recordOf(store, ref(5))).not.toBeNull();
    expect(recordOf(store, ref(9))).not.toBeNull();
    expect(await forgetAged(parts(), { days: 30, sparesKept: false })).toEqual({ records: 0, documents: 0 });
  });
});
