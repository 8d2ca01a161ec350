import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { undocumentedReadOf } from '#shared/service/operations.ts';
import { readableState } from '#shared/values/readable.ts';
import { knownValues } from '#shared/records/known-values.ts';
import { sameId } from '#shared/values/uuid.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { anyNumber, dateText, enumText, int64, nothingSet, setsSomething, uuidText } from './body-schemas.ts';
import { editWords, field } from './edit-form.ts';
import { creating, type AnswerCheck, type EditKind } from './edit-kind.ts';
import { withPending } from './pending-lists.ts';

/** Required fields are not shown. Of a discount only its `type` is shown, so only that can be sent. */
const body = z
  .strictObject({
    productId: uuidText.optional(),
    quantity: anyNumber.optional(),
    taxCodeId: uuidText.optional(),
    accountId: uuidText.optional(),
    discount: z.strictObject({ type: enumText }).optional(),
    priceOverwrite: int64.optional(),
    productNameOverwrite: z.string().optional(),
    taxEngineOneCode: z.string().optional(),
    billingStart: dateText.optional(),
    billingEnd: dateText.optional(),
  })
  .refine(setsSomething, nothingSet);
export type CreateInvoiceLineBody = z.infer<typeof body>;

/** The answer is "shown as a generic object": a line has its own identifier and names the invoice, or at least the product sent. */
function answerOf(invoiceId: string, sent: CreateInvoiceLineBody, answer: JsonObject): AnswerCheck {
  const wrong = (detail: string): AnswerCheck => ({ kind: 'wrongRecord', detail });
  const { id, invoiceReceivableId, productId } = answer;
  if (typeof id !== 'string' || sameId(id, invoiceId)) return wrong('the answer is not a line');
  if (typeof invoiceReceivableId === 'string' && !sameId(invoiceReceivableId, invoiceId)) {
    return wrong(`the answer is a line of ${invoiceReceivableId}`);
  }
  const namesProduct = typeof productId === 'string' && sent.productId !== undefined;
  if (namesProduct && !sameId(productId, sent.productId ?? '')) return wrong('the answer is a line of another product');
  if (typeof invoiceReceivableId !== 'string' && !namesProduct) return wrong('the answer does not say which invoice it belongs to');
  const differences = Object.entries(sent).flatMap(([name, mine]) => lineDifference(name, mine, answer[name]));
  return differences.length === 0 ? { kind: 'asSent' } : { kind: 'differs', differences };
}

function lineDifference(name: string, mine: JsonValue | undefined, theirs: JsonValue | undefined): FieldDifference[] {
  if (mine === undefined) return [];
  const same = name === 'discount' ? sameDiscount(mine, theirs) : sameText(mine, theirs) || jsonEqual(mine, theirs);
  return same ? [] : [{ path: [name], mine, ...(theirs === undefined ? {} : { theirs }) }];
}

/** Only the discriminator was sent. */
function sameDiscount(mine: JsonValue, theirs: JsonValue | undefined): boolean {
  return isJsonObject(mine) && isJsonObject(theirs) && mine['type'] === theirs['type'];
}

/** Identifiers may come back in another case, an empty text as nothing. */
function sameText(mine: JsonValue, theirs: JsonValue | undefined): boolean {
  if (mine === '') return theirs === undefined || theirs === null;
  return typeof mine === 'string' && typeof theirs === 'string' && uuidText.safeParse(mine).success && sameId(mine, theirs);
}

/** Create sales invoice line ("Endpoints 2"). */
export const createInvoiceLine: EditKind<CreateInvoiceLineBody> = {
  ...creating,
  kind: 'createInvoiceLine',
  recordKind: 'invoiceReceivable',
  specification: 'Endpoints 2',
  body,
  review: () => 'review',
  request: (recordId, sent) => ({
    method: 'POST',
    family: 'B',
    path: `/invoice-receivables/${encodeURIComponent(recordId)}/lines`,
    body: sent,
    accept: 'json',
  }),
  overlay: (record, sent) => withPending(record, 'pendingLines', sent),
  answer: answerOf,
  undocumentedRead: (recordId) => undocumentedReadOf('invoiceReceivable', recordId),
  describe: (sent) => ({ title: t('edits.invoiceLine.title'), fields: Object.keys(sent).map((name) => [name]) }),
  form: [
    field('productId', 'records.field.product', 'uuid', { required: true }),
    field('quantity', 'records.field.quantity', 'number', { required: true }),
    field('productNameOverwrite', 'records.field.customProductName', 'text'),
    field('priceOverwrite', 'records.field.customPrice', 'money', { currencyPath: ['currency'] }),
    field('discount.type', 'records.field.discountType', 'enum', { suggestions: knownValues.discountType }),
    field('accountId', 'records.field.account', 'uuid'),
    field('taxCodeId', 'records.field.taxCode', 'uuid'),
    field('taxEngineOneCode', 'records.field.externalTaxCode', 'text', { onlyWhen: { path: ['taxEngineName'], equals: 'TAX_ENGINE_ONE' } }),
    field('billingStart', 'records.field.billingFrom', 'date'),
    field('billingEnd', 'records.field.billingTo', 'date'),
  ],
  words: editWords(
    {
      form: 'edits.invoiceLine.form',
      button: 'edits.invoiceLine.form',
      save: 'edits.invoiceLine.form',
      rule: 'edits.invoiceLine.rule',
      lookFor: 'edits.invoiceLine.lookFor',
    },
    (count) => t('edits.invoiceLine.count', { count }),
  ),
  // The total was the service's word before this line: nobody has said what it is now.
  unsays: ['amount'],
  key: 'edit',
  likelihood: (state) => (state === 'DRAFT' ? 'next' : 'seldom'),
  isClosed: (state) => state !== 'DRAFT' && settledStates.includes(state),
  notices: ({ state }) =>
    state === 'DRAFT'
      ? []
      : [
          {
            severity: 'unsure',
            text: t('edits.invoiceLine.notDraft', { state: readableState(state, 'invoiceReceivable') }),
          },
        ],
  summary: ({ productNameOverwrite }) => (productNameOverwrite === undefined ? {} : { text: productNameOverwrite }),
};
