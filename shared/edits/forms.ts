import { currencyCodes } from '#shared/currencies.ts';
import { knownValues } from '#shared/records/known-values.ts';

/** How a value is entered. `enum` suggests known values and takes any other; `number` is a decimal kept exact. */
export type FormInput = 'text' | 'paragraph' | 'money' | 'date' | 'currency' | 'uuid' | 'uuids' | 'number' | 'enum' | 'customProperties';

/** One field of a form that composes an edit's body. */
export interface FormField {
  /** Where the value goes in the body; for changes also where the record has its present value. */
  path: string[];
  label: string;
  input: FormInput;
  /** The form asks for it; the interface does not show what the service requires. */
  required: boolean;
  /** Fields of one heading stand together. */
  heading: string;
  /** Bank data: shown with a warning, reviewed always. */
  bank: boolean;
  /** For money: the record's field that names the currency. */
  currencyPath?: string[];
  /** Values to suggest; any other may be typed. */
  suggestions?: readonly string[];
  /** Where in the record a first value is found, when not at `path`. */
  startsWith?: string[];
  /** Shown only when the record's field holds this value. */
  onlyWhen?: { path: string[]; equals: string };
}

type Extras = Partial<Omit<FormField, 'path' | 'label' | 'input'>>;

function field(path: string, label: string, input: FormInput, extras: Extras = {}): FormField {
  return { path: path.split('.'), label, input, required: false, heading: '', bank: false, ...extras };
}

const required: Extras = { required: true };
const master: Extras = { heading: 'Vendor' };
const contact: Extras = { heading: 'Contact' };
const bank: Extras = { heading: 'Bank', bank: true };
const booking: Extras = { heading: 'Booking defaults' };
const properties: Extras = { heading: 'Custom properties' };

const forms: Record<string, readonly FormField[]> = {
  updateExpense: [
    field('performedDate', 'Date', 'date'),
    field('originalCurrency', 'Original currency', 'currency', { suggestions: currencyCodes }),
  ],
  updateCardTransaction: [
    field('description', 'Description', 'paragraph'),
    field('customProperties', 'Custom properties', 'customProperties'),
  ],
  createUserComment: [field('content', 'Comment', 'paragraph', required)],
  recordInvoicePayment: [
    field('paymentDate', 'Payment date', 'date', required),
    field('amountInInvoiceCurrency', 'Amount', 'money', { ...required, currencyPath: ['currency'] }),
    field('bankAccountId', 'Received on bank account', 'uuid', { ...required, startsWith: ['payeeBankAccountId'] }),
  ],
  createInvoiceLine: [
    field('productId', 'Product', 'uuid', required),
    field('quantity', 'Quantity', 'number', required),
    field('productNameOverwrite', 'Custom product name', 'text'),
    field('priceOverwrite', 'Custom price', 'money', { currencyPath: ['currency'] }),
    field('discount.type', 'Discount type', 'enum', { suggestions: knownValues.discountType }),
    field('accountId', 'Account', 'uuid'),
    field('taxCodeId', 'Tax code', 'uuid'),
    field('taxEngineOneCode', 'External tax code', 'text', { onlyWhen: { path: ['taxEngineName'], equals: 'TAX_ENGINE_ONE' } }),
    field('billingStart', 'Billing from', 'date'),
    field('billingEnd', 'Billing to', 'date'),
  ],
  updateVendor: [
    field('name', 'Name', 'text', master),
    field('description', 'Description', 'paragraph', master),
    field('vatId', 'VAT number', 'text', master),
    field('identifier', 'Company number', 'text', master),
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
    field('companyEntityIds', 'Entities', 'uuids', booking),
    field('defaultCompanyEntity.companyEntityId', 'Default entity', 'uuid', booking),
    field('defaultCompanyEntity.accountId', 'Account', 'uuid', booking),
    field('defaultCompanyEntity.taxCodeId', 'Tax code', 'uuid', booking),
    field('defaultCompanyEntity.costCenterId', 'Cost centre', 'uuid', booking),
    field('defaultCompanyEntity.senderBankAccountId', 'Sender bank account', 'uuid', { ...booking, bank: true }),
    field('customProperties', 'Custom properties', 'customProperties', properties),
  ],
};

/** The form of an edit kind, in the order of entry; empty for an unknown kind. Drives the window. */
export function formOf(kindName: string): readonly FormField[] {
  return forms[kindName] ?? [];
}
