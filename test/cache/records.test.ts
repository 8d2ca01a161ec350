import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countersOf } from '#main/projections/lists/counters.ts';
import { countOf, facets, totals } from '#main/projections/lists/list-counts.ts';
import { listIds, listRecords, placeOf } from '#main/projections/lists/lists.ts';
import { addPackItems, createPack } from '#main/documents/packs.ts';
import { putRecord, putStub, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput, type ListFilter } from '#shared/contract/inputs.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { parseJson, type JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { expense, idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const put = (kind: RecordKind, id: string, value: JsonObject, more: { complete?: boolean; asOf?: number } = {}) =>
  putRecord(store, { ref: { kind, id }, value, provenance: 'read', asOf: more.asOf ?? 1, complete: more.complete ?? true });
const list = (filter: object, more: object = {}) =>
  listRecords(store, listInput.parse({ filter: { kind: 'expense', ...filter }, ...more }));

describe('a record', () => {
  it('returns a record as received, to the digit', () => {
    const text = '{"id":"x","amount":9007199254740993,"unknown":{"rate":0.10000000000000000001}}';
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error('the text is JSON');
    putRecord(store, {
      ref: { kind: 'invoiceReceivable', id: idOf(1) },
      value: parsed.value as JsonObject,
      text,
      provenance: 'writeResponse',
      asOf: 7,
      complete: true,
      etag: '"v1"',
    });
    const found = recordOf(store, { kind: 'invoiceReceivable', id: idOf(1) });
    expect(found).toMatchObject({ text, provenance: 'writeResponse', asOf: 7, complete: true, etag: '"v1"' });
    expect(found?.value['amount']).toBe(9007199254740993n);
    expect(list({ kind: 'invoiceReceivable' }).rows[0]?.amountMinor).toBe(9007199254740993n);
  });

  it('is not overwritten by something older, by the service’s own words', () => {
    put('expense', idOf(1), { id: idOf(1), status: 'SUBMITTED_FOR_REVIEW', updatedAt: '2026-02-01T10:00:00Z' });
    expect(put('expense', idOf(1), { id: idOf(1), status: 'CREATED', updatedAt: '2026-02-01T09:59:59.999Z' })).toBe('olderKept');
    expect(recordOf(store, { kind: 'expense', id: idOf(1) })?.value['status']).toBe('SUBMITTED_FOR_REVIEW');
    put('vendor', idOf(2), { vendorId: idOf(2), version: 5, name: 'five' });
    expect(put('vendor', idOf(2), { vendorId: idOf(2), version: 4, name: 'four' })).toBe('olderKept');
    expect(put('vendor', idOf(2), { vendorId: idOf(2), version: 6n, name: 'six' })).toBe('stored');
  });

  it('keeps lines that an answer omits, and fields that an incomplete import does not know', () => {
    const ref = { kind: 'invoiceReceivable', id: idOf(1) } as const;
    put('invoiceReceivable', idOf(1), { id: idOf(1), state: 'OPEN', lines: [{ id: idOf(9), netAmount: 5 }] });
    put('invoiceReceivable', idOf(1), { id: idOf(1), state: 'PAID' });
    expect(recordOf(store, ref)?.value).toMatchObject({ state: 'PAID', lines: [{ netAmount: 5 }] });
    put('invoiceReceivable', idOf(1), { id: idOf(1), state: 'PAID', lines: null });
    expect(recordOf(store, ref)?.value['lines']).toHaveLength(1);
    put('invoiceReceivable', idOf(1), { reference: 'PO 7' }, { complete: false });
    expect(recordOf(store, ref)).toMatchObject({ value: { state: 'PAID', reference: 'PO 7' }, complete: false });
    put('invoiceReceivable', idOf(1), { id: idOf(1), lines: [] });
    expect(recordOf(store, ref)?.value['lines']).toEqual([]);
  });

  it('may be known by its id alone', () => {
    putStub(store, { kind: 'invoicePayable', id: idOf(3) }, 1);
    putStub(store, { kind: 'invoicePayable', id: idOf(3) }, 2);
    expect(recordOf(store, { kind: 'invoicePayable', id: idOf(3) })).toBeNull();
    expect(list({ kind: 'invoicePayable' })).toMatchObject({ total: 1, rows: [{ provenance: 'stub', asOf: 1, documentState: 'none' }] });
  });

  it('is published after the commit, once, and not when it fails', () => {
    const heard: Change[][] = [];
    store.subscribe((changes) => heard.push(changes));
    store.commit('two', () => {
      put('expense', idOf(1), expense(1));
      put('expense', idOf(2), expense(2));
      expect(heard).toEqual([]);
    });
    expect(heard).toHaveLength(1);
    expect(() =>
      store.commit('fails', () => {
        put('expense', idOf(3), expense(3));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(heard).toHaveLength(1);
    expect(list({}).total).toBe(2);
    put('expense', idOf(4), expense(4));
    expect(heard.at(-1)).toEqual([{ kind: 'records', refs: [{ kind: 'expense', id: idOf(4) }] }]);
  });
});

describe('the counters', () => {
  it('follow every change and every rollback, however often they are asked', () => {
    const counted = () => {
      const { waiting, perKind } = countersOf(store);
      return [waiting, perKind.find(({ kind }) => kind === 'expense')?.records];
    };
    expect(counted()).toEqual([0, 0]);
    putExpenses(store, 3);
    expect(counted()).toEqual([0, 3]);
    putEdit(store, 1, 'waiting');
    expect([counted(), counted()]).toEqual([
      [1, 3],
      [1, 3],
    ]);
    const undone = () =>
      store.commit('undone', () => {
        putExpenses(store, 2, 3);
        expect(counted()).toEqual([1, 5]);
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(counted()).toEqual([1, 3]);
  });
});

describe('a list', () => {
  it('gives every row once, whatever the sorting, page by page, even while rows are added', () => {
    putExpenses(store, 700);
    for (const sort of ['date', 'amount', 'title', 'updatedAt'] as const) {
      for (const descending of [true, false]) {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const page = list({}, { sort, descending, after, limit: 97 });
          seen.push(...page.rows.map((row) => row.id));
          after = page.next;
        } while (after !== null);
        expect(seen).toEqual(listIds(store, { kind: 'expense' }, sort, descending));
        expect(new Set(seen).size).toBe(700);
      }
    }
    const first = list({}, { limit: 100 });
    putExpenses(store, 50, 700);
    const second = list({}, { limit: 100, after: first.next });
    expect(second.rows.some((row) => first.rows.some((seen) => seen.id === row.id))).toBe(false);
  });

  it('returns a record’s position for every sorting, filter or cursor', () => {
    putExpenses(store, 400);
    for (const query of ['', 'lines', 'status:submitted', 'currency:EUR']) {
      for (const sort of ['date', 'amount', 'title', 'updatedAt'] as const) {
        for (const descending of [true, false]) {
          const whole: ListFilter = { kind: 'expense', query };
          const ids = listIds(store, whole, sort, descending);
          const asked = Array.from({ length: 20 }, (_, n) => idOf(n * 20));
          expect(asked.map((id) => placeOf(store, whole, sort, descending, id) ?? -1)).toEqual(asked.map((id) => ids.indexOf(id)));
        }
      }
    }
    expect(placeOf(store, { kind: 'vendor' }, 'date', true, idOf(20))).toBeNull();
  });

  it('finds words that thousands of rows have, in the list’s order', () => {
    putExpenses(store, 2600);
    const [filter, seen]: [object, string[]] = [{ query: 'lines' }, []];
    for (let page = list(filter, { limit: 500 }); ; page = list(filter, { limit: 500, after: page.next })) {
      expect(page.total).toBe(2600);
      seen.push(...page.rows.map((row) => row.id));
      if (page.next === null) break;
    }
    expect(seen).toEqual(listIds(store, { kind: 'expense' }, 'date', true));
  });

  it('filters as a plain look at every row would', () => {
    putExpenses(store, 480);
    const all = list({}, { limit: 500 }).rows;
    const check = (query: string, keep: (row: (typeof all)[number]) => boolean) => {
      const expected = all.filter(keep);
      for (const sort of ['date', 'amount'] as const) {
        const page = list({ query }, { sort, limit: 500 });
        expect(countOf(store, { kind: 'expense', query })).toBe(expected.length);
        expect(new Set(page.rows.map((row) => row.id))).toEqual(new Set(expected.map((row) => row.id)));
      }
      const sums = totals(store, { kind: 'expense', query });
      const own = Map.groupBy(expected, (row) => row.currency ?? '');
      expect(new Map(sums.map((sum) => [sum.currency, sum.amountMinor]))).toEqual(
        new Map([...own].map(([currency, rows]) => [currency, rows.reduce((sum, row) => sum + (row.amountMinor ?? 0n), 0n)])),
      );
    };
    check('status:cancelled', (row) => row.status === 'CANCELLED');
    check('status:cancelled,created', (row) => row.status === 'CANCELLED' || row.status === 'CREATED');
    check('currency:KWD', (row) => row.currency === 'KWD');
    check('currency:KWD status:created', (row) => row.currency === 'KWD' && row.status === 'CREATED');
    check('date:2025-01-01..2025-06-30', (row) => (row.date ?? '') >= '2025-01-01' && (row.date ?? '') <= '2025-06-30');
    const told = (id: string) => JSON.stringify(expense(Number(id.slice(-12))));
    check('taxi lisb status:created', (row) => row.status === 'CREATED' && /taxi/.test(told(row.id)) && /Lisb/.test(told(row.id)));
    check('li', (row) => /[^a-z]li/i.test(told(row.id)) || row.subtitle !== null);
    expect(list({ query: '%%' }).total).toBe(0);
    expect(list({ query: '   ' }).total).toBe(480);
  });

  it('shows what is pending, by whose turn it is, and what a pack holds', () => {
    putExpenses(store, 60);
    const states = ['draft', 'waiting', 'sending', 'checking', 'rejected', 'conflict', 'inDoubt', 'held', 'applied', 'discarded'] as const;
    for (const [n, state] of states.entries()) putEdit(store, n, state);
    const shown = (query: string) => list({ query }, { sort: 'title' }).rows.map((row) => Number(row.id.slice(-12)));
    const numbers = (found: number[]) => found.toSorted((a, b) => a - b);
    expect(numbers(shown('has:edit'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(numbers(shown('has:waiting'))).toEqual([1, 2, 3]);
    expect(numbers(shown('has:review,conflict,rejected,held'))).toEqual([0, 4, 5, 7]);
    expect(numbers(shown('has:doubt'))).toEqual([6]);
    expect(list({ query: 'has:edit' }).total).toBe(8);
    expect(list({ query: 'has:edit status:cancelled' }).rows.map((row) => row.id)).toEqual([idOf(0)]);
    expect(listIds(store, { kind: 'expense', query: 'has:doubt' }, 'date', true)).toEqual([idOf(6)]);
    const pack = createPack(store, 'Lisbon');
    addPackItems(store, pack.id, 'expense', [idOf(3), idOf(50), idOf(900)]);
    addPackItems(store, pack.id, 'vendor', [idOf(4)]);
    expect(numbers(shown('pack:Lisbon'))).toEqual([3, 50]);
    expect(numbers(shown('pack:Lisbon has:edit'))).toEqual([3]);
  });

  it('sums beyond int64 and below zero exactly', () => {
    const most = 9223372036854775807n;
    for (const [n, amount] of [most, most, most, -5n, -most].entries())
      put('invoiceReceivable', idOf(n), { id: idOf(n), amount, currency: 'EUR', state: 'OPEN' });
    put('invoiceReceivable', idOf(9), { id: idOf(9), amount: most * 4n, currency: 'EUR', state: 'OPEN' });
    expect(totals(store, { kind: 'invoiceReceivable' })).toEqual([{ currency: 'EUR', count: 6, amountMinor: most * 2n - 5n }]);
    put('invoiceReceivable', idOf(0), { id: idOf(0), amount: 1, currency: 'EUR', state: 'PAID' });
    expect(totals(store, { kind: 'invoiceReceivable', query: 'state:open' })).toEqual([
      { currency: 'EUR', count: 5, amountMinor: most - 5n },
    ]);
    expect(facets(store, 'invoiceReceivable')).toEqual({
      status: [
        { value: 'OPEN', count: 5 },
        { value: 'PAID', count: 1 },
      ],
      currency: [{ value: 'EUR', count: 6 }],
    });
  });
});
