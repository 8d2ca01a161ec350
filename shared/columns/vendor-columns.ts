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
  word: 'Vendor',
  subtitle: (vendor) => [...texts(vendor['city']), ...texts(vendor['country'])].join(', ') || null,
  columns: [
    text('name', 'Name', (vendor) => texts(vendor['name']), { slot: 'title', width: 0, least: 220 }),
    text('city', 'City', (vendor) => texts(vendor['city'])),
    code('country', 'Country', (vendor) => texts(vendor['country'])),
    code('bankcountry', 'Bank country', (vendor) => texts(vendor['bankCountry']), { width: 110 }),
    text('bank', 'Bank', (vendor) => texts(vendor['bankName']), { place: 'offered' }),
    enumeration('status', 'Status', (vendor) => texts(vendor['status']), { slot: 'status' }),
    count('approvers', 'Approvers', (vendor) => counted(vendor['approvers']), { width: 92 }),
    code('currency', 'Currency', (vendor) => texts(vendor['currency']), { slot: 'currency' }),
    money('spend', 'Spend this month', (vendor) => integers(vendor['lastMtdSpendInGroupCurrency']), {
      ...{ width: 140, shows: spend, only: 'sorted' },
    }),
    code('spendcurrency', 'Currency of the spend', (vendor) => texts(vendor['groupCurrency']), { place: 'within', only: 'seen' }),
    text('vat', 'VAT number', (vendor) => texts(vendor['vatId']), { place: 'offered' }),
    reference('entity', 'Entity', 'companyEntity', entities, { many: true, place: 'offered' }),
    instant('updated', 'Updated', (vendor) => texts(vendor['updatedAt']), { slot: 'updatedAt', place: 'offered' }),
  ],
};
