import { cdp, page, userEvent } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { learned, usedApp } from './named-desk.ts';
import { scenario } from './scenarios.ts';
import { stops } from './states.ts';
import { openWindow, press, tickTheRest } from './window.ts';

// Nobody reads an identifier where there is a name: every page, record, dialog, menu, print and export preview of a used account.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const short = /\b[0-9a-f]{8}\b/gi;

/** Everything that a user could read or hear, but for what was written for IT and is folded, or quoted as it was sent. */
function readable(): string[] {
  const said: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest('script, style, pre, [data-for-it]')) continue;
    if (node instanceof Text) said.push(node.data);
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) said.push(node.value, node.placeholder);
    if (node instanceof Element) said.push(node.ariaLabel ?? '');
  }
  return said.filter((text) => text.trim() !== '');
}

/** Identifiers that are shown although they have a name, and whole identifiers. */
function bare(app: FakeApp): string[] {
  const named = new Set(app.names.filter((row) => row.name !== null).map((row) => row.id.slice(0, 8)));
  return readable().flatMap((text) => {
    const whole = text.match(uuid) ?? [];
    const brief = (text.match(short) ?? []).filter((each) => named.has(each.toLowerCase()));
    return [...whole, ...brief].map((each) => `${each} in "${text.trim().slice(0, 60)}"`);
  });
}

/** Folds open, so that what they hold is looked at too. */
const unfold = () => document.querySelectorAll('details').forEach((each) => (each.open = true));

/** Waits until the page says something else than `before` and goes on saying it. */
async function settled(before = ''): Promise<void> {
  let last = '';
  const same = () => {
    unfold();
    const now = document.body.innerText;
    const stays = now === last && now !== before;
    last = now;
    return stays;
  };
  await expect.poll(same, { interval: 120 }).toBe(true);
}

test('every page of a used account, and every record of it', async () => {
  const app = usedApp();
  await openWindow(app, 'nowhere');
  const records = app.edits.map(({ record }) => record);
  const pages = { expense: 'expenses', invoiceReceivable: 'invoices', cardTransaction: 'card-transactions', vendor: 'vendors' };
  const opened = records.flatMap(({ kind, id }) => (kind === 'invoicePayable' ? [] : [`${pages[kind]}/${id}`]));
  const edits = app.edits.map(({ id }) => `outbox/${id}`);
  for (const address of [...stops.map(([stop]) => stop), 'history/r1', 'packs/p1', ...new Set(opened), ...edits]) {
    const before = document.body.innerText;
    location.hash = `#/${address}`;
    await settled(before);
    // Names come a moment after the page.
    await expect.poll(() => bare(app), { message: address }).toEqual([]);
  }
});

