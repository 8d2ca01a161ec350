import { expect, test } from 'vitest';
import { startDesk, untilState } from './desk.ts';

test('2^63−1 and 9007199254740993 minor units go from window to store, wire and service and back without losing a unit', async () => {
  const desk = await startDesk();
  try {
    const { rows } = await desk.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open' }, limit: 2 });
    for (const [index, amount] of [9223372036854775807n, 9007199254740993n].entries()) {
      const recordId = rows[index]?.id ?? '';
      const invoice = desk.service.store.get('invoiceReceivable', recordId);
      const bankAccountId = [...desk.service.store.list('bankAccount')].find((account) => account.companyId === invoice?.companyId)?.id;
      if (!invoice || bankAccountId === undefined) throw new Error('the seed has no such invoice');
      desk.service.store.put('invoiceReceivable', recordId, { ...invoice, amount });
      const { id } = await desk.api.edits.record({
        kind: 'recordInvoicePayment',
        recordKind: 'invoiceReceivable',
        recordId,
        body: { paymentDate: '2026-03-12', bankAccountId, amountInInvoiceCurrency: amount },
      });
      expect(await desk.api.edits.get({ id })).toMatchObject({ amountMinor: amount, state: 'draft' });
      const { fingerprint, totals } = await desk.api.review.batch();
      expect(totals).toContainEqual({ currency: invoice.currency, amountMinor: amount, count: 1 });
      await desk.api.review.approve({ ids: [id], fingerprint, secondConfirmation: true });
      await untilState(desk, id, 'applied');
      expect(desk.service.sandbox.captured.findLast((request) => request.method === 'POST')?.bodyText).toContain(
        `"amountInInvoiceCurrency":${amount}`,
      );
      expect(desk.service.store.get('paymentLedger', recordId)?.payments.at(-1)?.amount).toBe(amount);
      const { service, row } = await desk.api.records.get({ kind: 'invoiceReceivable', id: recordId });
      expect(service).toMatchObject({ amount, state: 'PAID' });
      expect(row.amountMinor).toBe(amount);
    }
  } finally {
    await desk.close();
  }
});
