import { z } from 'zod';
import { currency, dateTime, int64, text, uuid } from '#service/domain/fields.ts';
import { customProperty } from './custom-property.ts';
import { errorContextB } from './error-context.ts';

const defaultCompanyEntity = z.object({
  id: uuid,
  vendorId: uuid,
  companyEntityId: uuid,
  accountId: uuid.nullable(),
  taxCodeId: uuid.nullable(),
  costCenterId: uuid.nullable(),
  senderBankAccountId: uuid.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
const approver = z.object({ id: uuid, userId: uuid, vendorId: uuid, priority: z.int(), createdAt: dateTime });
const note = z.object({
  id: uuid,
  vendorId: uuid,
  authorId: uuid,
  companyId: uuid,
  channel: text,
  content: text,
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** The text fields of a vendor that its PUT body carries, in the specification's order. */
export const vendorTextFields = [
  'vatId',
  'identifier',
  'description',
  'avatarUrl',
  'email',
  'website',
  'city',
  'address',
  'zipcode',
  'country',
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
] as const;

/** Name of a text field that the vendor's PUT body carries. */
export type VendorTextField = (typeof vendorTextFields)[number];
const textFields = Object.fromEntries(vendorTextFields.map((name) => [name, text.nullable()])) as Record<
  VendorTextField,
  z.ZodNullable<z.ZodString>
>;

/** Vendor ("Vendor"). */
export const vendor = z.object({
  type: text,
  vendorId: uuid,
  companyId: uuid,
  companyEntityIds: z.array(uuid),
  defaultCompanyEntity: defaultCompanyEntity.nullable(),
  name: text,
  ...textFields,
  phoneNumber: z.object({ countryCode: text, localNumber: text }).nullable(),
  vendorCreatedAt: dateTime,
  updatedAt: dateTime,
  approvers: z.array(approver),
  notes: z.array(note),
  currency,
  groupCurrency: currency,
  contractValue: int64,
  createdBy: uuid,
  status: text,
  failureContext: errorContextB.nullable(),
  version: z.int(),
  customProperties: z.array(customProperty),
  lastMtdSpendInGroupCurrency: int64,
});

export type Vendor = z.infer<typeof vendor>;
