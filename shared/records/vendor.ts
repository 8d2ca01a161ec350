import { z } from '#shared/zod.ts';
import { customProperties } from './custom-property.ts';
import { failureContextB } from './error-context.ts';
import { country, currency, enumeration, instant, integer, money, object, objects, text, uuid, uuids, type FieldOptions } from './field.ts';

const own: FieldOptions = { editable: true };
const contact: FieldOptions = { group: 'contact', editable: true };
const bank: FieldOptions = { group: 'bank', editable: true };
const technical: FieldOptions = { group: 'technical' };

const defaultCompanyEntity = z.looseObject({
  id: uuid('Identifier', technical),
  vendorId: uuid('Vendor', technical),
  companyEntityId: uuid('Entity', own),
  accountId: uuid('Account', own),
  taxCodeId: uuid('Tax code', own),
  costCenterId: uuid('Cost centre', own),
  senderBankAccountId: uuid('Sender bank account', own),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
});

const phoneNumber = z.looseObject({ countryCode: enumeration('Country code', own), localNumber: text('Local number', own) });

const approver = z.looseObject({
  id: uuid('Identifier', technical),
  userId: uuid('User'),
  vendorId: uuid('Vendor', technical),
  priority: integer('Priority'),
  createdAt: instant('Created'),
});

const note = z.looseObject({
  id: uuid('Identifier', technical),
  vendorId: uuid('Vendor', technical),
  authorId: uuid('Author'),
  companyId: uuid('Company', technical),
  channel: enumeration('Channel'),
  content: text('Note'),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
});

/** "Vendor"; its identifier is `vendorId`. The contract value is taken to be in `currency`, which the specification does not say. */
export const vendor = z.looseObject({
  type: enumeration('Type'),
  vendorId: uuid('Identifier', technical),
  companyId: uuid('Company'),
  companyEntityIds: uuids('Entities', { group: 'main', editable: true }),
  defaultCompanyEntity: object('Default entity', defaultCompanyEntity, { group: 'main', editable: true }),
  vatId: text('VAT number', own),
  identifier: text('Company number', own),
  name: text('Name', own),
  description: text('Description', own),
  avatarUrl: text('Picture', own),
  email: text('Email', contact),
  website: text('Website', contact),
  city: text('City', contact),
  address: text('Address', contact),
  zipcode: text('Postal code', contact),
  phoneNumber: object('Phone', phoneNumber, contact),
  country: country('Country', contact),
  bankCountry: country('Bank country', bank),
  bankName: text('Bank', bank),
  bankCity: text('Bank city', bank),
  bankAddress: text('Bank address', bank),
  bankZipcode: text('Bank postal code', bank),
  bankAccountNumber: text('Account number', bank),
  bankAccountBic: text('BIC', bank),
  domesticBankAccountNumber: text('Domestic account number', bank),
  domesticBankAccountCode: text('Domestic account code', bank),
  swedishBankgiroNumber: text('Bankgiro number', bank),
  vendorCreatedAt: instant('Created'),
  updatedAt: instant('Updated'),
  approvers: objects('Approvers', approver),
  notes: objects('Notes', note),
  currency: currency('Currency'),
  groupCurrency: currency('Group currency'),
  contractValue: money('Contract value', ['currency']),
  createdBy: uuid('Created by', technical),
  status: enumeration('Status'),
  failureContext: failureContextB(),
  version: integer('Version', technical),
  customProperties: customProperties({ editable: true }),
  lastMtdSpendInGroupCurrency: money('Spend, month to date', ['groupCurrency']),
});
export type Vendor = z.infer<typeof vendor>;
