import { describe, expect, it } from 'vitest';
import { createInvoiceLine } from '#shared/edits/create-invoice-line.ts';
import { createUserComment } from '#shared/edits/create-user-comment.ts';
import { editKind, editKinds, readBody } from '#shared/edits/edit-kinds.ts';
import { recordInvoicePayment } from '#shared/edits/record-invoice-payment.ts';
import { updateCardTransaction } from '#shared/edits/update-card-transaction.ts';
import { updateExpense } from '#shared/edits/update-expense.ts';
import { JsonDecimal, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';

const id = '0a8b1c2d-0000-4000-8000-000000000001';
const other = '0a8b1c2d-0000-4000-8000-000000000002';
const big = 2n ** 63n - 1n;

const issuesOf = (kind: string, body: JsonObject): string[] => {
  const known = editKind(kind);
  const answer = known === null ? null : readBody(known, body);
  return answer === null || answer.ok ? [] : answer.issues.map((issue) => issue.path.join('.'));
};

describe('the six kinds', () => {
  it('repeat, and ask for approval, as the law says', () => {
    expect(
      Object.fromEntries(editKinds.map((kind) => [kind.kind, [kind.repeat, kind.recordKind, kind.review({}), kind.specification]])),
    ).toEqual({
      updateExpense: ['absoluteReadable', 'expense', 'automatic', 'Endpoints 4'],
      createUserComment: ['creates', 'any', 'automatic', 'Endpoints 5'],
      updateCardTransaction: ['absoluteBlind', 'cardTransaction', 'automatic', 'Endpoints 7'],
      updateVendor: ['absoluteVersioned', 'vendor', 'review', 'Endpoints 9'],
      createInvoiceLine: ['creates', 'invoiceReceivable', 'review', 'Endpoints 2'],
      recordInvoicePayment: ['creates', 'invoiceReceivable', 'person', 'Endpoints 1'],
    });
    expect(editKind('sendMoney')).toBeNull();
  });

  it('of class creates never merge, never reverse, and set no field of the record', () => {
    const creating = editKinds.filter((kind) => kind.repeat === 'creates');
    expect(creating).toHaveLength(3);
    for (const kind of creating) {
      expect(kind.merge({ content: 'a' }, { content: 'b' })).toBeNull();
      expect(kind.reverse({ content: 'a' }, {})).toBeNull();
      expect(kind.touched({ content: 'a' })).toEqual([]);
    }
  });

  it('can be checked by the specification only where it has a read', () => {
    expect(editKinds.filter((kind) => kind.read(id) !== null).map((kind) => kind.kind)).toEqual(['updateExpense']);
    expect(updateExpense.read(id)).toEqual({ method: 'GET', family: 'A', path: `/expenses/${id}`, accept: 'json' });
  });

  it('refuse unknown fields, so that nothing outside the specification is ever sent', () => {
    for (const kind of editKinds) expect(readBody(kind, { somethingElse: 1 }).ok).toBe(false);
  });

  it('have a form whose every field their body takes', () => {
    const samples: Record<string, JsonObject[string]> = {
      text: 'TEXT',
      paragraph: 'text',
      money: 5n,
      date: '2026-03-12',
      currency: 'EUR',
      uuid: id,
      uuids: [id],
      number: 1,
      enum: 'NEW',
      customProperties: [{ groupId: id, valueIds: [id], inlineValues: ['x'] }],
    };
    for (const kind of editKinds) {
      const fields = kind.form;
      const body = fields.reduce((filled: JsonObject, field) => withValue(filled, field.path, samples[field.input]), {});
      expect(readBody(kind, body)).toEqual({ ok: true, body });
      expect(fields.length).toBeGreaterThan(0);
    }
  });
});

describe('update expense', () => {
  it('sends what was typed and nothing else', () => {
    expect(updateExpense.request(id, { performedDate: '2026-03-12' }, null)).toEqual({
      method: 'PATCH',
      family: 'A',
      path: `/expenses/${id}`,
      body: { performedDate: '2026-03-12' },
      accept: 'json',
    });
  });

  it('takes a real date and a currency, and not nothing', () => {
    expect(issuesOf('updateExpense', { performedDate: '2026-02-30' })).toEqual(['performedDate']);
    expect(issuesOf('updateExpense', { originalCurrency: 'euro' })).toEqual(['originalCurrency']);
    expect(issuesOf('updateExpense', {})).toEqual(['']);
    expect(issuesOf('updateExpense', { status: 'CREATED', performedDate: '2026-03-12' })).toEqual(['status']);
  });

  it('shows on top, without touching the record; merges; reverses', () => {
    const record = Object.freeze({ id, originalCurrency: 'EUR', performedDate: '2026-03-01', unknown: 1 });
    const body = { performedDate: '2026-03-12' };
    expect(updateExpense.overlay(record, body)).toEqual({ ...record, performedDate: '2026-03-12' });
    expect(updateExpense.touched(body)).toEqual([{ path: ['performedDate'], value: '2026-03-12' }]);
    expect(updateExpense.merge(body, { originalCurrency: 'SEK', performedDate: '2026-03-13' })).toEqual({
      originalCurrency: 'SEK',
      performedDate: '2026-03-13',
    });
    expect(updateExpense.reverse(body, record)).toEqual({ performedDate: '2026-03-01' });
    expect(updateExpense.reverse(body, { id })).toBeNull();
  });

  it('judges the answer: right record, every sent field', () => {
    const body = { performedDate: '2026-03-12' };
    expect(updateExpense.answer(id, body, { id: id.toUpperCase(), performedDate: '2026-03-12', status: 'NEW' })).toEqual({
      kind: 'asSent',
    });
    expect(updateExpense.answer(id, body, { id, performedDate: '2026-03-11' })).toEqual({
      kind: 'differs',
      differences: [{ path: ['performedDate'], mine: '2026-03-12', theirs: '2026-03-11' }],
    });
    expect(updateExpense.answer(id, body, { id })).toMatchObject({ kind: 'differs' });
    expect(updateExpense.answer(id, body, { id: other, performedDate: '2026-03-12' }).kind).toBe('wrongRecord');
    expect(updateExpense.answer(id, body, {}).kind).toBe('wrongRecord');
  });
});

describe('update card transaction', () => {
  const known = { groupId: id, groupInternalName: 'project', values: [{ id: other, label: 'Lisbon' }] };

  it('sends description and custom properties in the write shape', () => {
    const body = { description: '', customProperties: [{ groupId: id, valueIds: [other] }] };
    expect(updateCardTransaction.request(id, body, null)).toEqual({
      method: 'PATCH',
      family: 'B',
      path: `/card-transactions/${id}`,
      body,
      accept: 'json',
    });
  });

  it('shows, merges, reverses and judges custom properties by group', () => {
    const record = { id, customProperties: [known, { groupId: other, values: [] }] };
    const body = { customProperties: [{ groupId: id, valueIds: [], inlineValues: ['Porto'] }] };
    expect(updateCardTransaction.overlay(record, body)['customProperties']).toEqual([
      { ...known, values: [{ label: 'Porto' }] },
      { groupId: other, values: [] },
    ]);
    const later = { customProperties: [{ groupId: other, valueIds: [id] }] };
    expect(updateCardTransaction.merge(body, later)).toEqual({ customProperties: [...body.customProperties, ...later.customProperties] });
    expect(updateCardTransaction.reverse(body, record)).toEqual({ customProperties: [{ groupId: id, valueIds: [other] }] });
    const answered = { id, customProperties: [{ groupId: id, values: [{ id: 'new', label: 'Porto' }] }] };
    expect(updateCardTransaction.answer(id, body, answered)).toEqual({ kind: 'asSent' });
    expect(updateCardTransaction.answer(id, body, { id, customProperties: [known] }).kind).toBe('differs');
  });

  it('takes an emptied text for cleared, whichever way the service says so', () => {
    for (const description of ['', null, undefined]) {
      expect(updateCardTransaction.answer(id, { description: '' }, { id, description }).kind).toBe('asSent');
    }
    expect(updateCardTransaction.answer(id, { description: '' }, { id, description: 'still here' }).kind).toBe('differs');
  });
});

describe('record invoice payment', () => {
  const body = { paymentDate: '2026-03-12', bankAccountId: other, amountInInvoiceCurrency: big };

  it('sends int64 exactly, to family A', () => {
    const request = recordInvoicePayment.request(id, body, null);
    expect(request).toMatchObject({ method: 'POST', family: 'A', path: `/invoice-receivables/${id}/payments` });
    expect(stringifyJson(request.body ?? {})).toBe(
      `{"paymentDate":"2026-03-12","bankAccountId":"${other}","amountInInvoiceCurrency":9223372036854775807}`,
    );
    expect(recordInvoicePayment.amountMinor?.(body)).toBe(big);
    // As it comes back from the disk: a small amount is a plain number there.
    expect(editKind('recordInvoicePayment')?.amountMinor?.({ paymentDate: '2026-03-12', amountInInvoiceCurrency: 125_000 })).toBe(125_000n);
  });

  it('takes any amount within int64, as bigint: nothing shows that it must be more than zero', () => {
    for (const amount of [5, 0, -5]) {
      const typed = { ...body, amountInInvoiceCurrency: BigInt(amount) };
      expect(readBody(recordInvoicePayment, { ...body, amountInInvoiceCurrency: amount })).toEqual({ ok: true, body: typed });
    }
    for (const amount of [1.5, big + 1n, '5', new JsonDecimal('1e400')]) {
      expect(issuesOf('recordInvoicePayment', { ...body, amountInInvoiceCurrency: amount })).toEqual(['amountInInvoiceCurrency']);
    }
  });

  it('shows what was recorded here, never a state', () => {
    const invoice = { id, state: 'OPEN', amount: big };
    const shown = recordInvoicePayment.overlay(recordInvoicePayment.overlay(invoice, body), body);
    expect(shown).toEqual({ ...invoice, pendingPayments: [body, body] });
  });

  it('believes an answer only when it is the invoice in a state that a payment leads to', () => {
    const judged = (answer: JsonObject) => recordInvoicePayment.answer(id, body, answer).kind;
    expect(judged({ id, state: 'PAID' })).toBe('asSent');
    expect(judged({ id, state: 'PARTIALLY_PAID' })).toBe('asSent');
    expect(judged({ id, state: 'SETTLED_SOMEHOW' })).toBe('differs');
    for (const state of ['OPEN', 'DRAFT', 'OPEN_IN_PROGRESS', 'PAYMENT_PENDING', 'ARCHIVED', 'REVERSED', null, 5, undefined]) {
      expect(judged({ id, state })).toBe('wrongRecord');
    }
    expect(judged({ id: other, state: 'PAID' })).toBe('wrongRecord');
    expect(judged({ state: 'PAID' })).toBe('wrongRecord');
  });
});

describe('create invoice line', () => {
  const body = {
    productId: other,
    quantity: new JsonDecimal('0.1000000000000000055'),
    discount: { type: 'PERCENTAGE' },
    priceOverwrite: big,
  };

  it('sends exact numbers, to family B', () => {
    const request = createInvoiceLine.request(id, body, null);
    expect(request).toMatchObject({ method: 'POST', family: 'B', path: `/invoice-receivables/${id}/lines` });
    expect(stringifyJson(request.body ?? {})).toContain(
      '"quantity":0.1000000000000000055,"discount":{"type":"PERCENTAGE"},"priceOverwrite":9223372036854775807',
    );
    expect(issuesOf('createInvoiceLine', { ...body, discount: { type: 'A_NEW_ONE' } })).toEqual([]);
    expect(issuesOf('createInvoiceLine', { ...body, discount: { type: 'AMOUNT', amount: 5 } })).toEqual(['discount.amount']);
  });

  it('judges the answer, a line, by its invoice or at least its product', () => {
    const line = { id: 'line', invoiceReceivableId: id, ...body, discount: { type: 'PERCENTAGE', percentage: 5 } };
    expect(createInvoiceLine.answer(id, body, line)).toEqual({ kind: 'asSent' });
    expect(createInvoiceLine.answer(id, body, { ...line, invoiceReceivableId: undefined }).kind).toBe('asSent');
    expect(createInvoiceLine.answer(id, body, { ...line, quantity: 2 })).toMatchObject({
      kind: 'differs',
      differences: [{ path: ['quantity'] }],
    });
    for (const wrong of [
      { ...line, invoiceReceivableId: other },
      { ...line, id: undefined },
      { id, state: 'OPEN' },
      { ...line, productId: id },
      { id: 'line' },
    ]) {
      expect(createInvoiceLine.answer(id, body, wrong).kind).toBe('wrongRecord');
    }
  });

  it('shows the line as pending', () => {
    expect(createInvoiceLine.overlay({ id, lines: [] }, body)).toEqual({ id, lines: [], pendingLines: [body] });
  });
});

describe('create user comment', () => {
  const body = { content: 'Receipt is missing' };

  it('is attached to any record by resourceId', () => {
    expect(createUserComment.request(id, body, null)).toEqual({
      method: 'POST',
      family: 'A',
      path: '/user-comments',
      body: { resourceId: id, content: 'Receipt is missing' },
      accept: 'json',
    });
    expect(issuesOf('createUserComment', { content: ' \n' })).toEqual(['content']);
    expect(createUserComment.overlay({ id }, body)).toEqual({ id, pendingComments: [body] });
  });

  it('judges the answer by what it is attached to and its text', () => {
    const judged = (answer: JsonObject) => createUserComment.answer(id, body, answer).kind;
    expect(judged({ id: 'c', resourceId: id, ...body })).toBe('asSent');
    expect(judged({ id: 'c', ...body })).toBe('asSent');
    expect(judged({ id: 'c', resourceId: id, content: 'shortened' })).toBe('differs');
    expect(judged({ id: 'c', resourceId: other, ...body })).toBe('wrongRecord');
    expect(judged({ id: 'c' })).toBe('wrongRecord');
    expect(judged({ resourceId: id, ...body })).toBe('wrongRecord');
  });
});
