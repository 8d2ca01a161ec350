import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextB } from './error-context.ts';
import { country, currency, enumeration, instant, integer, money, object, objects, text, uuid, uuids, type FieldOptions } from './field.ts';

const own: FieldOptions = { editable: true };
const contact: FieldOptions = { group: 'contact', editable: true };
const bank: FieldOptions = { group: 'bank', editable: true };
const technical: FieldOptions = { group: 'technical' };

const defaultCompanyEntity = z.looseObject({
  id: uuid('records.field.identifier', technical),
  vendorId: uuid('records.field.vendor', technical),
  companyEntityId: uuid('records.field.entity', own),
  accountId: uuid('records.field.account', own),
  taxCodeId: uuid('records.field.taxCode', own),
  costCenterId: uuid('records.field.costCentre', own),
  senderBankAccountId: uuid('records.field.senderBankAccount', own),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});

const phoneNumber = z.looseObject({
  countryCode: enumeration('records.field.countryCode', own),
  localNumber: text('records.field.localNumber', own),
});

const approver = z.looseObject({
  id: uuid('records.field.identifier', technical),
  userId: uuid('records.field.user'),
  vendorId: uuid('records.field.vendor', technical),
  priority: integer('records.field.priority'),
  createdAt: instant('records.field.created'),
});

const note = z.looseObject({
  id: uuid('records.field.identifier', technical),
  vendorId: uuid('records.field.vendor', technical),
  authorId: uuid('records.field.author'),
  companyId: uuid('records.field.company', technical),
  channel: enumeration('records.field.channel'),
  content: text('records.field.note'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});

/** "Vendor"; its identifier is `vendorId`. The contract value is taken to be in `currency`, which the specification does not say. */
export const vendor = z.looseObject({
  type: enumeration('records.field.type'),
  vendorId: uuid('records.field.identifier', technical),
  companyId: uuid('records.field.company'),
  companyEntityIds: uuids('records.field.entities', { group: 'main', editable: true }),
  defaultCompanyEntity: object('records.field.defaultEntity', defaultCompanyEntity, { group: 'main', editable: true }),
  vatId: text('records.field.vatNumber', own),
  identifier: text('records.field.companyNumber', own),
  name: text('records.field.name', own),
  description: text('records.field.description', own),
  avatarUrl: text('records.field.picture', own),
  email: text('records.field.email', contact),
  website: text('records.field.website', contact),
  city: text('records.field.city', contact),
  address: text('records.field.address', contact),
  zipcode: text('records.field.postalCode', contact),
  phoneNumber: object('records.field.phone', phoneNumber, contact),
  country: country('records.field.country', contact),
  bankCountry: country('records.field.bankCountry', bank),
  bankName: text('records.field.bank', bank),
  bankCity: text('records.field.bankCity', bank),
  bankAddress: text('records.field.bankAddress', bank),
  bankZipcode: text('records.field.bankPostalCode', bank),
  bankAccountNumber: text('records.field.accountNumber', bank),
  bankAccountBic: text('records.field.bic', bank),
  domesticBankAccountNumber: text('records.field.domesticAccountNumber', bank),
  domesticBankAccountCode: text('records.field.domesticAccountCode', bank),
  swedishBankgiroNumber: text('records.field.bankgiroNumber', bank),
  vendorCreatedAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
  approvers: objects('records.field.approvers', approver),
  notes: objects('records.field.notes', note),
  currency: currency('records.field.currency'),
  groupCurrency: currency('records.field.groupCurrency'),
  contractValue: money('records.field.contractValue', ['currency']),
  createdBy: uuid('records.field.createdBy', technical),
  status: enumeration('records.field.status'),
  failureContext: failureContextB(),
  version: integer('records.field.version', technical),
  customProperties: customProperties({ editable: true }),
  lastMtdSpendInGroupCurrency: money('records.field.spendMonthToDate', ['groupCurrency']),
});
export type Vendor = z.infer<typeof vendor>;
