import { describe, expect, it } from 'vitest';
import { first, SeededDomain } from './seeded-domain.ts';

function pay(domain: SeededDomain, invoiceId: string, amount: unknown, more: object = {}) {
  const body = { paymentDate: '2026-11-19', bankAccountId: domain.bankAccount().id, amountInInvoiceCurrency: amount, ...more };
  return domain.send('POST', `/v1/invoice-receivables/${invoiceId}/payments`, body);
}

describe('Enter invoice payment', () => {
  it('EP-1-path EP-1-body EP-1-response EP-1-rule ST-paid SVC-operations: a payment of the whole total makes the invoice PAID', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    const answer = pay(domain, invoice.id, invoice.amount);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json;charset=UTF-8');
    expect(answer.body).toEqual({
      ...invoice,
      state: 'PAID',
      lines: null,
      updatedAt: '2026-11-20T12:00:00.000Z',
      updatedBy: domain.admin.id,
    });
  });

  it('ST-partially-paid: less than the total is PARTIALLY_PAID, and the rest makes it PAID', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    expect(pay(domain, invoice.id, 1n).body.state).toBe('PARTIALLY_PAID');
    expect(pay(domain, invoice.id, invoice.amount - 1n).body.state).toBe('PAID');
  });

  it('ST-partially-paid: by the letter an overpayment is PARTIALLY_PAID', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    expect(pay(domain, invoice.id, invoice.amount + 1n).body.state).toBe('PARTIALLY_PAID');
  });

  it('ST-further-payments: a second full payment of a PAID invoice is taken and turns it PARTIALLY_PAID', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    pay(domain, invoice.id, invoice.amount);
    expect(pay(domain, invoice.id, invoice.amount).body.state).toBe('PARTIALLY_PAID');
    expect(domain.store.get('paymentLedger', invoice.id)?.payments).toHaveLength(2);
  });

  it('INV-lines: the answer carries no lines, and the invoice keeps them', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    expect(pay(domain, invoice.id, 1n).body.lines).toBeNull();
    expect(domain.store.get('invoiceReceivable', invoice.id)?.lines).toEqual(invoice.lines);
  });

  it('EP-1-required: each field is needed, and named when it is missing', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    for (const field of ['paymentDate', 'bankAccountId', 'amountInInvoiceCurrency']) {
      const answer = pay(domain, invoice.id, 1n, { [field]: undefined });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ type: 'FIELD_REQUIRED', path: [field] }]);
    }
  });

  it('EP-1-required: a payment of nothing and an unknown bank account are UNPROCESSABLE_CONTENT with their path', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    expect(pay(domain, invoice.id, 0n).body).toMatchObject({
      type: 'UNPROCESSABLE_CONTENT',
      errors: [{ path: ['amountInInvoiceCurrency'] }],
    });
    expect(pay(domain, invoice.id, -5n).status).toBe(422);
    const unknown = pay(domain, invoice.id, 1n, { bankAccountId: invoice.id });
    expect(unknown.body).toMatchObject({ type: 'UNPROCESSABLE_CONTENT', errors: [{ path: ['bankAccountId'] }] });
  });

  it('EP-1-states ST-archived ST-reversed: locked invoices are CONFLICT, unopened ones UNPROCESSABLE_CONTENT, the others take it', () => {
    const statuses = {
      ARCHIVED: 409,
      REVERSED: 409,
      DRAFT: 422,
      OPEN_IN_PROGRESS: 422,
      OPEN: 200,
      PAYMENT_PENDING: 200,
      PARTIALLY_PAID: 200,
      PAID: 200,
    };
    const domain = new SeededDomain();
    for (const [state, status] of Object.entries(statuses)) {
      const invoice = domain.invoiceIn(state);
      expect([state, pay(domain, invoice.id, 1n).status]).toEqual([state, status]);
      const after = domain.store.get('paymentLedger', invoice.id)?.payments.length ?? 0;
      expect(after).toBe((state === 'PAID' || state === 'PARTIALLY_PAID' ? 1 : 0) + (status === 200 ? 1 : 0));
    }
  });

  it('SVC-minor-units: 2^63-1 goes in and out with all its digits', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    const most = 2n ** 63n - 1n;
    domain.store.put('invoiceReceivable', invoice.id, { ...invoice, amount: most });
    const body = `{"paymentDate":"2026-11-19","bankAccountId":"${domain.bankAccount().id}","amountInInvoiceCurrency":9223372036854775807}`;
    const answer = domain.send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, body);
    expect(answer.body).toMatchObject({ state: 'PAID', amount: most });
    expect(domain.store.get('paymentLedger', invoice.id)?.payments[0]?.amount).toBe(most);
  });

  it('SVC-minor-units: an amount beyond int64, a fraction, or text is BAD_REQUEST', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    for (const amount of ['9223372036854775808', '1.5', '"100"', 'null', '1e3']) {
      const body = `{"paymentDate":"2026-11-19","bankAccountId":"${domain.bankAccount().id}","amountInInvoiceCurrency":${amount}}`;
      const answer = domain.send('POST', `/v1/invoice-receivables/${invoice.id}/payments`, body);
      expect([amount, answer.status, answer.body.errors[0].path]).toEqual([amount, 400, ['amountInInvoiceCurrency']]);
    }
  });

  it('SVC-dates: a date that does not exist is BAD_REQUEST', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    for (const day of ['2026-02-29', '2026-13-01', '12/03/2026', '2026-3-1', '2026-03-12T00:00:00Z']) {
      expect(pay(domain, invoice.id, 1n, { paymentDate: day }).body.errors[0].path).toEqual(['paymentDate']);
    }
    expect(pay(domain, invoice.id, 1n, { paymentDate: '2024-02-29' }).status).toBe(200);
  });
});

