import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { JsonObject } from '#shared/json/json.ts';

const statuses = ['CREATED', 'IN_DRAFT', 'SUBMITTED_FOR_REVIEW', 'CANCELLED'];
const currencies = ['EUR', 'USD', 'SEK', 'JPY', 'KWD'];
const nouns = 'taxi hotel flight dinner train parking conference coffee museum printer paper cable monitor lunch ferry'.split(' ');
const places = 'Lisbon Porto Berlin Oslo Tokyo Kuwait Stockholm Madrid Vienna Zagreb Turin Lyon Ghent Cork Bergen Malaga'.split(' ');

/** A UUID that says its number. */
export const idOf = (n: number, prefix = 'e') => `${prefix.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** An expense of the specification's form, believable and the same for the same number. */
export function expense(n: number): JsonObject {
  const day = new Date(Date.UTC(2024, 0, 1) + ((n * 7919) % 900) * 86_400_000).toISOString().slice(0, 10);
  const currency = currencies[(n * 31) % currencies.length] ?? 'EUR';
  return {
    id: idOf(n),
    receiptDocumentKey: `receipts/${n}.jpg`,
    originalCurrency: currency,
    billingCurrency: currency,
    status: statuses[n % 50 === 0 ? 3 : n % 3] ?? 'CREATED',
    userId: idOf(n % 300, 'a'),
    companyId: idOf(1, 'c'),
    performedDate: day,
    lineItems: [0, 1].map((line) => ({
      id: idOf(n * 2 + line, 'f'),
      expenseId: idOf(n),
      accountId: idOf(n % 40, 'b'),
      costCenterId: idOf(n % 25, 'd'),
      originalAmount: ((n * 104_729) % 900_000) + 100 + line,
      billingAmount: ((n * 104_729) % 900_000) + 100 + line,
      description: `${nouns[n % nouns.length]} in ${places[(n * 13 + line) % places.length]} for visit ${n % 977}`,
      createdAt: `${day}T09:00:00Z`,
      updatedAt: `${day}T09:00:00Z`,
    })),
    createdAt: `${day}T09:00:00Z`,
    updatedAt: `${day}T10:00:${String(n % 60).padStart(2, '0')}Z`,
  };
}

/** Puts `count` expenses, in commits of a thousand. */
export function putExpenses(store: Store, count: number, start = 0): void {
  for (let from = start; from < start + count; from += 1000) {
    store.commit('many', () => {
      for (let n = from; n < Math.min(from + 1000, start + count); n++) {
        const value = expense(n);
        putRecord(store, {
          ref: { kind: 'expense', id: idOf(n) },
          value,
          text: JSON.stringify(value),
          provenance: 'read',
          asOf: 1_795_000_000_000 + n,
          complete: true,
        });
      }
    });
  }
}
