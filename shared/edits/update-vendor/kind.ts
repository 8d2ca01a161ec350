import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { readBankNumber } from '#shared/bank-number.ts';
import { undocumentedReadOf } from '#shared/service/operations.ts';
import { customPropertyInput } from '#shared/records/custom-property.ts';
import { mergeFields, touchedFields, settingFields } from '#shared/edits/absolute-fields.ts';
import { enumText, nothingSet, setsSomething, uuidText } from '#shared/edits/body-schemas.ts';
import { editWords } from '#shared/edits/edit-form.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { vendorPutBody } from './put-body.ts';
import { vendorForm } from './form.ts';

const text = z.string().optional();
/** A number that says where money goes, in its one form; a text with a character outside of it is refused by the character's name. */
const bankNumber = (name: string) =>
  z
    .string()
    .transform((given, context) => {
      const read = readBankNumber([name], given);
      if (read.ok) return read.number;
      context.addIssue({ code: 'custom', message: read.why });
      return z.NEVER;
    })
    .optional();
const identifier = uuidText.optional();
const value = enumText.optional();

/** The fields that a user may change: every field of the PUT body, under its own name. An emptied text is an empty string. */
const body = z
  .strictObject({
    name: text,
    defaultCompanyEntity: z
      .strictObject({
        companyEntityId: identifier,
        accountId: identifier,
        taxCodeId: identifier,
        costCenterId: identifier,
        senderBankAccountId: identifier,
      })
      .optional(),
    companyEntityIds: z.array(uuidText).optional(),
    vatId: text,
    identifier: text,
    description: text,
    avatarUrl: text,
    email: text,
    website: text,
    city: text,
    address: text,
    zipcode: text,
    phoneNumber: z.strictObject({ countryCode: value, localNumber: text }).optional(),
    country: value,
    bankCountry: value,
    bankName: text,
    bankCity: text,
    bankAddress: text,
    bankZipcode: text,
    bankAccountNumber: bankNumber('bankAccountNumber'),
    bankAccountBic: bankNumber('bankAccountBic'),
    domesticBankAccountNumber: bankNumber('domesticBankAccountNumber'),
    domesticBankAccountCode: bankNumber('domesticBankAccountCode'),
    swedishBankgiroNumber: bankNumber('swedishBankgiroNumber'),
    customProperties: z.array(customPropertyInput).optional(),
  })
  .refine(setsSomething, nothingSet);
export type UpdateVendorBody = z.infer<typeof body>;

/** Fields that decide where a vendor's money goes, and from which of our accounts: a user always approves them. */
export const vendorBankFields: readonly string[] = [
  'bankCountry',
  'bankName',
  'bankCity',
  'bankAddress',
  'bankZipcode',
  'bankAccountNumber',
  'bankAccountBic',
  'domesticBankAccountNumber',
  'domesticBankAccountCode',
  'swedishBankgiroNumber',
  'senderBankAccountId',
];

/** The same as paths in the record. */
export const vendorBankPaths: readonly string[][] = vendorBankFields.map((name) =>
  name === 'senderBankAccountId' ? ['defaultCompanyEntity', name] : [name],
);

function touchesBank(sent: UpdateVendorBody): boolean {
  return touchedFields(sent).some(({ path }) => vendorBankFields.includes(path.at(-1) ?? ''));
}

/**
 * Update vendor ("Endpoints 9"): a PUT of the full record, built from the newest complete base. Without a base it is held; only the changed
 * fields are sent where a user saw what that empties, and wants it. The record's `version` is in no body.
 */
export const updateVendor: EditKind<UpdateVendorBody> = {
  ...settingFields('vendor', body),
  kind: 'updateVendor',
  specification: 'Endpoints 9',
  repeat: 'absoluteVersioned',
  needsCompleteBase: true,
  review: (sent) => (touchesBank(sent) ? 'person' : 'review'),
  touchesBank,
  request: (recordId, sent, base) => ({
    method: 'PUT',
    family: 'B',
    path: `/vendors/${encodeURIComponent(recordId)}`,
    body: vendorPutBody(sent, base),
    accept: 'json',
  }),
  whole: (record) => vendorPutBody({}, record),
  merge: (earlier, later) => (touchesBank(earlier) || touchesBank(later) ? null : mergeFields(earlier, later)),
  read: () => null,
  undocumentedRead: (recordId) => undocumentedReadOf('vendor', recordId),
  describe: (sent) => ({
    title: t(touchesBank(sent) ? 'edits.vendor.titleBank' : 'edits.vendor.title'),
    fields: touchedFields(sent).map(({ path }) => path),
  }),
  form: vendorForm,
  words: editWords(
    {
      form: 'edits.vendor.form',
      button: 'edits.button.edit',
      rule: 'edits.vendor.rule',
      ruleFixed: 'edits.vendor.ruleFixed',
      lookFor: 'edits.lookFor.record',
    },
    (count) => t('edits.vendor.count', { count }),
  ),
  key: 'edit',
  likelihood: () => 'next',
  notices: ({ complete }) => (complete ? [] : [{ severity: 'unsure', text: t('edits.vendor.incomplete') }]),
};
