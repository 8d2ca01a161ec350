import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { undocumentedReadOf } from '#shared/service/operations.ts';
import { customPropertyInput } from '#shared/records/custom-property.ts';
import { heldFields, touchedFields, settingFields } from './absolute-fields.ts';
import { nothingSet, setsSomething } from './body-schemas.ts';
import { editWords, field } from './edit-form.ts';
import type { EditKind } from './edit-kind.ts';

const body = z
  .strictObject({ description: z.string().optional(), customProperties: z.array(customPropertyInput).optional() })
  .refine(setsSomething, nothingSet);
export type UpdateCardTransactionBody = z.infer<typeof body>;

/** Update card transaction ("Endpoints 7"). How omitted fields are treated is not shown; only what the user changed is sent. */
export const updateCardTransaction: EditKind<UpdateCardTransactionBody> = {
  ...settingFields('cardTransaction', body),
  kind: 'updateCardTransaction',
  specification: 'Endpoints 7',
  repeat: 'absoluteBlind',
  needsCompleteBase: false,
  review: () => 'automatic',
  touchesBank: () => false,
  request: (recordId, sent) => ({
    method: 'PATCH',
    family: 'B',
    path: `/card-transactions/${encodeURIComponent(recordId)}`,
    body: sent,
    accept: 'json',
  }),
  whole: (record) => heldFields(['description', 'customProperties'], record),
  read: () => null,
  undocumentedRead: (recordId) => undocumentedReadOf('cardTransaction', recordId),
  describe: (sent) => ({ title: t('edits.cardTransaction.title'), fields: touchedFields(sent).map(({ path }) => path) }),
  form: [
    field('description', 'records.field.description', 'paragraph'),
    field('customProperties', 'records.field.customProperties', 'customProperties'),
  ],
  words: editWords(
    {
      form: 'edits.cardTransaction.form',
      button: 'edits.button.edit',
      bulk: 'edits.button.edit',
      rule: 'edits.cardTransaction.rule',
      lookFor: 'edits.lookFor.record',
    },
    (count) => t('edits.cardTransaction.count', { count }),
  ),
  key: 'edit',
  inList: { column: 'description', path: ['description'] },
  likelihood: () => 'next',
};
