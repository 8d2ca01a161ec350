import type { ReferenceRow } from '#shared/contract/views/names-views.ts';
import { referencePlaces } from '#shared/references/reference-places.ts';
import { referencesIn } from '#shared/references/references-in.ts';
import { referenceWords } from '#shared/references/reference-words.ts';
import type { FakeApp } from './fake-app.ts';
import { fakeName } from './fake-names.ts';
import { packed } from './packed.ts';
import { scenario } from './scenarios.ts';

/** The references of a desk's records as its names directory has them, most used first; named where `named` says so. */
export function learned(app: FakeApp, named: (row: ReferenceRow, place: number) => Partial<ReferenceRow> = () => ({})): FakeApp {
  const rows = new Map<string, ReferenceRow>();
  for (const record of app.records)
    for (const { kind, id, place } of referencesIn(record.kind, record.service)) {
      const row =
        rows.get(id) ?? fakeName({ kind, id, uses: 0, beside: { record: { kind: record.kind, id: record.id }, title: 'A record' } });
      const path = referencePlaces[kind][place] ?? '';
      rows.set(id, { ...row, uses: row.uses + 1, places: [...new Set([...row.places, path])] });
    }
  app.names = [...rows.values()].sort((a, b) => b.uses - a.uses).map((row, place) => ({ ...row, ...named(row, place) }));
  return app;
}

const currencies = ['EUR', 'SEK', 'USD', 'KWD'];

/** The name that every reference of a named desk has: "6200 Ledger account no. 3". */
export const nameOf = ({ kind }: ReferenceRow, place: number): Partial<ReferenceRow> => ({
  name: `${referenceWords[kind].one} no. ${place}`,
  code: kind === 'ledgerAccount' ? String(6200 + place) : null,
  currency: kind === 'bankAccount' ? (currencies[place % 4] ?? null) : null,
  origin: 'file',
});

/** The id of a reference that records of the desk hold. */
export function referred(app: FakeApp, kind: ReferenceRow['kind'], place = 0): string {
  const found = app.names.filter((row) => row.kind === kind)[place];
  if (!found) throw new Error(`no ${kind} at ${place}`);
  return found.id;
}

/** A day's work in which every kind of edit refers to something, with a book that has a name for all of it. */
export function usedApp(theme: 'light' | 'dark' = 'light'): FakeApp {
  const app = learned(packed(scenario('working', { theme })), nameOf);
  const invoice = { kind: 'invoiceReceivable' as const, id: app.record('invoiceReceivable', 4).id };
  const account = referred(app, 'bankAccount');
  const payment = { paymentDate: '2026-03-11', amountInInvoiceCurrency: 50_000n, bankAccountId: account };
  app.put('recordInvoicePayment', invoice, payment);
  app.put('recordInvoicePayment', { ...invoice, id: app.record('invoiceReceivable', 5).id }, payment, 'inDoubt', {
    kind: 'noAnswer',
    failure: 'timeout',
    afterMs: 90_000,
  });
  app.put('createInvoiceLine', invoice, {
    productId: referred(app, 'product'),
    quantity: 2,
    accountId: referred(app, 'ledgerAccount'),
    taxCodeId: referred(app, 'taxCode'),
  });
  const vendor = app.record('vendor', 3);
  const booking = { accountId: referred(app, 'ledgerAccount', 1), senderBankAccountId: account };
  const entities = [referred(app, 'companyEntity')];
  const ref = { kind: 'vendor' as const, id: vendor.id };
  app.put('updateVendor', ref, { companyEntityIds: entities, defaultCompanyEntity: booking });
  const other = app.record('vendor', 4);
  app.put('updateVendor', { kind: 'vendor', id: other.id }, { companyEntityIds: entities }, 'conflict', {
    kind: 'baseMoved',
    differences: [
      { path: ['companyEntityIds'], base: [], mine: entities, theirs: [referred(app, 'companyEntity', 0)] },
      { path: ['defaultCompanyEntity'], base: {}, mine: booking, theirs: { taxCodeId: referred(app, 'taxCode') } },
    ],
    hardStop: false,
  });
  return app;
}