test('a form names the one reference that was changed in it', async () => {
  const app = usedApp();
  const vendor = app.records.find(({ kind, service }) => kind === 'vendor' && service['defaultCompanyEntity'] !== null);
  await openWindow(app, `vendors/${vendor?.id}`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Edit default entity' }).click();
  await page.getByRole('combobox', { name: 'Account', exact: true }).click();
  await page.getByRole('option', { selected: false }).first().click();
  await expect.element(page.getByText('1 change')).toBeVisible();
  await expect.poll(() => bare(app)).toEqual([]);
  // Text that is no identifier stays as typed.
  await page.getByRole('combobox', { name: 'Account', exact: true }).fill('nobody knows');
  await userEvent.tab();
  await expect.poll(() => document.querySelector('footer.foot ins')?.textContent).toContain('nobody knows');
});

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
afterEach(async () => {
  await onPaper('');
  vi.unstubAllGlobals();
});

const papers: [name: string, address: (app: FakeApp) => string][] = [
  ['expenses', () => 'expenses'],
  ['invoices', () => 'invoices'],
  ['an invoice with its payments', (app) => `invoices/${app.record('invoiceReceivable', 4).id}`],
  ['a vendor', (app) => `vendors/${app.record('vendor', 3).id}`],
  ['a report', () => 'history/r1'],
  ['a trip pack', () => 'packs/p1'],
  ['the names', () => 'names'],
];

test.each(papers)('on paper: %s', async (_name, address) => {
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  const app = usedApp();
  await openWindow(app, address(app));
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await settled();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  expect(document.body.innerText.trim()).not.toBe('');
  await expect.poll(() => bare(app)).toEqual([]);
});

test('on paper a record says the names of what it refers to, though on screen they can be pressed', async () => {
  const app = usedApp();
  await openWindow(app, `invoices/${app.record('invoiceReceivable', 3).id}`);
  const names = () => [...document.querySelectorAll('article .name:is(button)')].filter((name) => !name.closest('details'));
  await expect.poll(() => names().length).toBeGreaterThan(1);
  await onPaper('print');
  expect(names().flatMap((name) => (name.getClientRects().length === 0 ? name.textContent : []))).toEqual([]);
});

const button = (name: string) => () => page.getByRole('button', { name, exact: false }).first().click();
type Steps = (() => Promise<unknown>)[];
const dialogs: [name: string, address: (app: FakeApp) => string, steps: Steps][] = [
  ['a payment', (app) => `invoices/${app.record('invoiceReceivable', 3).id}`, [() => press('p')]],
  ['a line', (app) => `invoices/${app.record('invoiceReceivable', 3).id}`, [() => press('e')]],
  ['a vendor', (app) => `vendors/${app.record('vendor', 3).id}`, [() => press('e')]],
  ['a card transaction', (app) => `card-transactions/${app.record('cardTransaction', 0).id}`, [() => press('e')]],
  ['a comment', (app) => `expenses/${app.record('expense', 3).id}`, [() => press('c')]],
  ['the palette', () => 'today', [() => press('Control+k'), () => page.getByRole('combobox', { name: /^Search or run/ }).fill('hotel')]],
  ['taking along', () => 'expenses', [() => press('j', 'x', 't')]],
  ['approving', () => 'outbox?tab=review', [tickTheRest, button('Approve and send')]],
];

test.each(dialogs)('the dialog of %s', async (_name, address, steps) => {
  const app = usedApp();
  await openWindow(app, address(app));
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await settled();
  for (const step of steps) await step();
  await expect.poll(() => bare(app)).toEqual([]);
});

/** The names under which files are offered for saving: to the host that makes a PDF, or to the browser. */
async function offered(app: FakeApp, choose: () => Promise<unknown>): Promise<string> {
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('print', () => undefined);
  const names = () => [
    ...app.asked.flatMap((asked) => (asked.startsWith('pdf ') ? [asked.slice(4)] : [])),
    ...(link.mock.contexts as HTMLAnchorElement[]).flatMap((each) => (each.download === '' ? [] : [each.download])),
  ];
  const before = names().length;
  await choose();
  await expect.poll(() => names().length).toBe(before + 1);
  const last = names().at(-1) ?? '';
  link.mockRestore();
  return last;
}
const fromMenu = async (message: string) => {
  await page.getByRole('button', { name: /^More/ }).first().click();
  await page.getByRole('menuitem', { name: message }).click();
};

test('a file that is offered for saving is called as the record is, and not by an identifier', async () => {
  const app = usedApp();
  const { id } = app.record('invoicePayable');
  await app.api.documents.name({ recordId: id, called: 'Freight: Göteborg / Porto?' });
  await app.api.documents.fetch({ recordId: id });
  await openWindow(app, 'nowhere');
  const kinds = { expense: 'expenses', invoiceReceivable: 'invoices', cardTransaction: 'card-transactions', vendor: 'vendors' } as const;
  for (const [kind, at] of Object.entries(kinds)) {
    const record = app.record(kind as keyof typeof kinds, 1);
    location.hash = `#/${at}/${record.id}`;
    await settled();
    const name = await offered(app, () => fromMenu('Save as PDF'));
    expect.soft(name, kind).not.toContain(record.id.slice(0, 8));
    const { row } = await app.api.records.get({ kind: record.kind, id: record.id });
    const words = row.title.includes(record.id.slice(0, 8)) ? [row.date] : (row.title.match(/[\p{L}\p{N}]+/gu) ?? []);
    for (const word of words) expect.soft(name, kind).toContain(word);
  }
  location.hash = `#/documents/${id}`;
  await expect.element(page.getByRole('heading', { name: 'Freight: Göteborg / Porto?' })).toBeVisible();
  expect(await offered(app, () => page.getByRole('button', { name: /Save/ }).first().click())).toBe('Freight_ Göteborg - Porto_.pdf');
});

test('a named document shows no identifier; a receipt is explained as a key that nothing reads', async () => {
  const app = usedApp();
  const { id } = app.record('invoicePayable');
  await app.api.documents.name({ recordId: id, called: 'Freight Göteborg to Porto' });
  await openWindow(app, `documents/${id}`);
  await expect.element(page.getByRole('heading', { name: 'Freight Göteborg to Porto' })).toBeVisible();
  // But for what is folded as identifiers.
  expect(document.body.innerText).not.toContain(id.slice(0, 8));
  location.hash = `#/expenses/${app.record('expense', 0).id}`;
  await expect.element(page.getByText('Receipt image not available offline or through this service')).toBeVisible();
});

test('an unnamed reference shows its short id, dotted, beside the way to name it, and their number', async () => {
  const app = learned(scenario('working'));
  await openWindow(app, `expenses/${app.record('expense', 0).id}`);
  await settled();
  const unnamed = () => document.querySelectorAll('main .dotted').length;
  await expect.poll(unnamed).toBeGreaterThan(2);
  expect(readable().flatMap((text) => text.match(uuid) ?? [])).toEqual([]);
  expect(page.getByRole('button', { name: /^Name this… / }).all()).toHaveLength(unnamed());
});
