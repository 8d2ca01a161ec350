import { saveButton } from './first-day.ts';
import type { Browser, Page } from '@playwright/test';
import { expect, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import type { Hands } from './hands.ts';
import { field } from './person.ts';

/** The trip's window, hands, service and guide. */
export interface Traveller {
  page: Page;
  hands: Hands;
  far: FarService;
  /** Looks through the window and draws the guide's picture, where this walk is the guide's. */
  stop: (name: string, title: string, message: string) => Promise<void>;
  /** The guide's picture alone. */
  picture: (name: string, title: string, message: string) => Promise<void>;
}

export const mark = (page: Page) => page.getByRole('main');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** The section of the sidebar, by its key where keys are the means. */
export async function go({ page, hands }: Traveller, name: RegExp | string, chord: string): Promise<void> {
  await hands.press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }), chord);
}

/** Connects the account; the service's own pages are no part of the window. */
export async function connect(trip: Traveller, through: { systemBrowser: SystemBrowser; browser: Browser }): Promise<void> {
  const { page, hands, far } = trip;
  await hands.press(page.getByRole('button', { name: 'Connect', exact: true }).first());
  await hands.write(page.getByLabel('Address of the service'), far.address);
  await hands.write(page.getByLabel('Client id'), far.clientId);
  await hands.write(page.getByLabel('Client secret'), far.clientSecret);
  await hands.press(page.locator('summary', { hasText: 'Name and certificate' }));
  await hands.write(page.getByLabel(/Name of this account/), 'Head office');
  await hands.write(page.getByLabel(/Extra CA certificate/), far.ca);
  await trip.stop('01-connect', 'Connect once', 'An address and a sign-in; secrets stay in this laptop’s keychain.');
  await hands.press(button(page, 'Continue in the browser'));
  await through.systemBrowser.signIn(through.browser);
  await hands.press(button(page, 'Keep this sign-in'));
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** A list of names and the exports of records, as a colleague sent them. */
export async function bringFiles(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await expect(page.getByRole('region', { name: 'Getting started' })).toContainText('Bring your records');
  await trip.picture('01b-first-steps', 'What to bring', 'Today says what comes next, with a mail to a colleague that is written already.');
  await hands.press(button(page, 'Import names'));
  await hands.give(page.getByLabel('File of names'), { name: 'names.csv', text: await far.exported('names', 'csv') });
  await hands.press(page.getByRole('dialog').getByRole('button', { name: /^Import/ }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/^\d+ names? imported/).first()).toBeVisible();
  const all = JSON.parse(await far.exported('expenses', 'json')) as { status: string }[];
  const expenses = all.filter(({ status }) => status === 'CREATED').slice(0, 60);
  await bring(trip, { list: /^Expenses/, chord: 'g e', file: 'expenses.json', text: JSON.stringify(expenses) });
  await bring(trip, { list: /^Invoices/, chord: 'g i', file: 'invoices.json', text: await far.exported('invoice-receivables', 'json') });
  await bring(trip, { list: /^Vendors/, chord: 'g v', file: 'vendors.json', text: await far.exported('vendors', 'json'), whole: true });
}

interface Brought {
  list: RegExp;
  chord: string;
  file: string;
  text: string;
  /** Each record of the file is whole. */
  whole?: true;
}

async function bring(trip: Traveller, { list, chord, file, text, whole }: Brought): Promise<void> {
  const { page, hands } = trip;
  await go(trip, list, chord);
  await hands.press(button(page, 'Import records'));
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await hands.give(dialog.getByLabel('File to import'), { name: file, text });
  if (whole) await hands.press(dialog.getByRole('checkbox', { name: /^Each record in this file is complete/ }));
  await hands.press(dialog.getByRole('button', { name: /^Import [\d,]+ / }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
}

/** Asks the list of invoices for the open ones in euro: in the list's own words, or by its menus. */
async function askForOpenEuro({ page, hands }: Traveller): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Invoices' });
  if (hands.means === 'mouse') {
    const menu = (name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
    await hands.pick(menu('Status'), page.getByRole('menuitem', { name: /^Open \(/ }));
    await hands.pick(menu('Currency'), page.getByRole('menuitem', { name: /^EUR \(/ }));
  } else {
    await page.keyboard.press('/');
    await page.keyboard.type('state:open currency:EUR');
    // Enter takes what is offered, and once there is nothing to take it leads to the list.
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(grid).toBeFocused({ timeout: 500 });
    }).toPass();
  }
  // Thirteen invoices under their heads.
  await expect(grid).toHaveAttribute('aria-rowcount', '14');
}

/** Everything that the list shows goes into the pack. */
async function takeAlong(trip: Traveller, what: string, pack: string | null): Promise<void> {
  const { page, hands } = trip;
  await hands.press(page.getByRole('checkbox', { name: `Select all ${what}` }), 'Control+a');
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible();
  await trip.picture(
    `01c-selection-${what}`,
    `All ${what} that match`,
    'A selection shows its sum per currency and what can be done with it.',
  );
  await hands.press(button(page, 'Add to trip pack'), 't');
  const dialog = page.getByRole('dialog', { name: /to a trip pack$/ });
  if (pack !== null) await hands.write(dialog.getByLabel('Name of the new pack'), pack);
  await hands.press(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect(dialog).toBeHidden();
}

/** Sixty expenses, the open invoices in euro and a vendor from the lists; twenty purchase invoices, of which the interface has nothing but ids, from a file. */
export async function packForTheTrip(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await go(trip, /^Expenses/, 'g e');
  await takeAlong(trip, 'expenses', 'Lisbon');
  await go(trip, /^Invoices/, 'g i');
  await askForOpenEuro(trip);
  await takeAlong(trip, 'invoices', null);
  await go(trip, /^Trip packs/, 'g p');
  await hands.press(button(page, 'Add records'));
  const dialog = page.getByRole('dialog', { name: /^Add records to/ });
  const ids = (await far.ids('invoice-payables')).slice(0, 20);
  await hands.give(dialog.getByLabel('File with ids'), { name: 'purchase invoices.txt', text: ids.join('\n') });
  await hands.choose(dialog.getByRole('combobox'), 'purchase invoices');
  await hands.press(dialog.getByRole('button', { name: 'Add 20 and fetch' }));
  await expect(page.getByRole('article', { name: 'Lisbon' }).getByText(/^Ready to travel/)).toBeVisible();
  await expect(mark(page)).toContainText('Ready to travel, 93');
}

/** The record that the address shows, for whoever changes it at the office meanwhile. */
export const shownId = (page: Page): string => /#\/[\w-]+\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Types into the fields of what is being edited and records it. */
export async function recordWith({ page, hands }: Traveller, fields: [label: string, text: string][]): Promise<void> {
  for (const [label, text] of fields) await hands.write(field(page, label), text);
  await hands.press(saveButton(page), 'Control+Enter');
  await expect(button(page, 'Cancel')).toBeHidden();
}
