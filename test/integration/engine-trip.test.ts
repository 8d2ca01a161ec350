import { afterEach, expect, test } from 'vitest';
import { exportText, type ExportKind } from '#service/seed-export.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { eventually, startDesk, type TestDesk } from './desk.ts';

let desk: TestDesk;
afterEach(async () => {
  await desk.close();
});

const files: [ExportKind, RecordKind][] = [
  ['expenses', 'expense'],
  ['vendors', 'vendor'],
  ['invoice-receivables', 'invoiceReceivable'],
  ['card-transactions', 'cardTransaction'],
];

/** Signs in through the browser and brings the company's exports along, as the evening before. */
async function evening(): Promise<void> {
  const { service } = desk;
  const { clientId, clientSecret } = service.credentials;
  const baseUrl = service.baseUrl.replace(/:\d+$/, `:${desk.cable.port}`);
  await desk.api.accounts.connectOauth({ name: 'Head office', baseUrl, clientId, clientSecret, ca: service.caPem });
  for (const [name, kind] of files) {
    const text = exportText(service.store, name, service.companyId, 'json');
    await desk.api.library.importRecords({ name: `${name}.json`, file: new Blob([text]), kind, complete: true });
  }
}

const idsOf = async (kind: RecordKind, limit: number, query = '') => {
  const { rows } = await desk.api.records.list({ filter: { kind, query }, limit });
  return rows.map((row) => row.id);
};

/** Fifty-two edits of every kind, recorded with the cable pulled. Answers their ids by what should become of them. */
async function flight() {
  const record = async (kind: string, recordKind: RecordKind, recordId: string, body: Record<string, unknown>) =>
    (await desk.api.edits.record({ kind, recordKind, recordId, body })).id;
  const expenses = await idsOf('expense', 32, 'status:created');
  const invoices = await idsOf('invoiceReceivable', 8, 'state:open');
  const vendors = await idsOf('vendor', 3);
  const { bankAccountId, productId } = referencesOf();
  const all: string[] = [];
  for (const id of expenses) all.push(await record('updateExpense', 'expense', id, { performedDate: '2026-03-12' }));
  for (const id of expenses.slice(0, 6))
    all.push(await record('createUserComment', 'expense', id, { content: `Checked on the plane: ${id}` }));
  for (const id of await idsOf('cardTransaction', 3))
    all.push(await record('updateCardTransaction', 'cardTransaction', id, { description: 'Taxi to the fair' }));
  const rejected = await record('updateVendor', 'vendor', vendors[0] ?? '', { email: 'not an address' });
  all.push(rejected);
  for (const id of vendors.slice(1)) all.push(await record('updateVendor', 'vendor', id, { city: 'Lisboa' }));
  for (const id of invoices.slice(0, 2)) all.push(await record('createInvoiceLine', 'invoiceReceivable', id, { productId, quantity: 2 }));
  const payments = [];
  for (const id of invoices.slice(2)) {
    payments.push(
      await record('recordInvoicePayment', 'invoiceReceivable', id, {
        paymentDate: '2026-03-12',
        bankAccountId,
        amountInInvoiceCurrency: 12_345n,
      }),
    );
  }
  return { all: [...all, ...payments], expenses, payments, rejected };
}

function referencesOf() {
  const { store, companyId } = desk.service;
  const bankAccountId = [...store.list('bankAccount')].find((account) => account.companyId === companyId)?.id ?? '';
  const productId = [...store.list('product')].find((product) => product.companyId === companyId)?.id ?? '';
  return { bankAccountId, productId };
}

/** Somebody at the office changes three of the expenses meanwhile: two in other fields, one in the same. */
function officeMeanwhile(expenses: string[]): void {
  const change = (id: string, fields: object) => {
    const before = desk.service.store.get('expense', id);
    if (before) desk.service.store.put('expense', id, { ...before, ...fields, updatedAt: new Date().toISOString() });
  };
  change(expenses[7] ?? '', { originalCurrency: 'SEK' });
  change(expenses[8] ?? '', { originalCurrency: 'JPY' });
  change(expenses[9] ?? '', { performedDate: '2026-03-01' });
}

