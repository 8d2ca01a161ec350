/**
 * The nine requests, written by hand from "Endpoints": method, path and body text as they must be on the wire. Each body names its
 * fields in the order of the specification's table.
 */
export interface Fixture {
  endpoint: number;
  kind: string | null;
  method: string;
  path: (id: string) => string;
  /** The user's input, by the specification's field names. */
  body: Record<string, unknown> | null;
  text: ((id: string) => string) | null;
  accept: 'application/json' | 'application/pdf';
}

/** Records of the service that bodies refer to. */
export interface References {
  bankAccountId: string;
  productId: string;
  taxCodeId: string;
  accountId: string;
  groupId: string;
  valueId: string;
  entityId: string;
  costCenterId: string;
}

const vendorTexts = {
  name: 'Nordlicht AB',
  vatId: 'SE556000000001',
  identifier: 'V-17',
  description: 'Lamps',
  avatarUrl: 'https://cdn.example/v.png',
  email: 'hej@nordlicht.example',
  website: 'https://nordlicht.example',
  city: 'Malmö',
  address: 'Storgatan 1',
  zipcode: '21142',
  country: 'SE',
  bankCountry: 'SE',
  bankName: 'Sparbanken',
  bankCity: 'Malmö',
  bankAddress: 'Torget 2',
  bankZipcode: '21142',
  bankAccountNumber: 'SE3550000000054910000003',
  bankAccountBic: 'ESSESESS',
  domesticBankAccountNumber: '54910000003',
  domesticBankAccountCode: '5000',
  swedishBankgiroNumber: '5050-1055',
};

export function fixtures(of: References): Fixture[] {
  const { bankAccountId, productId, taxCodeId, accountId, groupId, valueId, entityId, costCenterId } = of;
  const json = 'application/json' as const;
  return [
    {
      endpoint: 1,
      kind: 'recordInvoicePayment',
      method: 'POST',
      path: (id) => `/v1/invoice-receivables/${id}/payments`,
      body: { paymentDate: '2026-03-12', bankAccountId, amountInInvoiceCurrency: 9007199254740993n },
      text: () => `{"paymentDate":"2026-03-12","bankAccountId":"${bankAccountId}","amountInInvoiceCurrency":9007199254740993}`,
      accept: json,
    },
    {
      endpoint: 2,
      kind: 'createInvoiceLine',
      method: 'POST',
      path: (id) => `/rest/ext/v1/invoice-receivables/${id}/lines`,
      body: {
        productId,
        quantity: 2.5,
        taxCodeId,
        accountId,
        discount: { type: 'PERCENTAGE' },
        priceOverwrite: 4000n,
        productNameOverwrite: 'Consulting',
        billingStart: '2026-03-01',
        billingEnd: '2026-03-31',
      },
      text: () =>
        `{"productId":"${productId}","quantity":2.5,"taxCodeId":"${taxCodeId}","accountId":"${accountId}","discount":{"type":"PERCENTAGE"},"priceOverwrite":4000,"productNameOverwrite":"Consulting","billingStart":"2026-03-01","billingEnd":"2026-03-31"}`,
      accept: json,
    },
    { endpoint: 3, kind: null, method: 'GET', path: (id) => `/v1/expenses/${id}`, body: null, text: null, accept: json },
    {
      endpoint: 4,
      kind: 'updateExpense',
      method: 'PATCH',
      path: (id) => `/v1/expenses/${id}`,
      body: { originalCurrency: 'SEK', performedDate: '2026-03-09' },
      text: () => '{"originalCurrency":"SEK","performedDate":"2026-03-09"}',
      accept: json,
    },
    {
      endpoint: 5,
      kind: 'createUserComment',
      method: 'POST',
      path: () => '/v1/user-comments',
      body: { content: 'Looks right: "März"\n€' },
      text: (id) => `{"resourceId":"${id}","content":"Looks right: \\"März\\"\\n€"}`,
      accept: json,
    },
    {
      endpoint: 6,
      kind: null,
      method: 'OPTIONS',
      path: (id) => `/v1/card-transactions/${id}/receipt`,
      body: { roles: ['ADMIN', 'OWNER'], name: 'receipt' },
      text: () => '{"roles":["ADMIN","OWNER"],"name":"receipt"}',
      accept: json,
    },
    {
      endpoint: 7,
      kind: 'updateCardTransaction',
      method: 'PATCH',
      path: (id) => `/rest/ext/v1/card-transactions/${id}`,
      body: { description: 'Train', customProperties: [{ groupId, valueIds: [valueId] }] },
      text: () => `{"description":"Train","customProperties":[{"groupId":"${groupId}","valueIds":["${valueId}"]}]}`,
      accept: json,
    },
    {
      endpoint: 8,
      kind: null,
      method: 'GET',
      path: (id) => `/v1/invoice-payables/${id}/document`,
      body: null,
      text: null,
      accept: 'application/pdf',
    },
    {
      endpoint: 9,
      kind: 'updateVendor',
      method: 'PUT',
      path: (id) => `/rest/ext/v1/vendors/${id}`,
      body: {
        ...vendorTexts,
        defaultCompanyEntity: { companyEntityId: entityId, accountId, taxCodeId, costCenterId, senderBankAccountId: bankAccountId },
        companyEntityIds: [entityId],
        phoneNumber: { countryCode: 'SE', localNumber: '401234' },
        customProperties: [{ groupId, valueIds: [valueId] }],
      },
      text: () =>
        `{"name":"Nordlicht AB","defaultCompanyEntity":{"companyEntityId":"${entityId}","accountId":"${accountId}","taxCodeId":"${taxCodeId}","costCenterId":"${costCenterId}","senderBankAccountId":"${bankAccountId}"},"companyEntityIds":["${entityId}"],"vatId":"SE556000000001","identifier":"V-17","description":"Lamps","avatarUrl":"https://cdn.example/v.png","email":"hej@nordlicht.example","website":"https://nordlicht.example","city":"Malmö","address":"Storgatan 1","zipcode":"21142","phoneNumber":{"countryCode":"SE","localNumber":"401234"},"country":"SE","bankCountry":"SE","bankName":"Sparbanken","bankCity":"Malmö","bankAddress":"Torget 2","bankZipcode":"21142","bankAccountNumber":"SE3550000000054910000003","bankAccountBic":"ESSESESS","domesticBankAccountNumber":"54910000003","domesticBankAccountCode":"5000","swedishBankgiroNumber":"5050-1055","customProperties":[{"groupId":"${groupId}","valueIds":["${valueId}"]}]}`,
      accept: json,
    },
  ];
}
