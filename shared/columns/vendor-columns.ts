import { code, count, enumeration, instant, money, reference, text, type ColumnTable, type Shown, type ShownRow } from './column.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { counted, ids, integers, texts } from './read-values.ts';

/** It has a currency of its own, which need not be the vendor's. */
function spend({ facts }: ShownRow): Shown | null {
  const [minor] = facts['spend'] ?? [];
  return minor === undefined ? null : { minor: BigInt(minor), currency: facts['spendcurrency']?.[0] ?? null, atMost: false };
}

const entities = ({ companyEntityIds }: JsonObject) => (Array.isArray(companyEntityIds) ? ids(...companyEntityIds) : []);

/** "Vendor". */
export const vendorTable: ColumnTable = {
  subtitle: (vendor) => [...texts(vendor['city']), ...texts(vendor['country'])].join(', ') || null,
  columns: [
    text('name', 'records.field.name', (vendor) => texts(vendor['name']), { slot: 'title', width: 0, least: 220 }),
    text('city', 'records.field.city', (vendor) => texts(vendor['city'])),
    code('country', 'records.field.country', (vendor) => texts(vendor['country'])),
    code('bankcountry', 'records.field.bankCountry', (vendor) => texts(vendor['bankCountry']), { width: 110 }),
    text('bank', 'records.field.bank', (vendor) => texts(vendor['bankName']), { place: 'offered' }),
    enumeration('status', 'records.field.status', (vendor) => texts(vendor['status']), { slot: 'status' }),
    count('approvers', 'records.field.approvers', (vendor) => counted(vendor['approvers']), { width: 92 }),
    code('currency', 'records.field.currency', (vendor) => texts(vendor['currency']), { slot: 'currency' }),
    money('spend', 'records.field.spendThisMonth', (vendor) => integers(vendor['lastMtdSpendInGroupCurrency']), {
      ...{ width: 140, shows: spend, only: 'sorted' },
    }),
    code('spendcurrency', 'records.field.currencyOfTheSpend', (vendor) => texts(vendor['groupCurrency']), {
      place: 'within',
      only: 'seen',
    }),
    text('vat', 'records.field.vatNumber', (vendor) => texts(vendor['vatId']), { place: 'offered' }),
    reference('entity', 'records.field.entity', 'companyEntity', entities, { many: true, place: 'offered' }),
    instant('updated', 'records.field.updated', (vendor) => texts(vendor['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
