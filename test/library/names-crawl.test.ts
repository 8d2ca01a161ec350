import { expect, it } from 'vitest';
import Papa from 'papaparse';
import { titled } from '#main/app/views/history.ts';
import { nameDocument } from '#main/documents/document-texts.ts';
import { knowDocument } from '#main/documents/documents.ts';
import { addPackItems, createPack, packTitles } from '#main/documents/packs.ts';
import { giveName } from '#main/names/book.ts';
import { countNames } from '#main/projections/usage/count-names.ts';
import { findNames } from '#main/names/find.ts';
import { allEdits } from '#main/outbox/outbox.ts';
import { auditOf } from '#main/audit/audit.ts';
import { rowOfRecord } from '#main/projections/lists/lists.ts';
import { listReports } from '#main/audit/reports.ts';
import { putStub } from '#main/records/records.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { editRowsOf } from '#main/edits/view.ts';
import { activityRows, cellsOf, jsonFile, outboxRows, reportRows } from '#main/library/exports/exports.ts';
import { csvLines, dialectOf } from '#main/library/exports/table.ts';
import { findNamesInput } from '#shared/contract/names-contract.ts';
import { idOf } from '#test/cache/many-records.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

// Whatever leaves the cache as text says names: no identifier is outside of the columns that are made for it.

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const payable = 'c84fe877-1111-4222-8333-444455556666';

/** A desk on which payments were sent and comments wait; everything that a record refers to has a name but what `unnamed` is. */
async function usedDesk(unnamed: string): Promise<Desk> {
  const at = createDesk();
  const [invoice = ''] = at.company.invoices;
  const [expense = ''] = at.company.expenses;
  at.know('invoiceReceivable', invoice);
  at.know('expense', expense);
  knowDocument(at.store, payable, `purchase-invoice-${payable.slice(0, 8)}.pdf`);
  at.store.commit('stub', () => putStub(at.store, { kind: 'invoicePayable', id: payable }, 1));
  for (const bankAccountId of [at.company.bankAccountId, unnamed]) {
    const body = { paymentDate: '2026-02-03', bankAccountId, amountInInvoiceCurrency: 5n };
    at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: invoice, body });
  }
  at.record({ kind: 'createUserComment', recordKind: 'invoicePayable', recordId: payable, body: { content: 'Freight to Porto.' } });
  at.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-02' } });
  const ids = allEdits(at.store).flatMap(({ id, state }) => (state === 'draft' ? [id] : []));
  approve(at.store, { ids, fingerprint: fingerprintOf(at.store), secondConfirmation: true });
  await at.engine.start();
  await at.run(20_000);
  const { rows } = findNames(at.store, findNamesInput.parse({ limit: 500 }));
  // One ledger account stays without a name.
  const left = rows.find(({ kind }) => kind === 'ledgerAccount');
  const refs = [...rows.filter((row) => row !== left), { kind: 'bankAccount' as const, id: at.company.bankAccountId }];
  for (const [n, { kind, id }] of refs.entries())
    giveName(at.store, { kind, id, name: `Name no. ${n}`, code: '', note: '', currency: '', inUse: true }, 'file');
  nameDocument(at.store, payable, 'Freight Göteborg to Porto');
  return at;
}

/** Cells that hold an identifier where the column is not made for one (an id, a hash, what was sent to the letter): `column: text`. */
function bare(rows: readonly Record<string, unknown>[]): string[] {
  const made = /(^id$|Id$|Ids$|^sha256$|[Hh]ash$|^typed$|^facts$)/;
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) =>
      !made.test(column) && (typeof value === 'string' || typeof value === 'number') && isSecret(String(value))
        ? [`${column}: ${value}`]
        : [],
    ),
  );
}
const isSecret = (text: string) => identifier.test(text) || text.includes(payable.slice(0, 8));
const table = (text: string) => Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true }).data;

it('a document is the document of its own record', async () => {
  const { store, company } = await usedDesk(idOf(77, 'ab'));
  const states = (['expense', 'invoiceReceivable'] as const).map((kind) =>
    rowOfRecord(store, { kind, id: (kind === 'expense' ? company.expenses : company.invoices)[0] ?? '' }),
  );
  expect(states.map((row) => row?.documentState)).toEqual(['none', 'none']);
  expect(rowOfRecord(store, { kind: 'invoicePayable', id: payable })?.documentState).toBe('known');
});

it('a bare id is called by its kind', async () => {
  const { store } = createDesk();
  const id = idOf(9, 'e7');
  putStub(store, { kind: 'expense', id }, 1);
  expect(rowOfRecord(store, { kind: 'expense', id })?.title).toBe(`Expense ${id.slice(0, 8)}`);
});

it('the outbox, the history, packs and every export and report of a used account', async () => {
  const unnamed = idOf(77, 'ab');
  const { store } = await usedDesk(unnamed);
  const [report] = listReports(store, 1);
  if (!report) throw new Error('nothing was sent');
  const pack = createPack(store, 'Porto');
  addPackItems(store, pack.id, 'invoicePayable', [payable]);

  const called = 'Freight Göteborg to Porto';
  expect([...packTitles(store, pack.id).values()]).toEqual([called]);
  const rows = editRowsOf(store, allEdits(store));
  expect(rows.find(({ record }) => record.id === payable)?.recordTitle).toBe(called);
  const history = titled(store, auditOf(store, null, null, 1_000));
  expect(history.filter(({ record }) => record?.id === payable).map(({ recordTitle }) => recordTitle)).toContain(called);
  const shown = [...rows, ...history].map(({ recordTitle }) => ({ recordTitle }));

  const exported = [outboxRows(store), activityRows(store), reportRows(store, report.id)].flatMap((rows) => rows ?? []);
  const csvs = exported.map((rows) => {
    const lines = [[...rows.columns], ...cellsOf(rows, 0, rows.rows)];
    return { name: `${rows.name}.csv`, text: csvLines(lines, dialectOf('en')) };
  });
  const files = [...csvs, ...exported.map(jsonFile)];
  expect(files).toHaveLength(6);
  const cells = files.flatMap((file) => {
    if (file.name.endsWith('.csv')) return table(file.text);
    const parsed = JSON.parse(file.text) as Record<string, unknown>[] | { lines: Record<string, unknown>[] };
    return Array.isArray(parsed) ? parsed : parsed.lines;
  });
  expect(cells.length).toBeGreaterThan(20);
  expect(files.filter((file) => /\b[0-9a-f]{8}\b/i.test(file.name.replaceAll(/\d{4}-\d\d-\d\d/g, '')))).toEqual([]);
  // A reference without a name is shown as its id in a reference column, and counted.
  expect(bare([...shown, ...cells])).toEqual([]);
  const without = countNames(store).reduce((sum, count) => sum + count.unnamed, 0);
  console.log(
    `${cells.length} rows looked at; ${without} of ${without + countNames(store).reduce((sum, { named }) => sum + named, 0)} references without a name`,
  );
  expect(without).toBe(1);
  expect(JSON.stringify(cells)).toContain(unnamed);
});
