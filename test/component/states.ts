import type { FakeApp } from './fake-app.ts';
import { learned, nameOf } from './named-desk.ts';
import { packed } from './packed.ts';
import { scenario, stopped } from './scenarios.ts';

const rooms = ['records', 'edits', 'review', 'reports', 'activity', 'library', 'documents', 'accounts'] as const;

/** Answers every question about the desk's data alike, whatever is asked; status and settings go on as they were. */
function answering(app: FakeApp, answer: () => Promise<never>): FakeApp {
  for (const room of rooms) Object.assign(app.api, { [room]: new Proxy(app.api[room], { get: () => answer }) });
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

/** The states in which each page is drawn and looked through: what the desk holds, and how its questions are answered. */
export const pageStates: Record<string, () => FakeApp> = {
  filled: () => packed(named(scenario('working'))),
  stopped,
  empty: () => scenario('empty'),
  stretched: () => packed(stretched(scenario('long'))),
  offline: () => packed(scenario('offline')),
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
  ['card-transactions', 'Card transactions'],
  ['vendors', 'Vendors'],
  ['documents', 'Documents'],
  ['outbox?tab=needsYou', 'Outbox'],
  ['outbox?tab=review', 'Outbox'],
  ['outbox?tab=inDoubt', 'Outbox'],
  ['outbox?tab=waiting', 'Outbox'],
  ['outbox?tab=done', 'Outbox'],
  ['history', 'History'],
  ['settings', 'Settings'],
  ['sign-in', 'Connect an account'],
  ['repair', 'Repair'],
];
