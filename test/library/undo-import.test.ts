import { beforeEach, expect, it } from 'vitest';
import { importRecords } from '#main/library/imports/imports.ts';
import type { ImportProgress } from '#main/library/imports/import-place.ts';
import { undoImport } from '#main/library/imports/undo-import.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { putRecord, putStub } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld, type StillWorld } from '#test/cache/world-for-cache.ts';
import { readingHere, testReading } from '#test/reading.ts';

let world: StillWorld;
let store: Store;
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
});

const kind = 'expense' as const;
const put = (n: number, value: object, asOf: number) =>
  putRecord(store, {
    ref: { kind, id: idOf(n) },
    value: { id: idOf(n), ...value },
    provenance: 'read',
    asOf,
    complete: true,
    etag: `"${n}"`,
  });
const fileOf = (records: object[]) => ({ name: 'expenses.json', content: JSON.stringify(records), kind });
const take = (records: object[]) => importRecords({ store, reading: readingHere }, fileOf(records));

/** Everything that the file has of records, row numbers and the search index aside: read by SQL alone. */
const everything = () => ({
  records: store.sql
    .prepare(
      `SELECT record_id, title, subtitle, status, amount_minor, currency, date, as_of, provenance, complete, facts, text, etag
       FROM record LEFT JOIN record_body USING (row) ORDER BY record_id`,
    )
    .all(),
  facts: store.sql.prepare('SELECT record_id, column, value FROM record_fact JOIN record USING (row) ORDER BY 1, 2, 3').all(),
  counts: store.sql.prepare('SELECT * FROM record_count WHERE count > 0 ORDER BY currency, status, date').all(),
});

it('undoes an import of new, known, bare and unchanged records: everything is as before', async () => {
  for (let n = 0; n < 120; n++) put(n, { status: 'CREATED', originalCurrency: 'EUR', description: `Old ${n}` }, 1_000 + n);
  for (let n = 120; n < 140; n++) putStub(store, { kind, id: idOf(n) }, 2_000);
  const before = everything();
  world.advance(5_000);
  const records = Array.from({ length: 200 }, (_, n) => ({
    id: idOf(n),
    status: 'BOOKED',
    originalCurrency: 'SEK',
    description: `New ${n}`,
  }));
  expect(await take(records)).toMatchObject({ ok: true, imported: 200 });
  expect(everything()).not.toEqual(before);
  expect(await undoImport(store)).toEqual({ undone: 200, stayed: 0 });
  expect(everything()).toEqual(before);
  expect(await undoImport(store)).toEqual({ undone: 0, stayed: 0 });
});

it('leaves records that have an edit or were read since', async () => {
  put(1, { description: 'Old' }, 1_000);
  put(2, { description: 'Old' }, 1_000);
  world.advance(5_000);
  await take([1, 2, 3].map((n) => ({ id: idOf(n), description: 'New' })));
  recordEdit(store, { kind: 'updateExpense', recordKind: kind, recordId: idOf(1), body: { originalCurrency: 'JPY' } }, {});
  put(2, { description: 'Newest' }, world.now() + 1);
  expect(await undoImport(store)).toEqual({ undone: 1, stayed: 2 });
  const texts = store.sql
    .prepare('SELECT text FROM record_body ORDER BY row')
    .pluck()
    .all()
    .map((text) => JSON.parse(String(text)) as { description: string });
  expect(texts.map(({ description }) => description)).toEqual(['New', 'Newest']);
});

it('undoes the newest import alone', async () => {
  await take([{ id: idOf(1), description: 'First' }]);
  world.advance(5_000);
  await take([{ id: idOf(2), description: 'Second' }]);
  expect(await undoImport(store)).toEqual({ undone: 1, stayed: 0 });
  expect(store.sql.prepare('SELECT record_id FROM record').pluck().all()).toEqual([idOf(1)]);
});

it('reports every count, and nothing is here of an import that was cancelled before it writes', async () => {
  const records = Array.from({ length: 1_500 }, (_, n) => ({ id: idOf(n), description: `New ${n}` }));
  const heard: ImportProgress[] = [];
  await importRecords({ store, reading: testReading }, fileOf(records), {}, { report: (progress) => heard.push(progress) });
  for (const writes of [false, true]) {
    const counts = heard.filter((progress) => progress.writes === writes);
    expect(counts.at(-1)).toEqual({ done: 1_500, of: 1_500, writes });
    expect(counts.map(({ done }) => done)).toEqual(counts.map(({ done }) => done).toSorted((a, b) => a - b));
  }
  const other = openTestStore(world);
  for (const at of [0, 2, 1_500]) {
    const cancel = new AbortController();
    const report = ({ done }: ImportProgress) => {
      if (done >= at) cancel.abort();
    };
    if (at === 0) cancel.abort();
    const importer = { store: other, reading: testReading };
    expect(await importRecords(importer, fileOf(records), {}, { report, signal: cancel.signal })).toEqual({ ok: false, why: 'cancelled' });
  }
  for (const table of ['record', 'staged_import', 'import_before'])
    expect(other.sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  other.close();
});
