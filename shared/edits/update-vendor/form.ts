import { field, type FormField } from '#shared/edits/edit-form.ts';

/** Sections carry the names that the record's page gives them. */
const master = { heading: 'Details' };
const contact = { heading: 'Contact' };
const bank = { heading: 'Bank', bank: true };
const booking = { heading: 'Default entity' };

/** A vendor's form: every field of the PUT body, in groups. */
export const vendorForm: readonly FormField[] = [
  field('name', 'Name', 'text', master),
  field('description', 'Description', 'paragraph', master),
  field('vatId', 'VAT number', 'text', master),
  field('identifier', 'Company number', 'text', master),
  field('companyEntityIds', 'Entities', 'uuids', master),
  field('avatarUrl', 'Picture', 'text', master),
  field('email', 'Email', 'text', contact),
  field('website', 'Website', 'text', contact),
  field('phoneNumber.countryCode', 'Phone, country code', 'enum', contact),
  field('phoneNumber.localNumber', 'Phone, local number', 'text', contact),
  field('address', 'Address', 'text', contact),
  field('zipcode', 'Postal code', 'text', contact),
  field('city', 'City', 'text', contact),
  field('country', 'Country', 'enum', contact),
  field('bankName', 'Bank', 'text', bank),
  field('bankAccountNumber', 'Account number', 'text', bank),
  field('bankAccountBic', 'BIC', 'text', bank),
  field('domesticBankAccountNumber', 'Domestic account number', 'text', bank),
  field('domesticBankAccountCode', 'Domestic account code', 'text', bank),
  field('swedishBankgiroNumber', 'Bankgiro number', 'text', bank),
  field('bankAddress', 'Bank address', 'text', bank),
  field('bankZipcode', 'Bank postal code', 'text', bank),
  field('bankCity', 'Bank city', 'text', bank),
  field('bankCountry', 'Bank country', 'enum', bank),
  field('defaultCompanyEntity.companyEntityId', 'Entity', 'uuid', booking),
  field('defaultCompanyEntity.accountId', 'Account', 'uuid', booking),
  field('defaultCompanyEntity.taxCodeId', 'Tax code', 'uuid', booking),
  field('defaultCompanyEntity.costCenterId', 'Cost centre', 'uuid', booking),
  field('defaultCompanyEntity.senderBankAccountId', 'Sender bank account', 'uuid', { ...booking, bank: true }),
  field('customProperties', 'Custom properties', 'customProperties', { heading: 'Custom properties' }),
];
