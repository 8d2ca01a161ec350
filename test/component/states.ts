import type { FakeApp } from './fake-app.ts';
import { withBankLines } from './fake-bank-lines.ts';
import { withSheet } from './fake-sheet.ts';
import { learned, nameOf } from './named-desk.ts';
import { packed } from './packed.ts';
import { scenario, stopped } from './scenarios.ts';

const rooms = ['records', 'edits', 'review', 'reports', 'activity', 'library', 'documents', 'accounts', 'statements', 'names'] as const;

/** Answers every question about the desk's data alike, whatever is asked; the window opens with the first status, and settings go on. */
function answering(app: FakeApp, answer: () => Promise<never>): FakeApp {
  for (const room of rooms) Object.assign(app.api, { [room]: new Proxy(app.api[room], { get: () => answer }) });
  let opened = false;
  const { status } = app.api.app;
  app.api.app.status = () => {
    if (opened) return answer();
    opened = true;
    return status();
  };
  return app;
}

const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, Zweigniederlassung '.repeat(2);

/** Records whose names are longer than any column and whose amounts are the largest that the service knows; so are names in its book. */
function stretched(app: FakeApp): FakeApp {
  for (const { service } of app.records)
    for (const key of Object.keys(service)) {
      if (/^(name|description|invoiceNumber|merchantName)$/.test(key)) service[key] = longName;
      if (/amount/i.test(key) && typeof service[key] === 'number') service[key] = 2n ** 63n - 1n;
    }
  return learned(app, (row, place) => ({ ...nameOf(row, place), name: longName }));
}

/** A book that has a name for most things. */
const named = (app: FakeApp): FakeApp => learned(app, (row, place) => (place % 5 === 4 ? {} : nameOf(row, place)));

/** Amounts in four currencies, one of them far larger than the others. */
function pictured(app: FakeApp): FakeApp {
  const day = Date.UTC(2026, 2, 12);
  const date = (back: number) => new Date(day - back * 86_400_000).toISOString().slice(0, 10);
  const ages = (...minors: bigint[]) => minors.map((minor) => ({ minor, count: minor > 0n ? 3 : 0 }));
  app.overview = {
    asOf: day,
    receivables: [
      { currency: 'EUR', ages: ages(4_120_640n, 1_075_700n, 812_265n, 0n, 448_400n), atMost: true },
      { currency: 'SEK', ages: ages(31_042_000n, 22_780_002n, 3_134_555n, 1_290_240n, 0n), atMost: false },
      { currency: 'KWD', ages: ages(7_774_718n, 0n, 752_595n, 305_257n, 0n), atMost: false },
      { currency: 'JPY', ages: ages(1_730_808n, 0n, 322_497n, 0n, 0n), atMost: false },
    ],
    payments: ['EUR', 'SEK'].map((currency) => ({
      ...{ currency, confirmed: 9, other: 3 },
      days: Array.from({ length: 30 }, (_, at) => ({
        date: date(29 - at),
        confirmedMinor: at % 3 === 0 && at < 27 ? BigInt(100_000 + ((at * 37_013) % 900_000)) : 0n,
        otherMinor: at > 26 ? BigInt(80_000 * (at - 25)) : 0n,
      })),
    })),
  };
  return app;
}

/** The states in which each page is drawn and looked through: what the desk holds, and how its questions are answered. */
export const pageStates: Record<string, () => FakeApp> = {
  filled: () => withSheet(withBankLines(pictured(packed(named(scenario('working')))))),
  stopped: () => named(stopped()),
  empty: () => scenario('empty'),
  stretched: () => withBankLines(packed(stretched(scenario('long'))), longName, 2n ** 63n - 1n),
  offline: () => packed(named(scenario('offline'))),
  failing: () => answering(scenario('working'), () => Promise.reject(new Error('the line broke'))),
  loading: () => answering(scenario('working'), () => new Promise(() => undefined)),
  noAccount: () => {
    const app = scenario('empty');
    app.connection = { kind: 'signedOut', why: 'never' };
    app.status = { account: null };
    return app;
  },
  damaged: () => {
    const app = scenario('working');
    const backups = [{ id: 'b1', at: Date.UTC(2026, 2, 11, 8), edits: 12 }];
    app.status = { repair: { kind: 'damaged', problem: 'page 412 could not be read', keptAs: null, unreadable: 0, held: 3, backups } };
    return app;
  },
};

/** Every page, with the heading that says it is there. */
export const stops: [address: string, heading: string][] = [
  ['today', 'Today'],
  ['packs', 'Trip packs'],
  ['expenses', 'Expenses'],
  ['invoices', 'Invoices'],
  ['bank-lines', 'Bank lines'],
  ['card-transactions', 'Card transactions'],
  ['vendors', 'Vendors'],
  ['documents', 'Documents'],
  ['outbox?tab=needsYou', 'Outbox'],
  ['outbox?tab=review', 'Outbox'],
  ['outbox?tab=inDoubt', 'Outbox'],
  ['outbox?tab=waiting', 'Outbox'],
  ['outbox?tab=done', 'Outbox'],
  ['history', 'History'],
  ['names', 'Names'],
  ['help', 'Help'],
  ['settings', 'Settings'],
  ['sign-in', 'Connect an account'],
  ['repair', 'Repair'],
];
