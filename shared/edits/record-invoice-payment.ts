import { z } from '#shared/zod.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { paymentAnswerState, paymentWarning, settledStates } from '#shared/service/invoice-states.ts';
import { undocumentedReadOf } from '#shared/service/operations.ts';
import { integerOf } from '#shared/records/field.ts';
import { wrongRecord } from './absolute-fields.ts';
import { dateText, int64, uuidText } from './body-schemas.ts';
import { editWords, field, type ComposedOn, type FormNotice, type WhileTyping } from './edit-form.ts';
import { creating, type AnswerCheck, type EditKind } from './edit-kind.ts';
import { dateIn, nearlySame, nearlySameSentence, overpaidSentence } from './payments-here.ts';
import { t } from '#shared/messages/t.ts';
import { withPending } from './pending-lists.ts';
import { invoiceStateSentence, notPositiveSentence } from '#shared/messages/payment-words.ts';

/**
 * Which fields the service requires is not shown; a date and an amount belong to every payment that a user records. Nothing shows that an
 * amount must be more than zero: review asks about one that is not.
 */
const body = z.strictObject({
  paymentDate: dateText,
  bankAccountId: uuidText.optional(),
  amountInInvoiceCurrency: int64,
});
export type RecordInvoicePaymentBody = z.infer<typeof body>;

/**
 * The answer is the invoice, and by the rule of "Endpoints 1" it is PAID or PARTIALLY_PAID now. An answer in another known state does
 * not show that the payment was recorded; a state that nobody knows yet is reported as a difference.
 */
function answerOf(recordId: string, answer: JsonObject): AnswerCheck {
  const wrong = wrongRecord('invoiceReceivable', recordId, answer);
  if (wrong !== null) return wrong;
  switch (paymentAnswerState(answer['state'])) {
    case 'recorded':
      return { kind: 'asSent' };
    case 'unknownState':
      return { kind: 'differs', differences: [{ path: ['state'], theirs: answer['state'] }] };
    case 'notRecorded':
      return { kind: 'wrongRecord', detail: 'the answer does not show a payment' };
  }
}

function noticesOf({ state, paid }: ComposedOn): FormNotice[] {
  const another: FormNotice = { severity: 'unsure', text: t('edits.payment.another') };
  const partly: FormNotice = { severity: 'unsure', text: t('situations.warning.partlyPaid') };
  return [...stateNotices(state), ...(paid?.elsewhere ? [partly] : []), ...(paid && paid.payments.length > 0 ? [another] : [])];
}

function warningsOf(typed: JsonObject, { paid, open, format }: WhileTyping): string[] {
  const amount = integerOf(typed['amountInInvoiceCurrency']);
  if (amount === null) return [];
  const warnings: string[] = [];
  if (amount <= 0n) warnings.push(notPositiveSentence(amount, format));
  const over = open && overpaidSentence(amount, open.minor, format);
  if (over !== null) warnings.push(over);
  const near = nearlySame({ amountMinor: amount, date: dateIn(typed) }, paid?.payments ?? []);
  if (near) warnings.push(nearlySameSentence(format(amount), near.date));
  return warnings;
}

function stateNotices(state: string | null): FormNotice[] {
  const text = invoiceStateSentence(state);
  return text === null ? [] : [{ severity: paymentWarning(state) === 'locked' ? 'needs' : 'unsure', text }];
}

/** Enter invoice payment ("Endpoints 1"). At most once by machine; a user decides the rest. */
export const recordInvoicePayment: EditKind<RecordInvoicePaymentBody> = {
  ...creating,
  kind: 'recordInvoicePayment',
  recordKind: 'invoiceReceivable',
  specification: 'Endpoints 1',
  body,
  review: () => 'person',
  request: (recordId, sent) => ({
    method: 'POST',
    family: 'A',
    path: `/invoice-receivables/${encodeURIComponent(recordId)}/payments`,
    body: sent,
    accept: 'json',
  }),
  overlay: (record, sent) => withPending(record, 'pendingPayments', sent),
  answer: (recordId, _sent, answer) => answerOf(recordId, answer),
  undocumentedRead: (recordId) => undocumentedReadOf('invoiceReceivable', recordId),
  describe: (sent) => ({ title: t('edits.payment.title'), fields: Object.keys(sent).map((name) => [name]) }),
  // A body that was read back from the disk has a plain number where it is small enough.
  amountMinor: (sent) => integerOf(sent.amountInInvoiceCurrency),
  form: [
    field('amountInInvoiceCurrency', 'records.field.amount', 'money', {
      required: true,
      currencyPath: ['currency'],
      besideAmount: 'edits.payment.total',
      headId: 'edits.payment.head.amount',
      suggest: 'open',
    }),
    field('paymentDate', 'records.field.paymentDate', 'date', {
      required: true,
      happened: true,
      suggest: 'today',
      headId: 'edits.payment.head.date',
    }),
    field('bankAccountId', 'records.field.receivedOnBankAccount', 'uuid', {
      required: true,
      startsWith: ['payeeBankAccountId'],
      suggest: 'lastUsed',
      headId: 'edits.payment.head.account',
    }),
  ],
  words: editWords(
    {
      form: 'edits.payment.title',
      button: 'edits.payment.title',
      save: 'edits.payment.save',
      bulk: 'edits.payment.bulk',
      rule: 'edits.payment.rule',
      ruleFixed: 'edits.payment.ruleFixed',
      lookFor: 'edits.payment.lookFor',
    },
    (count) => t('edits.payment.count', { count }),
  ),
  key: 'recordPayment',
  likelihood: (state) => (paymentWarning(state) === 'none' ? 'next' : 'usual'),
  isClosed: (state) => settledStates.includes(state),
  notices: noticesOf,
  warns: warningsOf,
  summary: ({ paymentDate, bankAccountId }) => ({ date: paymentDate, account: bankAccountId }),
  unseenAfterwards: true,
};
