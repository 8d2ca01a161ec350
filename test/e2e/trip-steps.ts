import { saveButton } from './first-day.ts';
import type { Browser, Page } from '@playwright/test';
import { expect, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import type { Hands } from './hands.ts';
import { countOf } from '#renderer/pages/record/kind-words.ts';
import { t, taggedParts } from '#shared/messages/t.ts';
import { readable } from '#shared/values/readable.ts';
import { field } from './person.ts';
import { anyText, begins, holds } from './said.ts';

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

/** The lists of the trip and their records' kinds. */
const kindOfList = { expenses: 'expense', invoices: 'invoiceReceivable', vendors: 'vendor' } as const;

export const mark = (page: Page) => page.getByRole('main');
export const connection = (page: Page, word: string) => button(page, begins(t('frame.pill.label', { word, detail: anyText })));
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** The line of a section in the sidebar, with this beside its name. */
export const section = (page: Page, name: SectionName, beside = '') =>
  page
    .getByRole('navigation', { name: t('frame.sidebar.name') })
    .getByRole('link', { name: begins(`${t(`frame.page.${name}`)}${beside && anyText + beside}`) });
export type SectionName = 'expenses' | 'invoices' | 'vendors' | 'documents' | 'packs' | 'outbox' | 'history';

/** The section of the sidebar, by its key where keys are the means. */
export async function go({ page, hands }: Traveller, name: SectionName, chord: string): Promise<void> {
  await hands.press(section(page, name), chord);
}

/** Connects the account; the service's own pages are no part of the window. */
export async function connect(trip: Traveller, through: { systemBrowser: SystemBrowser; browser: Browser }): Promise<void> {
  const { page, hands, far } = trip;
  await hands.press(button(page, t('today.welcome.connect.button')).first());
  await hands.write(page.getByLabel(t('signIn.address')), far.address);
  await hands.write(page.getByLabel(t('signIn.clientId')), far.clientId);
  await hands.write(page.getByLabel(t('signIn.clientSecret')), far.clientSecret);
  await hands.press(page.locator('summary', { hasText: t('signIn.more') }));
  await hands.write(page.getByLabel(holds(t('signIn.more.name'))), 'Head office');
  await hands.write(page.getByLabel(holds(t('signIn.more.ca'))), far.ca);
  await trip.stop('01-connect', 'Connect once', 'An address and a sign-in; secrets stay in this laptop’s keychain.');
  await hands.press(button(page, t('signIn.browser')));
  await through.systemBrowser.signIn(through.browser);
  await hands.press(button(page, t('signIn.keep.yes')));
  await expect(page.getByRole('heading', { level: 1, name: t('today.title') })).toBeVisible();
}

/** A list of names and the exports of records, as a colleague sent them. */
export async function bringFiles(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await expect(page.getByRole('region', { name: t('today.steps.title') })).toContainText(t('today.steps.records'));
  await trip.picture('01b-first-steps', 'What to bring', 'Today says what comes next, with a mail to a colleague that is written already.');
  await hands.press(button(page, t('today.steps.names.import')));
  await hands.give(page.getByLabel(t('names.file.name')), { name: 'names.csv', text: await far.exported('names', 'csv') });
  await hands.press(page.getByRole('dialog').getByRole('button', { name: begins(t('names.take', { what: anyText })) }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(begins(t('names.done', { what: anyText }))).first()).toBeVisible();
  const all = JSON.parse(await far.exported('expenses', 'json')) as { status: string }[];
  const expenses = all.filter(({ status }) => status === 'CREATED').slice(0, 60);
  await bring(trip, { list: 'expenses', chord: 'g e', file: 'expenses.json', text: JSON.stringify(expenses) });
  await bring(trip, { list: 'invoices', chord: 'g i', file: 'invoices.json', text: await far.exported('invoice-receivables', 'json') });
  await bring(trip, { list: 'vendors', chord: 'g v', file: 'vendors.json', text: await far.exported('vendors', 'json'), whole: true });
}

interface Brought {
  list: 'expenses' | 'invoices' | 'vendors';
  chord: string;
  file: string;
  text: string;
  /** Each record of the file is whole. */
  whole?: true;
}

async function bring(trip: Traveller, { list, chord, file, text, whole }: Brought): Promise<void> {
  const { page, hands } = trip;
  await go(trip, list, chord);
  await hands.press(button(page, t('keys.importRecords')));
  const dialog = page.getByRole('dialog', { name: t('import.title'), exact: true });
  await hands.give(dialog.getByLabel(t('import.file')), { name: file, text });
  if (whole) await hands.press(dialog.getByRole('checkbox', { name: begins(taggedParts('import.whole', null)[0]?.text ?? '') }));
  await hands.press(
    dialog.getByRole('button', { name: t('import.go', { what: countOf(kindOfList[list], JSON.parse(text).length) }), exact: true }),
  );
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
}

/** Asks the list of invoices for the open ones in euro: in the list's own words, or by its menus. */
async function askForOpenEuro({ page, hands }: Traveller): Promise<void> {
  const grid = page.getByRole('grid', { name: t('frame.page.invoices') });
  if (hands.means === 'mouse') {
    const menu = (name: string) => page.getByRole('group', { name: t('list.filters') }).getByRole('button', { name });
    await hands.pick(
      menu(t('records.field.status')),
      page.getByRole('menuitem', { name: begins(`${readable('OPEN', 'invoiceReceivable')} (`) }),
    );
    await hands.pick(menu(t('records.field.currency')), page.getByRole('menuitem', { name: begins('EUR (') }));
  } else {
    await page.keyboard.press('/');
    await page.keyboard.type(`state:${readable('OPEN', 'invoiceReceivable').toLowerCase()} currency:EUR`);
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
async function takeAlong(trip: Traveller, what: 'expenses' | 'invoices', pack: string | null): Promise<void> {
  const { page, hands } = trip;
  await hands.press(page.getByRole('checkbox', { name: t('list.select.all', { kind: kindOfList[what] }) }), 'Control+a');
  await expect(page.getByRole('toolbar', { name: t('list.selection') })).toBeVisible();
  await trip.picture(
    `01c-selection-${what}`,
    `All ${what} that match`,
    'A selection shows its sum per currency and what can be done with it.',
  );
  await hands.press(button(page, t('keys.addToPack')), 't');
  const dialog = page.getByRole('dialog', { name: begins(t('packs.take', { what: anyText })) });
  if (pack !== null) await hands.write(dialog.getByLabel(t('packs.take.name')), pack);
  await hands.press(dialog.getByRole('button', { name: t('packs.take.yes'), exact: true }));
  await expect(dialog).toBeHidden();
}

/** Sixty expenses, the open invoices in euro and a vendor from the lists; twenty purchase invoices, of which the interface has nothing but ids, from a file. */
export async function packForTheTrip(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await go(trip, 'expenses', 'g e');
  await takeAlong(trip, 'expenses', 'Lisbon');
  await go(trip, 'invoices', 'g i');
  await askForOpenEuro(trip);
  await takeAlong(trip, 'invoices', null);
  await go(trip, 'packs', 'g p');
  await hands.press(button(page, t('packs.menu.add')));
  const dialog = page.getByRole('dialog', { name: begins(t('packs.add', { name: anyText })) });
  const ids = (await far.ids('invoice-payables')).slice(0, 20);
  await hands.give(dialog.getByLabel(t('packs.add.file')), { name: 'purchase invoices.txt', text: ids.join('\n') });
  await hands.choose(dialog.getByRole('combobox'), t('kinds.list', { kind: 'invoicePayable' }));
  await hands.press(dialog.getByRole('button', { name: t('packs.add.fetch', { count: 20 }) }));
  await expect(page.getByRole('article', { name: 'Lisbon' }).getByText(t('packs.summary.ready', { count: 93 }))).toBeVisible();
  await expect(mark(page)).toContainText(t('packs.summary.ready', { count: 93 }));
}

/** The record that the address shows, for whoever changes it at the office meanwhile. */
export const shownId = (page: Page): string => /#\/[\w-]+\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** Types into the fields of what is being edited and records it. */
export async function recordWith({ page, hands }: Traveller, fields: [label: string, text: string][]): Promise<void> {
  for (const [label, text] of fields) await hands.write(field(page, label), text);
  await hands.press(saveButton(page), 'Control+Enter');
  await expect(button(page, t('parts.cancel'))).toBeHidden();
}
