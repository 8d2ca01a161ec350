import type * as view from '#shared/contract/views/views.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { FakeApp } from './fake-app.ts';
import { now, seededRecords, openExpenses } from './fake-records.ts';

/** A desk in the middle of a day's work: edits in every state, on believable records. */
export function scenario(name: string, settings: Partial<view.Settings> = {}): FakeApp {
  const app = new FakeApp({ settings, ...optionsOf(name) });
  if (name !== 'empty') fill(app);
  return app;
}

function optionsOf(name: string): ConstructorParameters<typeof FakeApp>[0] {
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

function fill(app: FakeApp): void {
  const expense = (place: number) => ({ kind: 'expense' as const, id: app.record('expense', place).id });
  app.put('updateExpense', expense(0), { performedDate: '2026-03-09' });
  app.put('updateExpense', expense(1), {
    originalCurrency: app.record('expense', 1).service['originalCurrency'] === 'SEK' ? 'EUR' : 'SEK',
  });
  app.put('createUserComment', expense(1), { content: 'Taxi to the customer, receipt follows.' });
  app.record('expense', 2).service['originalCurrency'] = 'USD';
  app.put('updateExpense', expense(2), { originalCurrency: 'EUR' }, 'conflict', {
    kind: 'baseMoved',
    differences: [{ path: ['originalCurrency'], base: 'USD', mine: 'EUR', theirs: 'GBP' }],
    hardStop: false,
  });
  app.record('expense', 2).service['originalCurrency'] = 'GBP';
  app.put('updateExpense', expense(3), { performedDate: '2027-01-01' }, 'rejected', {
    kind: 'rejectedByService',
    status: 422,
    error: {
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
  app.put('updateExpense', expense(4), { performedDate: '2026-03-02' }, 'sending');
  app.put('updateExpense', expense(5), { performedDate: '2026-03-03' }, 'checking', {
    kind: 'noAnswer',
    failure: 'timeout',
    afterMs: 30_000,
  });
  app.put('updateExpense', expense(6), { performedDate: '2026-03-04' }, 'held', { kind: 'heldByPerson' });
  app.put('updateExpense', expense(7), { performedDate: '2026-03-05' }, 'applied', { kind: 'clean' });
  const invoice = (place: number) => ({ kind: 'invoiceReceivable' as const, id: app.record('invoiceReceivable', place).id });
  const payment = (amount: bigint) => ({ paymentDate: '2026-03-11', amountInInvoiceCurrency: amount });
  Object.assign(app.record('invoiceReceivable').service, { state: 'OPEN' });
  app.put('recordInvoicePayment', invoice(0), payment(125_000n));
  app.put('recordInvoicePayment', invoice(1), payment(84_050n), 'inDoubt', { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 });
  const vendor = (place: number) => ({ kind: 'vendor' as const, id: app.record('vendor', place).id });
  app.put('updateVendor', vendor(0), { address: 'Rua do Ouro 41', city: 'Lisboa' });
  app.put('updateVendor', vendor(1), { bankAccountNumber: 'PT50 0002 0123 1234 5678 9015 4' });
  const card = (place: number) => ({ kind: 'cardTransaction' as const, id: app.record('cardTransaction', place).id });
  app.put('updateCardTransaction', card(0), { description: 'Team dinner, Lisbon' });
}

/** A desk on which every kind of stop waits for its user: a currency that moved, records that no look brought, a countdown, refusals, a user's word. */
export function stopped(): FakeApp {
  const app = new FakeApp();
  const ref = (kind: RecordKind, place: number) => ({ kind, id: app.record(kind, place).id });
  const hold = (place: number, reason: Omit<Extract<Reason, { kind: 'cannotRead' }>, 'kind'>) =>
    app.put('updateExpense', ref('expense', place), { performedDate: `2026-03-0${place + 1}` }, 'held', { kind: 'cannotRead', ...reason });
  hold(0, { status: 404, why: 'gone' });
  hold(1, { status: 200, why: 'otherCompany' });
  hold(2, { status: 200, why: 'older' });
  hold(3, { status: 307, why: 'elsewhere', host: 'records.example.net' });
  hold(4, { status: 403 });
  app.put('updateCardTransaction', ref('cardTransaction', 0), { description: 'Team dinner, Lisbon' }, 'held', {
    ...{ kind: 'cannotRead', status: null, why: 'whole' },
  });
  openExpenses(app.records);
  const waits = app.put('createUserComment', ref('expense', 5), { content: 'Receipt follows.' }, 'held', {
    kind: 'abandoned',
    bootId: 'b',
  });
  Object.assign(waits, { releasesTo: 'waiting', releasableAt: Date.now() + 102_000, holdsBack: 2, mayBeSent: true });
  app.record('expense', 6).service['status'] = 'CANCELLED';
  app.put('updateExpense', ref('expense', 6), { performedDate: '2026-03-09' }, 'rejected', {
    ...{ kind: 'rejectedByService', status: 409, closed: { of: 'expense', state: 'CANCELLED' } },
    error: {
      ...{ name: 'ConflictError', type: 'CONFLICT', message: null },
      errors: [
        { type: 'EXPENSE_CANCELLED', message: 'A cancelled expense cannot be changed.', clientMessage: null, path: null, context: null },
      ],
    },
  });
  const pay = (place: number, state?: EditState, reason: Reason | null = null) =>
    app.put(
      'recordInvoicePayment',
      ref('invoiceReceivable', place),
      { paymentDate: '2026-03-11', amountInInvoiceCurrency: 10_000n },
      state,
      reason,
    );
  pay(0, 'conflict', { kind: 'currencyMoved', from: 'USD', to: 'JPY' }).base = { currency: 'USD' };
  app.record('invoiceReceivable', 0).service['currency'] = 'JPY';
  const again = pay(1);
  app.warnings.push({ kind: 'refusedBefore', editId: again.id, other: again.id });
  pay(2, 'confirmed', { kind: 'byPerson', note: 'recorded' });
  pay(3, 'applied', { kind: 'clean' });
  app.record('vendor', 0).unsure = true;
  return app;
}
