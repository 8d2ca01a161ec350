import { describe, expect, it } from 'vitest';
import { judgeJson } from '#main/api/judge.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { inputOfProperties } from '#shared/records/custom-property.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import { fieldsOf, parseRecord } from '#shared/records/record.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { FieldFact } from '#shared/records/field.ts';
import { userComment } from '#shared/records/user-comment.ts';
import { invoiceReceivableLine } from '#shared/records/invoice-receivable-line.ts';
import { readServiceError } from '#shared/service/service-error.ts';
import * as answers from '#test/wire/answers.ts';

/** Answers written by hand from the specification's tables, through the client and the record schemas. */
const id = '11111111-2222-4333-8444-555555555555';
function taken(text: string): JsonObject {
  const body = new TextEncoder().encode(text);
  const judged = judgeJson(
    { kind: 'answer', status: 200, headers: [['content-type', 'application/json;charset=UTF-8']], body, afterMs: 1 },
    0,
  );
  if (!judged.ok) throw new Error(JSON.stringify(judged.failure));
  expect(judged.value.text).toBe(text);
  return judged.value.value;
}
const names = (facts: FieldFact[]) => facts.map((fact) => fact.path[0] ?? '');
const inside = (kind: RecordKind, ...steps: string[]) =>
  steps.reduce((facts, step) => facts.find((fact) => fact.path[0] === step)?.items ?? [], fieldsOf(kind));
const at = (value: JsonObject, ...steps: (string | number)[]) =>
  steps.reduce<unknown>((on, step) => (on as Record<string | number, unknown>)[step], value) as JsonObject;

function whole(kind: RecordKind, text: string): JsonObject {
  const value = taken(text);
  expect(Object.keys(value)).toEqual(names(fieldsOf(kind)));
  const { problems } = parseRecord(kind, value);
  expect(problems).toEqual([]);
  return value;
}

describe('invoice receivable', () => {
  const value = () => whole('invoiceReceivable', answers.invoiceReceivable(id));

  it('INV-fields INV-amount INV-paymentType INV-taxEngineName INV-areLinesWithTax INV-fx-rates INV-netTerms INV-invoiceNumber ST-values EP-1-response SVC-company: every field, exact', () => {
    const { record } = parseRecord('invoiceReceivable', value());
    expect(record).toMatchObject({
      amount: 9007199254740993n,
      paymentType: 'BANK_TRANSFER',
      taxEngineName: 'BUILT_IN',
      areLinesWithTax: false,
      netTerms: 30n,
      invoiceNumber: '2026-0042',
      state: 'PARTIALLY_PAID',
      groupCurrencyFxRate: null,
    });
    expect(stringifyJson(value())).toBe(answers.invoiceReceivable(id));
    expect(listColumns('invoiceReceivable', value())).toMatchObject({
      amountMinor: 9007199254740993n,
      currency: 'EUR',
      status: 'PARTIALLY_PAID',
      hasProblem: true,
    });
  });

  it('INV-lines: absent lines are no empty list', () => {
    expect(parseRecord('invoiceReceivable', value()).record.lines).toBeNull();
  });

  it('INV-failureContext ERRA-context ERRA-item ERR-record: shape A in the record', () => {
    expect(readServiceError(at(value(), 'failureContext'))).toMatchObject({
      name: 'PaymentFailed',
      type: 'UNPROCESSABLE_CONTENT',
      errors: [{ type: 'IBAN_CLOSED', message: 'The account is closed', path: null, context: { attempt: null } }],
    });
  });

  it('LINE-fields LINE-netAmount LINE-discount EP-2-response: every field of a line', () => {
    const line = taken(answers.invoiceLine('99999999-2222-4333-8444-555555555555', id));
    expect(Object.keys(line)).toEqual(names(inside('invoiceReceivable', 'lines')));
    expect(invoiceReceivableLine.parse(line)).toMatchObject({
      quantity: 2.5,
      netAmount: 9500n,
      taxAmount: 1805n,
      priceOverwrite: 4000n,
      discount: { type: 'PERCENTAGE', percentage: 5 },
    });
    expect(editKind('createInvoiceLine')?.answer(id, { productId: '00000000-0000-4000-8000-000000000002', quantity: 2.5 }, line).kind).toBe(
      'asSent',
    );
  });

  it('CP-read CP-value CP-input CP-single: read shape to write shape', () => {
    const [property] = value()['customProperties'] as JsonObject[];
    expect(Object.keys(property ?? {})).toEqual(['groupId', 'groupInternalName', 'values']);
    expect(Object.keys((property?.['values'] as JsonObject[])[0] ?? {})).toEqual(
      names(inside('invoiceReceivable', 'customProperties', 'values')),
    );
    expect(inputOfProperties(value()['customProperties'])).toEqual([
      { groupId: '00000000-0000-4000-8000-000000000090', valueIds: ['00000000-0000-4000-8000-000000000091'] },
    ]);
  });
});

