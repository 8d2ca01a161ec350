import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { invoiceStates, isDuplicateAlarm, isLocked, paymentAnswerState, paymentWarning } from '#shared/service/invoice-states.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { editStatesOpenness } from '#test/wire/warnings.ts';
import { startTestService, type TestService } from '#test/service.ts';
import { onTheWire, seeded, type Seeded } from '#test/wire/sandbox.ts';

let test: TestService;
let ids: Seeded;
beforeEach(async () => {
  test = await startTestService();
  ids = seeded(test);
});
afterEach(() => test.close());

const kindOf = (name: string) => editKind(name) as EditKind;
function send(name: string, id: string, body: JsonObject, base: JsonObject | null = null): Promise<ApiResult<Answer>> {
  const priority = name === 'recordInvoicePayment' ? 'payment' : 'write';
  return test.client().send({ ...kindOf(name).request(id, body, base), priority });
}
const pay = (id: string, amountInInvoiceCurrency: bigint) =>
  send('recordInvoicePayment', id, { paymentDate: '2026-03-12', bankAccountId: ids.bankAccountId, amountInInvoiceCurrency });
const invoice = (id: string) => test.service.store.get('invoiceReceivable', id);
const value = (result: ApiResult<Answer>): JsonObject => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value.value;
};
const typeOf = (result: ApiResult<unknown>) =>
  result.ok ? 'ok' : 'error' in result.failure ? result.failure.error?.type : result.failure.kind;

describe('payments', () => {
  it('ST-paid EP-1-rule EP-0-success: the whole amount makes it PAID, and the answer shows the payment', async () => {
    const before = invoice(ids.invoice);
    const answered = value(await pay(ids.invoice, before?.amount ?? 0n));
    expect(answered['state']).toBe('PAID');
    expect(kindOf('recordInvoicePayment').answer(ids.invoice, {}, answered)).toEqual({ kind: 'asSent' });
  });

  it('ST-partially-paid ST-further-payments: less, more and again are PARTIALLY_PAID; PAID before that is the duplicate alarm', async () => {
    const amount = invoice(ids.invoice)?.amount ?? 0n;
    expect(value(await pay(ids.invoice, amount - 1n))['state']).toBe('PARTIALLY_PAID');
    expect(value(await pay(ids.invoice, 1n))['state']).toBe('PAID');
    const doubled = value(await pay(ids.invoice, amount));
    expect(doubled['state']).toBe('PARTIALLY_PAID');
    expect(isDuplicateAlarm('PAID', doubled, null)).toBe(true);
    expect(isDuplicateAlarm('OPEN', doubled, null)).toBe(false);
  });

  it('EP-1-states ST-archived ST-reversed ST-other-moves ST-values: nothing is forbidden here, what is locked or unusual is warned about', async () => {
    expect(invoiceStates.map((state) => [state, paymentWarning(state)])).toEqual(editStatesOpenness);
    expect(invoiceStates.filter(isLocked)).toEqual(['REVERSED', 'ARCHIVED']);
    expect(paymentWarning('SEEN_TOMORROW')).toBe('unknownState');
    expect(typeOf(await pay(ids.archived, 1n))).toBe('CONFLICT');
    expect(typeOf(await pay(ids.draft, 1n))).toBe('UNPROCESSABLE_CONTENT');
    expect(invoiceStates.filter((state) => paymentAnswerState(state) === 'recorded')).toEqual(['PARTIALLY_PAID', 'PAID']);
  });

  it('EP-1-required ERR-path: a body that the service refuses names its field', async () => {
    const refused = await send('recordInvoicePayment', ids.invoice, { paymentDate: '2026-03-12', amountInInvoiceCurrency: 5n });
    expect(refused).toMatchObject({
      failure: { kind: 'refused', error: { type: 'BAD_REQUEST', errors: [{ path: ['bankAccountId'] }] } },
    });
  });
});