describe('the journal', () => {
  it('keeps a refused request too, as not applied', () => {
    const domain = new SeededDomain();
    expect(pay(domain, domain.invoiceIn('ARCHIVED').id, 1n).status).toBe(409);
    expect(domain.store.journal()).toMatchObject([{ sequence: 1, status: 409, applied: false, createdId: null }]);
  });

  it('keeps each request with its idempotency key, though the key is not honoured', () => {
    const domain = new SeededDomain();
    const invoice = domain.invoiceIn('OPEN');
    const path = `/v1/invoice-receivables/${invoice.id}/payments`;
    const body = { paymentDate: '2026-11-19', bankAccountId: domain.bankAccount().id, amountInInvoiceCurrency: 5n };
    const headers = { 'idempotency-key': 'edit-7' };
    for (const _ of [1, 2]) domain.send('POST', path, body, { headers });
    const entries = domain.store.journal();
    expect(entries.map((entry) => [entry.sequence, entry.idempotencyKey, entry.applied, entry.operation])).toEqual([
      [1, 'edit-7', true, 'recordInvoicePayment'],
      [2, 'edit-7', true, 'recordInvoicePayment'],
    ]);
    expect(entries[0]?.createdId).not.toBe(entries[1]?.createdId);
  });

  it('with the switch idempotency the first answer is given again and nothing is applied twice', () => {
    const domain = new SeededDomain();
    domain.switches = { ...domain.switches, idempotency: true };
    const invoice = domain.invoiceIn('OPEN');
    const path = `/v1/invoice-receivables/${invoice.id}/payments`;
    const body = { paymentDate: '2026-11-19', bankAccountId: domain.bankAccount().id, amountInInvoiceCurrency: 5n };
    const answers = [1, 2].map(() => domain.send('POST', path, body, { headers: { 'idempotency-key': 'edit-8' } }));
    expect(answers[1]).toEqual(answers[0]);
    expect(domain.store.journal()).toHaveLength(1);
    expect(first(domain.store.journal()).applied).toBe(true);
  });
});
