import { expect, test } from 'vitest';
import { discard } from '#main/edits/decide/discard.ts';
import { listEdits } from '#main/edits/list-edits.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { outboxFilterInput, type OutboxFilter } from '#shared/contract/inputs.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

const list = (at: Desk, filter: Partial<OutboxFilter>) => listEdits(at.store, outboxFilterInput.parse(filter));

function record(at: Desk, n: number, body: Record<string, unknown>): string {
  const recordId = at.company.expenses[n] ?? '';
  at.know('expense', recordId);
  const answer = recordEdit(at.store, { kind: 'updateExpense', recordKind: 'expense', recordId, body }, {});
  if (!answer.ok) throw new Error('the edit is sound');
  return answer.id;
}

test('like edits are one row that opens, whatever their records held before; another content is another row', () => {
  const at = createDesk();
  const ids = [0, 1, 2].map((n) => record(at, n, { performedDate: '2026-11-19' }));
  const other = record(at, 3, { performedDate: '2026-11-20' });
  const gathered = list(at, { states: ['waiting'], gathered: true });
  expect(gathered.total).toBe(2);
  expect(gathered.rows.map(({ id, alike }) => [id, alike])).toEqual([
    [other, undefined],
    [ids[2], 3],
  ]);
  const opened = list(at, { states: ['waiting'], like: ids[2] });
  expect(opened.rows.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(opened.total).toBe(3);
  const [first] = list(at, { states: ['waiting'], gathered: true, limit: 1 }).rows;
  expect(list(at, { states: ['waiting'], gathered: true, limit: 1, after: first?.seq ?? null }).rows.map(({ id }) => id)).toEqual([ids[2]]);
});

test('payments are never collapsed, however alike they are', () => {
  const at = createDesk();
  const body = { paymentDate: '2026-11-19', amountInInvoiceCurrency: 100n };
  for (const recordId of at.company.invoices.slice(0, 2)) {
    at.know('invoiceReceivable', recordId);
    recordEdit(at.store, { kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body }, {});
  }
  expect(list(at, { states: ['draft'], gathered: true }).rows.map(({ alike }) => alike)).toEqual([undefined, undefined]);
});

test('commands since a moment exclude the earlier ones', async () => {
  const at = createDesk();
  const [early, late] = [0, 1].map((n) => record(at, n, { performedDate: '2026-11-19' }));
  discard(at.store, [early ?? '']);
  await at.world.advance(60_000);
  const since = at.world.now();
  discard(at.store, [late ?? '']);
  expect(list(at, { states: ['discarded'] }).total).toBe(2);
  expect(list(at, { states: ['discarded'], since }).rows.map(({ id }) => id)).toEqual([late]);
});