/** A colleague's changes of other fields are beside the typed ones; the same field was left to the user. */
function expectMerged(expenses: string[]): void {
  const served = [7, 8, 9].map((n) => desk.service.store.get('expense', expenses[n] ?? ''));
  expect(served).toMatchObject([
    { originalCurrency: 'SEK', performedDate: '2026-03-12' },
    { originalCurrency: 'JPY', performedDate: '2026-03-12' },
    { performedDate: '2026-03-01' },
  ]);
}

test('the trip: 52 edits of all kinds, one rejected, one in doubt, three changed meanwhile, the token expired in the middle', async () => {
  desk = await startDesk({
    service: { records: 0 },
    empty: true,
    browser: async (url) => {
      const person = people(desk.service).find(({ companyId }) => companyId === desk.service.companyId);
      if (person) await signInAs(desk.service, url, person);
    },
  });
  await evening();
  await desk.cable.pull();
  const { all, expenses, payments, rejected } = await flight();
  expect(all).toHaveLength(52);
  officeMeanwhile(expenses);
  const { faults } = desk.service.sandbox;
  faults.add({ method: 'PATCH', skip: 10, fault: { kind: 'status', status: 401, when: 'before' } });
  faults.add({ method: 'POST', path: '/payments', skip: 2, fault: { kind: 'dropAfter' } });
  const tokensBefore = desk.secrets.written.filter((name) => name.startsWith('tokens:')).length;

  await desk.cable.plug();
  await eventually(
    () => desk.app.counters(),
    (counters) => counters.waiting + counters.sending === 0,
  );
  expect(desk.app.counters()).toMatchObject({ draft: 11, conflict: 1 });
  const batch = await desk.api.review.preflight();
  expect(batch.preflight).toMatchObject({ reachable: true });
  expect(batch.groups.map((group) => group.kind)).toEqual(['conflicts', 'ready', 'vendors', 'payments']);
  const ids = batch.groups.filter((group) => group.kind !== 'conflicts').flatMap((group) => group.rows.flatMap((row) => row.ids));
  await desk.api.review.approve({ ids, fingerprint: batch.fingerprint, secondConfirmation: true });
  await eventually(
    () => desk.app.counters(),
    (counters) => counters.waiting + counters.sending === 0,
  );

  const edits = await Promise.all(all.map((id) => desk.api.edits.get({ id })));
  const count = (state: string) => edits.filter((edit) => edit.state === state).length;
  expect({ applied: count('applied'), conflict: count('conflict'), rejected: count('rejected'), inDoubt: count('inDoubt') }).toEqual({
    applied: 49,
    conflict: 1,
    rejected: 1,
    inDoubt: 1,
  });
  expect(edits.find((edit) => edit.id === rejected)?.state).toBe('rejected');
  const doubtful = edits.find((edit) => edit.state === 'inDoubt');
  expect(payments).toContain(doubtful?.id);
  const reports = await desk.api.reports.list({});
  const total = (name: 'applied' | 'changedByService' | 'rejected' | 'conflict' | 'inDoubt') =>
    reports.reduce((sum, report) => sum + report[name], 0);
  const figures = { applied: total('applied') + total('changedByService'), rejected: total('rejected'), inDoubt: total('inDoubt') };
  expect({ ...figures, conflict: total('conflict') }).toEqual({ applied: 49, rejected: 1, inDoubt: 1, conflict: 1 });
  expect(reports.every((report) => report.endedAt !== null)).toBe(true);
  expectMerged(expenses);
  expect(desk.secrets.written.filter((name) => name.startsWith('tokens:')).length - tokensBefore).toBe(1);

  // The service carried every creating request out once, the one in doubt included.
  const created = desk.service.store.journal(0).filter((entry) => entry.applied && entry.method === 'POST');
  expect(created).toHaveLength(14);
  expect(carriedOutTwice(desk.service.store.journal(0))).toEqual([]);
  const evidence = await desk.api.edits.evidence({ id: doubtful?.id ?? '' });
  expect(evidence.attempts).toHaveLength(1);
  expect(evidence.request.body).toContain('12345');
  await desk.api.edits.confirm({ id: doubtful?.id ?? '' });
  expect(desk.app.counters().inDoubt).toBe(0);
  expect((await desk.api.activity.verify()).whole).toBe(true);
  expect(desk.world.errors).toEqual([]);
});
