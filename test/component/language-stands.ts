import { page } from 'vitest/browser';
import { expect, vi } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { asking, importing, toMend, whole } from './fake-imports.ts';
import { now } from './fake-records.ts';
import { click, clickAll, drop, fill, filled, keys, pdf, status, typed, upload, type Step } from './language-steps.ts';
import { scenario } from './scenarios.ts';

/** Windows that a page and a press of its buttons do not lead to: what happens to the desk, what is typed, what is dropped, what is printed. */
export interface Stand {
  app?: () => FakeApp;
  address: (app: FakeApp) => string;
  /** Texts of the user's own, and of files. */
  typed?: string[];
  /** Each step is looked at. */
  steps: Step[];
}

const signIn = () => {
  const app = filled();
  app.api.accounts.connectOauth = () => new Promise(() => undefined);
  return app;
};
const question = {
  id: 'q1',
  origin: 'https://finance.example.com',
  companyId: 'c-77',
  userId: 'u-9',
  userName: 'Rita Fonseca',
  cameAt: now,
};

const connecting = () => {
  const app = filled();
  app.network = { ...app.network, question: { proxy: 'http://proxy.example:8080', refused: false } };
  app.check = {
    ...{ at: now, baseUrl: 'https://backoffice.example' },
    steps: [
      { step: 'name', kind: 'ok', host: 'backoffice.example', addresses: ['203.0.113.24'], ms: 12 },
      { step: 'proxy', kind: 'ok', proxy: 'proxy.example:8080', from: 'system' },
      { step: 'tunnel', kind: 'ok', ms: 48 },
      { step: 'service', kind: 'skipped' },
      { step: 'signIn', kind: 'skipped' },
    ],
  };
  return app;
};

const record =
  (kind: Parameters<FakeApp['record']>[0], page: string, place = 0) =>
  (app: FakeApp) =>
    `${page}/${app.record(kind, place).id}`;
const at = (address: string) => () => address;

