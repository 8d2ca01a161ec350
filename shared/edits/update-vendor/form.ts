import { field, type FormField } from '#shared/edits/edit-form.ts';

/** Sections carry the names that the record's page gives them. */
const master = { heading: 'record.group.main' } as const;
const contact = { heading: 'record.group.contact' } as const;
const bank = { heading: 'record.group.bank', bank: true } as const;
const booking = { heading: 'records.field.defaultEntity' } as const;

/** A vendor's form: every field of the PUT body, in groups. */
export const vendorForm: readonly FormField[] = [
  field('name', 'records.field.name', 'text', master),
  field('description', 'records.field.description', 'paragraph', master),
  field('vatId', 'records.field.vatNumber', 'text', master),
  field('identifier', 'records.field.companyNumber', 'text', master),
  field('companyEntityIds', 'records.field.entities', 'uuids', master),
  field('avatarUrl', 'records.field.picture', 'text', master),
  field('email', 'records.field.email', 'text', contact),
  field('website', 'records.field.website', 'text', contact),
  field('phoneNumber.countryCode', 'records.field.phoneCountryCode', 'enum', contact),
  field('phoneNumber.localNumber', 'records.field.phoneLocalNumber', 'text', contact),
  field('address', 'records.field.address', 'text', contact),
  field('zipcode', 'records.field.postalCode', 'text', contact),
  field('city', 'records.field.city', 'text', contact),
  field('country', 'records.field.country', 'enum', contact),
  field('bankName', 'records.field.bank', 'text', bank),
  field('bankAccountNumber', 'records.field.accountNumber', 'text', bank),
  field('bankAccountBic', 'records.field.bic', 'text', bank),
  field('domesticBankAccountNumber', 'records.field.domesticAccountNumber', 'text', bank),
  field('domesticBankAccountCode', 'records.field.domesticAccountCode', 'text', bank),
  field('swedishBankgiroNumber', 'records.field.bankgiroNumber', 'text', bank),
  field('bankAddress', 'records.field.bankAddress', 'text', bank),
  field('bankZipcode', 'records.field.bankPostalCode', 'text', bank),
  field('bankCity', 'records.field.bankCity', 'text', bank),
  field('bankCountry', 'records.field.bankCountry', 'enum', bank),
  field('defaultCompanyEntity.companyEntityId', 'records.field.entity', 'uuid', booking),
  field('defaultCompanyEntity.accountId', 'records.field.account', 'uuid', booking),
  field('defaultCompanyEntity.taxCodeId', 'records.field.taxCode', 'uuid', booking),
  field('defaultCompanyEntity.costCenterId', 'records.field.costCentre', 'uuid', booking),
  field('defaultCompanyEntity.senderBankAccountId', 'records.field.senderBankAccount', 'uuid', { ...booking, bank: true }),
  field('customProperties', 'records.field.customProperties', 'customProperties', { heading: 'records.field.customProperties' }),
];
