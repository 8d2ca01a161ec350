import { expect, test } from 'vitest';
import { overviewOf } from '#main/edits/overview.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { addDays, dateOfEpoch } from '#shared/values/dates.ts';
import { confirm } from '#main/edits/decide/doubt.ts';
import { createDesk, failure } from '#test/sync/desk.ts';

function desk(...invoices: ({ late: number | null } & Record<string, unknown>)[]) {
  const at = createDesk();
  const today = dateOfEpoch(at.world.now());
  invoices.forEach(({ late, ...fields }, place) => {
    const id = at.company.invoices[place] ?? '';
    const dueDate = late === null ? null : addDays(today, -late);
    changeRecord(at.company.store, 'invoiceReceivable', id, { state: 'OPEN', dueDate, ...fields }, Date.UTC(2026, 0, 1));
    at.know('invoiceReceivable', id);
  });
  return { at, today };
}

test('stands each open invoice in its age, in its own currency, less what was paid of it here', () => {
  const { at, today } = desk({ late: 1, currency: 'EUR', amount: 300n }, { late: 90, currency: 'KWD', amount: 9_007_199_254_740_993n });
  const recordId = at.company.invoices[0] ?? '';
  const body = { paymentDate: today, bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 50n };
  at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
  const { receivables, asOf } = overviewOf(at.store);
  const of = (currency: string) => receivables.find((each) => each.currency === currency);
  expect(of('EUR')?.ages.map(({ minor }) => minor)).toEqual([0n, 250n, 0n, 0n, 0n]);
  expect(of('KWD')).toMatchObject({ atMost: false, ages: [{}, {}, {}, { minor: 9_007_199_254_740_993n, count: 1 }, {}] });
  expect(asOf).not.toBeNull();
});

test('adds up one currency, and says where payments that are not known here may be missing', () => {
  const { at } = desk({ late: 0, currency: 'EUR', amount: 1_000n }, { late: 91, currency: 'EUR', amount: 70n, state: 'PARTIALLY_PAID' });
  const [euro] = overviewOf(at.store).receivables;
  expect(euro).toMatchObject({ currency: 'EUR', atMost: true });
  expect(euro?.ages.map(({ minor }) => minor)).toEqual([1_000n, 0n, 0n, 0n, 70n]);
});

test.each(['PAID', 'DRAFT', 'ARCHIVED', 'REVERSED'])('counts nothing of an invoice in state %s', (state) => {
  const { at } = desk({ late: 5, currency: 'EUR', amount: 1_000n, state });
  expect(overviewOf(at.store)).toEqual({ receivables: [], asOf: null, payments: [] });
});

test('puts a payment on its own day, and parts what the service confirmed from the rest', async () => {
  const { at, today } = desk({ late: 0, currency: 'EUR', amount: 500_000n });
  const recordId = at.company.invoices[0] ?? '';
  const pay = (paymentDate: string, amountInInvoiceCurrency: bigint) =>
    at.record({
      ...{ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId },
      body: { paymentDate, bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency },
    });
  at.approve(pay(addDays(today, -29) ?? '', 700n));
  await at.begin(60_000);
  pay(today, 30n);
  pay(addDays(today, -30) ?? '', 5n);
  const [euro, ...others] = overviewOf(at.store).payments;
  expect(others).toEqual([]);
  expect(euro).toMatchObject({ currency: 'EUR', confirmed: 1, other: 1 });
  expect(euro?.days).toHaveLength(30);
  expect(euro?.days.filter((day) => day.confirmedMinor + day.otherMinor > 0n)).toEqual([
    { date: addDays(today, -29), confirmedMinor: 700n, otherMinor: 0n },
    { date: today, confirmedMinor: 0n, otherMinor: 30n },
  ]);
});

test('counts a payment as confirmed when the user found it on the service, and only then', async () => {
  const { at, today } = desk({ late: 0, currency: 'EUR', amount: 500_000n });
  const body = { paymentDate: today, bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 700n };
  const id = at.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: at.company.invoices[0] ?? '', body });
  at.approve(id);
  at.weather(({ method }) => (method === 'POST' ? failure('timeout', true) : null));
  await at.begin(20_000);
  expect(at.edit(id).state).toBe('inDoubt');
  expect(overviewOf(at.store).payments).toMatchObject([{ confirmed: 0, other: 1 }]);
  expect(confirm(at.store, id)).toEqual({ ok: true });
  expect(overviewOf(at.store).payments).toMatchObject([{ confirmed: 1, other: 0 }]);
});
