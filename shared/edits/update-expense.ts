import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { currencyCodes } from '#shared/values/currencies.ts';
import { getExpense } from '#shared/service/operations.ts';
import { heldFields, touchedFields, settingFields } from './absolute-fields.ts';
import { currencyText, dateText, nothingSet, setsSomething } from './body-schemas.ts';
import { editWords, field } from './edit-form.ts';
import { integerOf } from '#shared/records/field.ts';
import { amountReads, readsDifferently } from './recoded-amount.ts';
import type { EditKind } from './edit-kind.ts';

/** The two fields seen; "the complete set of updatable fields: not shown", so no other is sent. */
const body = z
  .strictObject({ originalCurrency: currencyText.optional(), performedDate: dateText.optional() })
  .refine(setsSomething, nothingSet);
export type UpdateExpenseBody = z.infer<typeof body>;

/** Update expense ("Endpoints 4"). */
export const updateExpense: EditKind<UpdateExpenseBody> = {
  ...settingFields('expense', body),
  kind: 'updateExpense',
  specification: 'Endpoints 4',
  repeat: 'absoluteReadable',
  needsCompleteBase: false,
  review: () => 'automatic',
  touchesBank: () => false,
  request: (recordId, sent) => ({ ...getExpense(recordId), method: 'PATCH', body: sent }),
  whole: (record) => heldFields(['originalCurrency', 'performedDate'], record),
  read: getExpense,
  undocumentedRead: () => null,
  describe: (sent) => ({ title: t('edits.expense.title'), fields: touchedFields(sent).map(({ path }) => path) }),
  form: [
    field('performedDate', 'records.field.date', 'date', { happened: true }),
    field('originalCurrency', 'records.field.originalCurrency', 'currency', { suggestions: currencyCodes }),
  ],
  words: editWords(
    {
      form: 'edits.expense.form',
      button: 'edits.button.edit',
      bulk: 'edits.button.edit',
      rule: 'edits.expense.rule',
      lookFor: 'edits.lookFor.record',
    },
    (count) => t('edits.expense.count', { count }),
  ),
  key: 'edit',
  inList: { column: 'date', path: ['performedDate'] },
  likelihood: (state) => (state === 'CANCELLED' ? 'usual' : 'next'),
  isClosed: (state) => state === 'CANCELLED',
  warns({ originalCurrency: typed }, { view: { originalCurrency: now, originalAmount }, format }) {
    const minor = integerOf(originalAmount);
    if (minor === null || typeof now !== 'string' || typeof typed !== 'string' || !readsDifferently(now, typed)) return [];
    return [amountReads(format(minor, now), format(minor, typed))];
  },
  notices: ({ state }) => (state === 'CANCELLED' ? [{ severity: 'unsure', text: t('edits.expense.cancelled') }] : []),
};
