import type * as view from '#shared/contract/views.ts';
import { FakeDesk } from './fake-desk.ts';
import { now, seededRecords } from './fake-records.ts';

/** A desk in the middle of a day's work: edits in every state, on believable records. */
export function scenario(name: string, settings: Partial<view.Settings> = {}): FakeDesk {
  const desk = new FakeDesk({ settings, ...optionsOf(name) });
  if (name !== 'empty') fill(desk);
  return desk;
}

function optionsOf(name: string): ConstructorParameters<typeof FakeDesk>[0] {
  switch (name) {
    case 'empty':
      return { records: [] };
    case 'offline':
      return { connection: { kind: 'offline', since: now - 600_000, failure: 'dns' } };
    case 'captivePortal':
      return { connection: { kind: 'captivePortal' } };
    case 'signedOut':
      return { connection: { kind: 'signedOut', why: 'expired' } };
    case 'serviceDown':
      return { connection: { kind: 'serviceDown', status: 503 } };
    case 'broken':
      return { connection: { kind: 'broken', detail: 'A verdict was missing for one answer.' }, status: { diskLow: true } };
    case 'sending':
      return { progress: { running: true, done: 12, total: 52, applied: 12, problems: 0, startedAt: now - 4000, leftMs: 9000 } };
    case 'long':
      return { records: withLongNames() };
    default:
      return {};
  }
}

function withLongNames(): ReturnType<typeof seededRecords> {
  return seededRecords().map((record) =>
    record.kind === 'vendor'
      ? {
          ...record,
          service: {
            ...record.service,
            name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH & Co. KG',
          },
        }
      : record,
  );
}

function fill(desk: FakeDesk): void {
  const expense = (place: number) => ({ kind: 'expense' as const, id: desk.record('expense', place).id });
  desk.put('updateExpense', expense(0), { performedDate: '2026-03-09' });
  desk.put('updateExpense', expense(1), {
    originalCurrency: desk.record('expense', 1).service['originalCurrency'] === 'SEK' ? 'EUR' : 'SEK',
  });
  desk.put('createUserComment', expense(1), { content: 'Taxi to the customer, receipt follows.' });
  desk.record('expense', 2).service['originalCurrency'] = 'USD';
  desk.put('updateExpense', expense(2), { originalCurrency: 'EUR' }, 'conflict', {
    kind: 'baseMoved',
    differences: [{ path: ['originalCurrency'], base: 'USD', mine: 'EUR', theirs: 'GBP' }],
    hardStop: false,
  });
  desk.put('updateExpense', expense(3), { performedDate: '2027-01-01' }, 'rejected', {
    kind: 'rejectedByService',
    status: 422,
    error: {
      shape: 'A',
      name: 'BadRequest',
      type: 'BAD_REQUEST',
      message: null,
      errors: [
        {
          type: 'DATE_IN_FUTURE',
          message: 'performedDate must not be in the future',
          clientMessage: null,
          path: ['body', 'performedDate', '0'],
          context: null,
        },
      ],
    },
  });
  desk.put('updateExpense', expense(4), { performedDate: '2026-03-02' }, 'sending');
  desk.put('updateExpense', expense(5), { performedDate: '2026-03-03' }, 'checking', {
    kind: 'noAnswer',
    failure: 'timeout',
    afterMs: 30_000,
  });
  desk.put('updateExpense', expense(6), { performedDate: '2026-03-04' }, 'held', { kind: 'heldByPerson' });
  desk.put('updateExpense', expense(7), { performedDate: '2026-03-05' }, 'applied', { kind: 'clean' });
  const invoice = (place: number) => ({ kind: 'invoiceReceivable' as const, id: desk.record('invoiceReceivable', place).id });
  const payment = (amount: bigint) => ({ paymentDate: '2026-03-11', amountInInvoiceCurrency: amount });
  desk.put('recordInvoicePayment', invoice(0), payment(125_000n));
  desk.put('recordInvoicePayment', invoice(1), payment(84_050n), 'inDoubt', { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 });
  const vendor = (place: number) => ({ kind: 'vendor' as const, id: desk.record('vendor', place).id });
  desk.put('updateVendor', vendor(0), { address: 'Rua do Ouro 41', city: 'Lisboa' });
  desk.put('updateVendor', vendor(1), { bankAccountNumber: 'PT50 0002 0123 1234 5678 9015 4' });
  const card = (place: number) => ({ kind: 'cardTransaction' as const, id: desk.record('cardTransaction', place).id });
  desk.put('updateCardTransaction', card(0), { description: 'Team dinner, Lisbon' });
}
