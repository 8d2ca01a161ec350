import { beforeAll, beforeEach, afterAll, expect, it } from 'vitest';
import { putComment } from '#main/records/comments.ts';
import { countOf } from '#main/projections/lists/list-counts.ts';
import { listIds, listRecords, placeOf } from '#main/projections/lists/lists.ts';
import { knowDocument, putDocument } from '#main/documents/documents.ts';
import { writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { listInput } from '#shared/contract/inputs.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { compareWithScan } from './compare-with-scan.ts';
import { idOf } from './many-records.ts';
import { openOddExpenses } from './odd-expenses.ts';
import type { ScannedRecord } from './scan-query.ts';

/** The share of the query's proof (query.test.ts) that takes no time: each sort of term, over few records. */

const count = 400;
let store: Store;
let records: ScannedRecord[];
beforeAll(() => {
  ({ store, records } = openOddExpenses(count));
});
afterAll(() => store.close());
// Nothing that was remembered of an earlier question counts after a change.
let changes = 0;
beforeEach(() => writeSetting(store, 'changed', (changes += 1)));

it('60 drawn queries find what a plain scan finds, page by page, counted and summed', () => {
  expect(compareWithScan(store, records, 60)).toBeGreaterThan(count);
});

const idsOf = (kind: RecordKind, query: string) => listIds(store, { kind, query }, 'date', false).toSorted();

it('amounts are compared by the decimals of their own currency, and an amount that nobody said is none', () => {
  const hundredth = records.filter(({ amount }) => amount !== null && amount >= 5_000_000_000n && amount <= 5_500_000_000n);
  expect(hundredth.length).toBeGreaterThan(5);
  expect(idsOf('expense', 'amount:5000..5500')).toEqual(hundredth.map(({ id }) => id));
  expect(idsOf('expense', 'amount:none')).toEqual(records.filter(({ amount }) => amount === null).map(({ id }) => id));
  expect(idsOf('expense', '-amount:none')).toHaveLength(count - idsOf('expense', 'amount:none').length);
});

it('a record’s comments, documents and edits are found with it; records without any are skipped', () => {
  putComment(store, { id: idOf(1, 'c'), resourceId: idOf(7), content: 'Paid in cash' });
  expect(idsOf('expense', 'has:comment')).toEqual([idOf(7)]);
  expect(idsOf('expense', '-has:comment')).toHaveLength(count - 1);
  expect(countOf(store, { kind: 'expense', query: 'has:comment' })).toBe(1);
  for (const n of [1, 2]) {
    const value = { id: idOf(n, 'd'), status: 'OPEN' };
    hearRecord(store, { ref: { kind: 'invoicePayable', id: idOf(n, 'd') }, value, provenance: 'read', asOf: 1, complete: true });
    knowDocument(store, idOf(n, 'd'), 'Invoice.pdf');
  }
  putDocument(store, idOf(2, 'd'), {
    ...{ name: 'Invoice.pdf', state: 'here', bytes: 5, sha256: 'ab'.repeat(32), variant: null, fetchedAt: 1, detail: null },
  });
  expect(idsOf('invoicePayable', 'has:document')).toEqual([idOf(2, 'd')]);
  expect(idsOf('expense', 'has:edit')).toEqual(records.filter(({ edits }) => edits.length > 0).map(({ id }) => id));
});

it('a word of the service that is typed as it is read means this one alone, not what begins with it', () => {
  for (const [n, status] of ['IN_REVIEW', 'IN_REVIEW_AGAIN'].entries()) {
    const ref = { kind: 'vendor' as const, id: idOf(11 + n, 'd') };
    hearRecord(store, { ref, value: { id: ref.id, status }, provenance: 'read', asOf: 1, complete: true });
  }
  for (const typed of ['"in review"', 'in_review']) expect(idsOf('vendor', `status:${typed}`)).toEqual([idOf(11, 'd')]);
  expect(idsOf('vendor', 'status:"in rev"')).toEqual([idOf(11, 'd'), idOf(12, 'd')]);
});

it('a record’s place in a list is the number of those before it; a record outside the list has none', () => {
  const filter = { kind: 'expense' as const, query: 'status:created' };
  const isIn = records.find(({ value }) => value['status'] === 'CREATED');
  const isOut = records.find(({ value }) => value['status'] === 'CANCELLED');
  for (const sort of ['lines', 'date', 'amount']) {
    const places = [isIn, isOut].map((one) => placeOf(store, filter, sort, true, one?.id ?? ''));
    expect([sort, places]).toEqual([sort, [listIds(store, filter, sort, true).indexOf(isIn?.id ?? ''), null]]);
  }
});

it('a new record is counted, listed and summed by its words at once', () => {
  const value = { id: idOf(900), status: 'CREATED', receiptDocumentKey: `zanzibar${String(changes)}` };
  const filter = { kind: 'expense' as const, query: value.receiptDocumentKey };
  expect(countOf(store, filter)).toBe(0);
  hearRecord(store, { ref: { kind: 'expense', id: idOf(900) }, value, provenance: 'read', asOf: 1, complete: true });
  expect(countOf(store, filter)).toBe(1);
  expect(listRecords(store, listInput.parse({ filter })).rows.map(({ id }) => id)).toEqual([idOf(900)]);
});