const walk = Array.from({ length: 3 }, () => click('main .primary'));
export const stands: Record<string, Stand> = {
  'a locked window': { address: at('today'), steps: [status({ lockScreen: true, account: null })] },
  'no key': { address: at('today'), steps: [status({ noKey: 'absent' }), clickAll('main button'), keys('Escape')] },
  'a locked keychain': { address: at('today'), steps: [status({ noKey: 'locked' })] },
  'no keychain': { address: at('today'), steps: [status({ noKey: 'unavailable' })] },
  'a new host': {
    typed: ['documents.example.org'],
    address: at('today'),
    steps: [(app) => app.publish({ kind: 'trustAsked', host: 'documents.example.org', editId: null })],
  },
  sending: { app: () => scenario('sending'), address: at('today'), steps: [] },
  'a broken desk': { app: () => scenario('broken'), address: at('today'), steps: [] },
  'a service that is down': { app: () => scenario('serviceDown'), address: at('outbox?tab=waiting'), steps: [] },
  'a captive portal': { app: () => scenario('captivePortal'), address: at('today'), steps: [] },
  'an expired sign-in': { app: () => scenario('signedOut'), address: at('sign-in'), steps: [] },
  landing: {
    app: () => scenario('offline'),
    address: at('today'),
    steps: [
      (app) => {
        app.connection = { kind: 'online' };
        app.publish({ kind: 'status' });
      },
    ],
  },
  'whose sign-in': {
    typed: ['finance.example.com'],
    app: signIn,
    address: at('sign-in'),
    steps: [
      fill,
      click('main .primary'),
      (app) => {
        app.signIn = question;
        app.publish({ kind: 'status' });
      },
    ],
  },
  'the connection': { app: connecting, address: at('settings/connection'), steps: [clickAll('main button'), clickAll('main summary')] },
  'the palette': {
    typed: ['zzzz', 'hotel'],
    address: at('expenses'),
    steps: [keys('Control+k'), typed('hotel'), keys('Control+a'), typed('500'), keys('Control+a'), typed('zzzz')],
  },
  'the shortcuts': { address: at('today'), steps: [keys('?')] },
  'a menu of a row': { address: at('expenses'), steps: [keys('j', 'Shift+F10')] },
  'a cell': { address: at('expenses'), steps: [keys('j', 'F2')] },
  many: {
    address: at('expenses'),
    steps: [keys('j', 'x', 'Shift+j', 'Shift+j'), keys('e'), clickAll('[role=dialog] select, [role=dialog] summary')],
  },
  'many more': { address: at('invoices'), steps: [keys('j', 'x', 'Shift+j'), keys('t')] },
  'a query': {
    typed: ['zzzz'],
    address: at('expenses'),
    steps: [keys('/'), typed('status:'), keys('Control+a'), typed('zzzz'), keys('Escape')],
  },
  'a payment': { address: record('invoiceReceivable', 'invoices', 3), steps: [keys('p'), click('[role=dialog] [role=combobox]')] },
  'an edit': { address: record('vendor', 'vendors', 3), steps: [keys('e'), clickAll('main article button[aria-haspopup]')] },
  'a comment': { address: record('expense', 'expenses', 3), steps: [keys('c'), typed('Seen.'), keys('Control+Enter')] },
  approving: {
    address: at('outbox?tab=review'),
    steps: [
      clickAll('main [data-edit] input[type=checkbox]:not(:checked)'),
      click('main footer .primary'),
      click('[role=dialog] .needs, [role=dialog] .primary'),
    ],
  },
  encrypting: { address: at('security'), steps: walk },
  'a file of an encrypted account': {
    address: at('history/r1'),
    steps: [(app) => app.api.protection.encrypt({ groups: [] }), clickAll('article button')],
  },
  'importing, with questions': {
    typed: ['vendors.csv'],
    app: () => importing(asking),
    address: at('packs/import?kind=vendor'),
    steps: [upload('vendors.csv', 'vendorId'), clickAll('[role=dialog] [role=tab]')],
  },
  'importing, with problems': {
    typed: ['vendors.csv'],
    app: () => importing(toMend),
    address: at('packs/import?kind=vendor'),
    steps: [upload('vendors.csv', 'vendorId'), clickAll('[role=dialog] [role=tab]'), click('[role=dialog] .primary')],
  },
  'importing, under way': {
    typed: ['vendors.csv'],
    app: () => {
      const app = importing();
      app.api.library.importRecords = () => new Promise(() => undefined);
      return app;
    },
    address: at('packs/import?kind=vendor'),
    steps: [
      upload('vendors.csv', 'vendorId'),
      click('[role=dialog] .primary'),
      (app) => app.publish({ kind: 'importing', done: 1, of: 3, writes: false }),
    ],
  },
  'importing names': {
    typed: ['names.csv'],
    address: at('names'),
    steps: [clickAll('main header button'), upload('names.csv', 'kind,id,name')],
  },
  'a sheet that comes back': {
    typed: ['Vendors to edit.xlsx'],
    address: at('vendors'),
    steps: [
      drop('Vendors to edit.xlsx'),
      () => expect.poll(() => document.querySelector('main [role=tab]')).not.toBeNull(),
      clickAll('main :is(summary, [role=tab], button)'),
    ],
  },
  'a view': {
    address: at('expenses?q=status:draft'),
    steps: [
      (app) => app.api.lists.saveView({ kind: 'expense', name: 'Drafts', query: 'status:draft' } as never),
      clickAll('nav [aria-haspopup]'),
    ],
  },
};

const line = { id: 1, bookedOn: '2026-03-10', minor: 84_050n, currency: 'EUR', payer: 'Solar Alentejo', text: 'INVOICE SE-1' };
const evident = () => {
  const app = filled();
  app.api.statements.ofEdit = async () => ({ lines: [line], noneUntil: null });
  return app;
};
const payment = (state: string) => (app: FakeApp) =>
  `outbox/${app.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === state)?.id}`;