describe('lines, comments, expenses, card transactions, vendors', () => {
  it('ST-draft EP-2-states LINE-netAmount INV-areLinesWithTax: a draft takes a line, a locked invoice does not', async () => {
    const line = { productId: ids.productId, quantity: 2 };
    const taken = value(await send('createInvoiceLine', ids.draft, line));
    expect(kindOf('createInvoiceLine').answer(ids.draft, line, taken)).toEqual({ kind: 'asSent' });
    expect(typeof taken['netAmount']).toMatch(/number|bigint/);
    expect(typeOf(await send('createInvoiceLine', ids.archived, line))).toBe('CONFLICT');
  });

  it('LINE-taxEngineOneCode: means something with TAX_ENGINE_ONE only', async () => {
    const [external, own] = [true, false].map((wanted) =>
      [...test.service.store.list('invoiceReceivable')].find(
        (one) => one.companyId === test.service.companyId && one.state === 'DRAFT' && (one.taxEngineName === 'TAX_ENGINE_ONE') === wanted,
      ),
    );
    const line = { productId: ids.productId, quantity: 1, taxEngineOneCode: 'PC040100' };
    if (external) expect((await send('createInvoiceLine', external.id, line)).ok).toBe(true);
    expect(typeOf(await send('createInvoiceLine', own?.id ?? '', line))).toBe('UNPROCESSABLE_CONTENT');
  });

  it('EP-5-required COM-fields: a comment goes to a record that exists', async () => {
    const comment = value(await send('createUserComment', ids.vendor, { content: 'Bank letter is here' }));
    expect(comment).toMatchObject({ resourceId: ids.vendor, content: 'Bank letter is here', companyId: test.service.companyId });
    expect(typeOf(await send('createUserComment', '99999999-9999-4999-8999-999999999999', { content: 'x' }))).toBe('NOT_FOUND');
  });

  it('EP-4-updatable EXP-status ST-expense: an omitted field stays; a cancelled expense refuses', async () => {
    const before = test.service.store.get('expense', ids.expense);
    expect(value(await send('updateExpense', ids.expense, { performedDate: '2026-03-02' }))).toMatchObject({
      performedDate: '2026-03-02',
      originalCurrency: before?.originalCurrency,
    });
    const cancelled = [...test.service.store.list('expense')].find(
      (one) => one.status === 'CANCELLED' && one.companyId === test.service.companyId,
    );
    expect(typeOf(await send('updateExpense', cancelled?.id ?? '', { performedDate: '2026-03-02' }))).toBe('CONFLICT');
  });

  it('EP-6-response EP-0-success: the receipt’s answer is shown as it came', async () => {
    const shown = await test.client().options({
      method: 'OPTIONS',
      family: 'A',
      path: `/card-transactions/${ids.card}/receipt`,
      accept: 'json',
      body: { roles: ['R'], name: 'n' },
    });
    expect(shown).toMatchObject({ ok: true, value: { status: 200, text: expect.stringContaining(ids.card) as string } });
  });

  it('EP-7-omitted CARD-enums: other fields and other groups stay', async () => {
    const before = onTheWire(test.service.store.get('cardTransaction', ids.card));
    const after = value(await send('updateCardTransaction', ids.card, { description: 'Changed on the plane' }));
    expect(after).toMatchObject({ description: 'Changed on the plane', customProperties: before['customProperties'] });
    expect(after['status']).toBe(before['status']);
  });

  it('EP-8-response: the document is a PDF', async () => {
    const got = await test.client().document(ids.payable, null);
    expect(got.ok && new TextDecoder('latin1').decode(got.value.bytes.slice(0, 5))).toBe('%PDF-');
  });

  it('EP-9-omitted VEN-version VEN-enums CP-single: a PUT on a complete base loses nothing but what was typed', async () => {
    const base = onTheWire(test.service.store.get('vendor', ids.vendor));
    const after = value(await send('updateVendor', ids.vendor, { city: 'Lund' }, base));
    const { city: _was, version, updatedAt: _then, defaultCompanyEntity: _entity, ...kept } = base;
    expect(after).toMatchObject(kept);
    expect([after['city'], after['version']]).toEqual(['Lund', Number(version) + 1]);
    expect(kindOf('updateVendor').answer(ids.vendor, { city: 'Lund' }, after)).toEqual({ kind: 'asSent' });
    const poor = value(await send('updateVendor', ids.vendor, { name: 'Only a name' }));
    expect(poor['email']).toBeNull();
  });
});
