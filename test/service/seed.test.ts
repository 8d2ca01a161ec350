import { describe, expect, it } from 'vitest';
import { writeJson } from '#service/domain/json.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import { exportKinds, exportRecords, exportText, type ExportKind } from '#service/seed-export.ts';
import { drawInvoice } from '#service/documents/draw-invoice.ts';
import { seedStore } from '#service/seed/seed.ts';
import { found, SeededDomain } from './seeded-domain.ts';

function everything(seed: number): string {
  const store = seedStore(new MemoryStore(), { seed });
  return Object.values(exportKinds)
    .map((kind) => writeJson([...store.list(kind)]))
    .join('\n');
}

describe('the seed', () => {
  it('is the same for the same number, to the last id, and another for another', () => {
    expect(everything(5)).toBe(everything(5));
    expect(everything(5)).not.toBe(everything(6));
  });

  it('is a believable company: enough of each kind, in five currencies with their own decimals', () => {
    const { store, company } = new SeededDomain();
    const count = (kind: ExportKind) => exportRecords(store, kind, company.id).length;
    expect(count('expenses')).toBeGreaterThanOrEqual(300);
    expect(count('vendors')).toBeGreaterThanOrEqual(200);
    expect(count('invoice-receivables')).toBeGreaterThanOrEqual(150);
    expect(count('card-transactions')).toBeGreaterThanOrEqual(400);
    expect(count('invoice-payables')).toBeGreaterThanOrEqual(60);
    expect(count('users')).toBeGreaterThanOrEqual(3);
    const currencies = new Set([...store.list('expense')].map((each) => each.originalCurrency));
    expect([...currencies].sort()).toEqual(['EUR', 'JPY', 'KWD', 'SEK', 'USD']);
    const taxi = (currency: string) => {
      const items = [...store.list('expense')].filter((each) => each.originalCurrency === currency).flatMap((each) => each.lineItems);
      const amounts = items.filter((item) => item.description === 'Taxi from the airport').map((item) => Number(item.originalAmount));
      return amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
    };
    // About 40 euro: 4,000 cents, 6,500 yen, 13,000 fils.
    expect(taxi('EUR')).toBeGreaterThan(2200);
    expect(taxi('JPY')).toBeGreaterThan(3500);
    expect(taxi('JPY')).toBeLessThan(10_500);
    expect(taxi('KWD')).toBeGreaterThan(7500);
  });

  it('keeps its sums: an invoice is the sum of its lines, and a PAID one is paid', () => {
    const { store } = new SeededDomain();
    for (const invoice of store.list('invoiceReceivable')) {
      const lines = (invoice.lines ?? []).reduce((sum, line) => sum + (line.netAmount ?? 0n) + (line.taxAmount ?? 0n), 0n);
      expect(invoice.amount).toBe(lines);
      const paid = store.get('paymentLedger', invoice.id)?.payments.reduce((sum, payment) => sum + payment.amount, 0n) ?? 0n;
      expect(paid === invoice.amount).toBe(invoice.state === 'PAID');
    }
  });

  it('grows for benchmarks without changing the company', () => {
    const store = seedStore(new MemoryStore(), { seed: 2026, records: 5000 });
    const { company } = new SeededDomain();
    const kinds: ExportKind[] = ['expenses', 'vendors', 'invoice-receivables', 'card-transactions'];
    const total = kinds.reduce((sum, kind) => sum + exportRecords(store, kind, company.id).length, 0);
    expect(total).toBeGreaterThanOrEqual(4500);
  });
});

describe('names', () => {
  it('are exported with the records, for all that they refer to and the reference data names', () => {
    const { store, company } = new SeededDomain();
    const names = exportRecords(store, 'names', company.id);
    const named = new Set(names.map((row) => row['id']));
    const lines = [...store.list('expense')].filter((expense) => expense.companyId === company.id).flatMap((expense) => expense.lineItems);
    expect(lines.filter((line) => !named.has(line.accountId))).toEqual([]);
    expect(names.every((row) => typeof row['name'] === 'string' && row['name'] !== '' && typeof row['kind'] === 'string')).toBe(true);
    expect(exportText(store, 'names', company.id, 'csv').split('\r\n')[0]).toBe('kind,id,name,code,currency');
  });

  it('are missing for the awkward company, whose records refer to thousands of things', () => {
    const { store } = new SeededDomain();
    const company = [...store.list('company')].at(-1);
    const kinds: ExportKind[] = ['expenses', 'vendors', 'invoice-receivables', 'card-transactions'];
    const rows = kinds.flatMap((kind) => exportRecords(store, kind, company?.id ?? ''));
    const ids = new Set(writeJson(rows).match(/"(?:accountId|costCenterId|productId|customerId|reimbursementCategoryId)":"[^"]+"/g));
    expect(ids.size).toBeGreaterThan(2_000);
    expect(exportRecords(store, 'names', company?.id ?? '')).toEqual([]);
  });
});

describe('exports', () => {
  it('hold one company only, in each format, without passwords', () => {
    const { store, company } = new SeededDomain();
    for (const kind of Object.keys(exportKinds) as ExportKind[]) {
      const rows = exportRecords(store, kind, company.id);
      expect(exportText(store, kind, company.id, 'json')).toBe(writeJson(rows));
      expect(exportText(store, kind, company.id, 'ndjson').split('\n')).toHaveLength(rows.length + 1);
      expect(exportText(store, kind, company.id, 'ids').split('\n')).toHaveLength(rows.length + 1);
      expect(exportText(store, kind, company.id, 'json')).not.toContain('"password"');
    }
    const vendors = exportRecords(store, 'vendors', company.id);
    expect(vendors.every((vendor) => vendor['companyId'] === company.id)).toBe(true);
  });

  it('write amounts with all their digits and quote what CSV must quote', () => {
    const domain = new SeededDomain();
    const vendor = domain.vendor();
    domain.store.put('vendor', vendor.vendorId, { ...vendor, name: 'Quote "and", comma', contractValue: 2n ** 63n - 1n });
    const text = exportText(domain.store, 'vendors', domain.company.id, 'csv');
    expect(text).toContain('"Quote ""and"", comma"');
    expect(text).toContain(',9223372036854775807,');
  });
});

describe('documents', () => {
  it('EP-8-response: a PDF, the same bytes every time, another for the other variant, several pages when it is long', async () => {
    const { store } = new SeededDomain();
    const long = found(store.list('invoicePayable'), (each) => each.lines.length > 40);
    const [one, again, generated] = await Promise.all([
      drawInvoice(long, 'ORIGINAL'),
      drawInvoice(long, 'ORIGINAL'),
      drawInvoice(long, 'GENERATED'),
    ]);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(again.equals(one)).toBe(true);
    expect(generated.equals(one)).toBe(false);
    const { PDFDocument } = await import('pdf-lib');
    expect((await PDFDocument.load(one)).getPageCount()).toBeGreaterThan(1);
  });
});