const unreachable = () => {
  const app = filled();
  const { batch } = app.api.review;
  let isAsked = false;
  const preflight = { at: now, reachable: false, reread: 0, merged: [], conflicts: [], unreadable: 0 };
  app.api.review.batch = async (...input) => ({ ...(await batch(...input)), ...(isAsked ? { preflight } : {}) });
  app.api.review.preflight = async () => ((isAsked = true), { ...(await batch({})), preflight });
  return app;
};
const emptying = () => {
  const app = filled();
  const held = app.put('updateVendor', { kind: 'vendor', id: app.record('vendor', 2).id }, { name: 'Renamed' });
  app.setState([held.id], 'held', { kind: 'incompleteBase' });
  held.wouldEmpty = [{ path: ['bankAccountNumber'], base: 'SE3550000000054910000003' }];
  return app;
};
const unpractised = () => {
  const app = scenario('empty');
  app.status = { account: { ...app.appStatus().account!, embedded: false } };
  return app;
};
const failed = (app: FakeApp) => `invoices/${app.records.find(({ service }) => service['failureContext'] && service['invoiceNumber'])?.id}`;

Object.assign(stands, {
  'a payment that the bank shows': { app: evident, address: payment('draft'), steps: [] },
  'a payment in doubt that the bank shows': { app: evident, address: payment('inDoubt'), steps: [] },
  'another invoice': { address: at('bank-lines/1'), steps: [clickAll('main fieldset button')] },
  'words that are found': { typed: ['Hotel'], address: at('expenses?q=hotel'), steps: [] },
  'a service that does not answer the check': {
    app: unreachable,
    address: at('outbox?tab=review'),
    steps: [clickAll('main header button')],
  },
  'an edit that would empty a field': {
    app: emptying,
    address: (app: FakeApp) => `outbox/${app.edits.at(-1)?.id}`,
    steps: [click('article [role=toolbar] button:nth-of-type(3)')],
  },
  'a record that failed': { address: failed, steps: [] },
  'a fact in place': { address: record('cardTransaction', 'card-transactions', 3), steps: [click('article dd.can'), typed('x')] },
  'a document': {
    app: () => {
      const app = filled();
      app.api.documents.bytes = pdf;
      return app;
    },
    address: record('invoicePayable', 'documents'),
    steps: [
      async (app: FakeApp) => {
        const { id: recordId } = app.record('invoicePayable');
        await app.api.documents.fetch({ recordId, variant: null });
        Object.assign(await app.api.documents.get({ recordId }), { sha256: 'ab'.repeat(32) });
        app.publish({ kind: 'documents', ids: [recordId] });
      },
      () => new Promise((resolve) => setTimeout(resolve, 500)),
    ],
  },
  'the first day': { app: unpractised, address: at('today'), steps: [click('main section ol button.quiet')] },
  'the menu of a narrow window': { address: at('today'), steps: [() => page.viewport(360, 640), click('main button[aria-expanded]')] },
  'a view that gets another name': {
    typed: ['Drafts'],
    address: at('expenses'),
    steps: [
      (app: FakeApp) => app.api.lists.saveView({ kind: 'expense', name: 'Drafts', query: 'status:draft' } as never),
      clickAll('nav li button'),
      clickAll('[role=menuitem]'),
    ],
  },
  'a file that is dropped': { typed: ['one.csv'], address: at('today'), steps: [drop('one.csv')] },
  'importing, with a file that asks': {
    typed: ['vendors.csv', 'Rheinholt AB'],
    app: () => importing(whole),
    address: at('packs/import?kind=vendor'),
    steps: [upload('vendors.csv', 'vendorId'), clickAll('[role=dialog] [role=tab]')],
  },
} satisfies Record<string, Stand>);

const papers = ['expenses', 'bank-lines', 'history/r1', 'packs/p1', 'names', 'outbox?tab=waiting'];
for (const address of papers) stands[`on paper: ${address}`] = { address: at(address), steps: [keys('Control+p')] };
export const onPrint = (look: () => void) => vi.stubGlobal('print', look);