describe('expense, comment, card transaction, vendor', () => {
  it('EXP-fields EXP-lineItems EXP-status EP-3-response EP-4-response ST-expense: the expense with all its line items', () => {
    const value = whole('expense', answers.expense(id));
    expect(Object.keys(at(value, 'lineItems', 0))).toEqual(names(inside('expense', 'lineItems')));
    expect(parseRecord('expense', value).record).toMatchObject({
      status: 'IN_DRAFT',
      performedDate: '2026-03-09',
      lineItems: [{ originalAmount: 125000n, billingAmount: 11050n }],
    });
    expect(editKind('updateExpense')?.answer(id, { performedDate: '2026-03-09' }, value)).toEqual({ kind: 'asSent' });
  });

  it('COM-fields EP-5-response: the comment', () => {
    const value = taken(answers.userComment(id, id, 'Looks right'));
    expect(Object.keys(userComment.parse(value))).toEqual('id companyId resourceId content createdBy createdAt updatedAt'.split(' '));
    expect(editKind('createUserComment')?.answer(id, { content: 'Looks right' }, value)).toEqual({ kind: 'asSent' });
  });

  it('CARD-fields CARD-merchant CARD-lines EP-7-response ST-card-vendor: the card transaction', () => {
    const value = whole('cardTransaction', answers.cardTransaction(id));
    expect(Object.keys(at(value, 'merchant'))).toEqual(names(inside('cardTransaction', 'merchant')));
    expect(Object.keys(at(value, 'lines', 0))).toEqual(names(inside('cardTransaction', 'lines')));
    expect(parseRecord('cardTransaction', value).record).toMatchObject({
      originalAmount: 4200n,
      originalCurrency: 'CHF',
      amount: 4391n,
      currency: 'EUR',
    });
    expect(editKind('updateCardTransaction')?.answer(id, { description: 'Train' }, value)).toEqual({ kind: 'asSent' });
  });

  it('CARD-failureContext VEN-failureContext ERRB-context ERRB-item ERRB-frame ERRB-suppressed: shape B in the record', () => {
    for (const [kind, text] of [
      ['cardTransaction', answers.cardTransaction(id)],
      ['vendor', answers.vendor(id)],
    ] as const) {
      const value = taken(text);
      expect(Object.keys(at(value, 'failureContext'))).toEqual(names(inside(kind, 'failureContext')));
      expect(Object.keys(at(value, 'failureContext', 'errors', 0))).toEqual(names(inside(kind, 'failureContext', 'errors')));
      expect(Object.keys(at(value, 'failureContext', 'stackTrace', 0))).toEqual(names(inside(kind, 'failureContext', 'stackTrace')));
      expect(Object.keys(at(value, 'failureContext', 'suppressed', 0))).toEqual(names(inside(kind, 'failureContext', 'suppressed')));
      expect(readServiceError(at(value, 'failureContext'))).toMatchObject({
        type: 'BAD_REQUEST',
        errors: [{ clientMessage: 'Choose a tax code', path: ['lines', '0', 'taxCodeId'] }],
      });
    }
  });

  it('VEN-fields VEN-default-entity VEN-phone VEN-approvers VEN-notes VEN-version VER-vendor EP-9-response: the vendor', () => {
    const value = whole('vendor', answers.vendor(id));
    expect(Object.keys(at(value, 'defaultCompanyEntity'))).toEqual(names(inside('vendor', 'defaultCompanyEntity')));
    expect(Object.keys(at(value, 'phoneNumber'))).toEqual(names(inside('vendor', 'phoneNumber')));
    expect(Object.keys(at(value, 'approvers', 0))).toEqual(names(inside('vendor', 'approvers')));
    expect(Object.keys(at(value, 'notes', 0))).toEqual(names(inside('vendor', 'notes')));
    expect(parseRecord('vendor', value).record).toMatchObject({
      version: 7n,
      contractValue: 1200000n,
      lastMtdSpendInGroupCurrency: 88000n,
      approvers: [{ priority: 1n }],
    });
    expect(editKind('updateVendor')?.answer(id, { name: 'Nordlicht AB' }, value)).toEqual({ kind: 'asSent' });
  });

  it('VEN-version EP-9-body: a PUT built on the record carries what it had, in the body’s own shape, without its version', () => {
    const request = editKind('updateVendor')?.request(id, { city: 'Lund' }, taken(answers.vendor(id)));
    expect(Object.keys(request?.body ?? {})).toEqual(
      'name defaultCompanyEntity companyEntityIds vatId identifier description avatarUrl email website city address zipcode phoneNumber country bankCountry bankName bankCity bankAddress bankZipcode bankAccountNumber bankAccountBic domesticBankAccountNumber domesticBankAccountCode swedishBankgiroNumber customProperties'.split(
        ' ',
      ),
    );
    expect(request?.body).toMatchObject({ city: 'Lund', name: 'Nordlicht AB', country: 'UNDEFINED' });
    expect(Object.keys(at(request?.body ?? {}, 'defaultCompanyEntity'))).toEqual(
      'companyEntityId accountId taxCodeId costCenterId senderBankAccountId'.split(' '),
    );
  });
});

