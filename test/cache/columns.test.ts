import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkColumns, remakeColumns } from '#main/projections/columns/remake-columns.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { putRecord, putStub } from '#main/records/records.ts';
import { writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput } from '#shared/contract/inputs.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const everything = () => ({
  facts: store.sql.prepare('SELECT * FROM record_fact ORDER BY 1, 2, 3').all(),
  rows: store.sql.prepare('SELECT * FROM record ORDER BY row').all(),
  counts: store.sql.prepare('SELECT * FROM record_count WHERE count > 0 ORDER BY 1, 2, 3, 4').all(),
});
const put = (value: JsonObject) =>
  putRecord(store, { ref: { kind: 'expense', id: String(value['id']) }, value, provenance: 'read', asOf: 1, complete: true });

describe('the columns of a list', () => {
  it('follow every change of a record, and keep nothing of earlier values', () => {
    putStub(store, { kind: 'expense', id: idOf(1) }, 1);
    for (const n of [2, 3]) put({ ...expense(n), id: idOf(1), updatedAt: null });
    const grown = everything();
    store.close();
    store = openTestStore(stillWorld());
    put({ ...expense(3), id: idOf(1), updatedAt: null });
    expect(grown.facts).toEqual(everything().facts);
  });

  it('are on the page as the record says them', () => {
    put(expense(7));
    const [row] = listRecords(store, listInput.parse({ filter: { kind: 'expense' } })).rows;
    expect(row?.facts).toEqual({ account: [idOf(7, 'b')], costcentre: [idOf(7, 'd')], lines: ['2'], person: [idOf(7, 'a')] });
  });

  it('are rebuilt when the columns change, portion by portion, equal to a fresh start', () => {
    checkColumns(store);
    putExpenses(store, 450);
    putStub(store, { kind: 'vendor', id: idOf(5) }, 1);
    const made = everything();
    writeSetting(store, 'columns', { by: 'columns of last year', after: null });
    store.sql.exec(`UPDATE record SET facts = '{"old":["x"]}', title = 'old', status = 'OLD' WHERE kind = 'expense'`);
    store.sql.exec('UPDATE record_fact SET "column" = "column" + 100');
    checkColumns(store);
    expect(everything().facts).toEqual([]);
    let portions = 1;
    while (!remakeColumns(store)) portions += 1;
    expect(portions).toBe(3);
    expect(everything()).toEqual(made);
    checkColumns(store);
    expect(remakeColumns(store)).toBe(true);
    expect(everything()).toEqual(made);
  });

  it('go on where the process ended', () => {
    checkColumns(store);
    putExpenses(store, 450);
    const made = everything();
    writeSetting(store, 'columns', { by: 'columns of last year', after: null });
    checkColumns(store);
    remakeColumns(store);
    put(expense(449));
    checkColumns(store);
    while (!remakeColumns(store));
    expect(everything().facts).toEqual(made.facts);
  });
});
