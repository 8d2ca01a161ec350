import { expect } from '@playwright/test';
import type { FarService } from '#test/e2e/desk-fixtures.ts';
import type { RunningHost } from '#test/e2e/fixtures.ts';
import { field } from '#test/e2e/person.ts';
import { Newcomer } from './newcomer-person.ts';
import type { ProofResult, RunProof } from './proof.ts';
import { onPractice, onRealAccount } from './real-desk.ts';

/** Seconds from the start at which each must have happened. */
const goals = { 'first synced edit': 120, 'first approved payment': 240, 'first ready pack': 300 };
type Moment = keyof typeof goals;

/** What the service has carried out. */
type Journal = () => Promise<{ operation: string; applied: boolean }[]>;

const applied = (journal: Journal, operation: string) =>
  expect
    .poll(async () => (await journal()).some((entry) => entry.operation === operation && entry.applied), { timeout: 60_000 })
    .toBe(true);

const section = ({ page }: Newcomer, name: RegExp) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
const button = ({ page }: Newcomer, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const openFirst = (person: Newcomer, list: string) =>
  person.press(person.page.getByRole('grid', { name: list }).getByRole('row').first().getByRole('gridcell').nth(2));

/** Connects by a key, as an administrator's mail has it. */
async function connect(person: Newcomer, far: FarService): Promise<void> {
  const { page } = person;
  await person.press(page.getByRole('link', { name: 'Connect your account' }));
  await person.write(page.getByLabel('Address of the service'), far.address);
  await person.press(page.getByRole('tab', { name: 'API key' }));
  await person.write(page.getByLabel('API key', { exact: true }).last(), far.apiKey);
  await person.press(page.getByText('Name and certificate'));
  await person.write(page.getByLabel(/Extra CA certificate/), far.ca);
  await person.press(button(person, 'Connect'));
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** An export of records, as a colleague sent it, brought in where the page offers it. */
async function bring(person: Newcomer, name: string, text: string): Promise<void> {
  await person.press(button(person, 'Import an export').first());
  const dialog = person.page.getByRole('dialog', { name: 'Import an export' });
  await person.give(dialog.getByLabel('File to import'), { name, text });
  await person.press(dialog.getByRole('button', { name: /^Import [\d,]+ / }));
  await dialog.waitFor({ state: 'hidden' });
}

async function edit(person: Newcomer, journal: Journal): Promise<void> {
  await openFirst(person, 'Expenses');
  await person.press(button(person, 'Edit'));
  await person.write(field(person.page, 'Date'), '12 Mar 2026');
  await person.press(button(person, /^Record( for review)?$/));
  await applied(journal, 'updateExpense');
}

async function pay(person: Newcomer, journal: Journal): Promise<void> {
  const { page } = person;
  if (!page.url().includes('#/invoices')) await person.press(section(person, /^Invoices/));
  const filter = (name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
  await person.press(filter('State'));
  await person.press(page.getByRole('menuitem', { name: /^Open \(/ }));
  await openFirst(person, 'Invoices');
  await person.press(button(person, 'Record payment'));
  // The date and the account are suggested already; what is open is offered beside the amount.
  await person.press(button(person, /^Open [\d,.]+ [A-Z]{3}/));
  await person.press(button(person, /^Record( for review)?$/));
  await person.press(section(person, /^Outbox/));
  await person.press(page.getByRole('tab', { name: /^To review/ }));
  await person.press(button(person, /^Approve and send 1/));
  await person.press(page.getByRole('dialog').getByRole('button', { name: /^Approve and send/ }));
  await applied(journal, 'recordInvoicePayment');
}

async function packUp(person: Newcomer): Promise<void> {
  const { page } = person;
  await person.press(section(person, /^Expenses/));
  const rows = page.getByRole('grid', { name: 'Expenses' }).getByRole('row');
  for (const place of [0, 1, 2]) await person.press(rows.nth(place).getByRole('checkbox'));
  await person.press(button(person, 'Add to trip pack'));
  const dialog = page.getByRole('dialog', { name: /to a trip pack$/ });
  await person.write(dialog.getByLabel('Name of the new pack'), 'Lisbon');
  await person.press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await person.press(section(person, /^Trip packs/));
  await page
    .getByText(/^Ready to travel/)
    .first()
    .waitFor();
}

type Came = Record<Moment, { seconds: number; machine: number; thorough: number }>;

/** The practice company that comes with the app. */
async function practice(person: Newcomer, host: RunningHost): Promise<Came> {
  const journal: Journal = async () => (await host.sandbox().get('/sandbox/journal')) as Awaited<ReturnType<Journal>>;
  await person.press(person.page.getByRole('link', { name: 'Choose an expense' }));
  return walk(person, journal, async () => undefined);
}

/** A real account with nothing in it: a key, and the files of a colleague who can export. */
async function real(person: Newcomer, far: FarService): Promise<Came> {
  await connect(person, far);
  await bring(person, 'expenses.json', await changeable(far));
  return walk(
    person,
    () => far.journal(),
    async () => {
      await person.press(section(person, /^Today/));
      await person.press(button(person, 'Import names'));
      await person.give(person.page.getByLabel('File of names'), { name: 'names.csv', text: await far.exported('names', 'csv') });
      await person.press(person.page.getByRole('dialog').getByRole('button', { name: /^Import/ }));
      await person.press(section(person, /^Invoices/));
      await bring(person, 'invoices.json', await far.exported('invoice-receivables', 'json'));
    },
  );
}

const changeable = async (far: FarService): Promise<string> => {
  const all = JSON.parse(await far.exported('expenses', 'json')) as { status: string }[];
  return JSON.stringify(all.filter(({ status }) => status === 'CREATED').slice(0, 60));
};

async function walk(person: Newcomer, journal: Journal, beforePaying: () => Promise<void>): Promise<Came> {
  const now = () => ({ seconds: person.seconds, machine: person.machineSeconds, thorough: person.thoroughSeconds });
  await edit(person, journal);
  const edited = now();
  await beforePaying();
  await pay(person, journal);
  const paid = now();
  await packUp(person);
  return { 'first synced edit': edited, 'first approved payment': paid, 'first ready pack': now() };
}

/** The newcomer's clock: from the start to the first things done, by somebody who sees only the screen. */
export const run: RunProof = async ({ report }): Promise<ProofResult> => {
  const rows: (string | number)[][] = [];
  const violations: string[] = [];
  const take = (account: string, came: Came) => {
    for (const [moment, { seconds, machine, thorough }] of Object.entries(came) as [Moment, Came[Moment]][]) {
      rows.push([account, moment, Math.round(seconds), goals[moment], Math.round(machine), Math.round(thorough)]);
      report(`${account}: ${moment} after ${seconds.toFixed(0)} s, ${machine.toFixed(0)} s of them the machine's`);
      if (seconds > goals[moment]) violations.push(`${account}: ${moment} after ${seconds.toFixed(0)} s, later than ${goals[moment]} s`);
    }
  };
  take('practice company', await onPractice(({ page, began, host }) => practice(new Newcomer(page, began), host)));
  take('empty real account', await onRealAccount(({ page, began, far }) => real(new Newcomer(page, began), far)));
  const columns = ['account', 'moment', 'after, s', 'at most, s', 'of which the machine, s', 'who reads every word, s'];
  const facts = {
    'a person':
      'reads sentences at 4 words a second, glances at labels and figures at 10, types 5 letters a second, takes 1.5 s to point, 8 s to choose a file, and pastes what is long',
  };
  return { ran: 2, violations, violationCount: violations.length, facts, table: { columns, rows } };
};