describe('points that the specification leaves open', () => {
  const texts: [RecordKind, string][] = [
    ['invoiceReceivable', answers.invoiceReceivable(id)],
    ['expense', answers.expense(id)],
    ['cardTransaction', answers.cardTransaction(id)],
    ['vendor', answers.vendor(id)],
  ];

  it.each(texts)('NULL-not-shown: %s without any one field, or with it null, stays a record', (kind, text) => {
    const value = taken(text);
    for (const field of Object.keys(value)) {
      const { [field]: _gone, ...rest } = value;
      for (const lesser of [rest, { ...value, [field]: null }]) {
        expect(parseRecord(kind, lesser).problems, field).toEqual([]);
        expect(() => listColumns(kind, lesser)).not.toThrow();
      }
    }
  });

  it.each(texts)(
    'VER-enums CARD-enums VEN-enums INV-paymentType INV-taxEngineName EXP-status ST-values: unknown values of %s are kept as they came',
    (kind, text) => {
      const value = taken(text);
      for (const fact of fieldsOf(kind).filter((one) => one.type === 'enum')) {
        const field = fact.path[0] ?? '';
        const parsed = parseRecord(kind, { ...value, [field]: 'SEEN_TOMORROW' });
        expect(parsed.problems).toEqual([]);
        expect(parsed.record[field]).toBe('SEEN_TOMORROW');
      }
      expect(parseRecord(kind, { ...value, brandNew: { a: [1] } }).record).toMatchObject({ brandNew: { a: [1] } });
    },
  );
});
