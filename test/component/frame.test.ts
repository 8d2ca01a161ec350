import { cdp, page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '#renderer/App.svelte';
import type { Link } from '#renderer/state/connection/connect.ts';
import { FakeApp } from './fake-app.ts';
import { seededRecords } from './fake-records.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('counters lead from the sidebar, in words too', async () => {
  await openWindow(scenario('working'), 'today');
  await expect.element(page.getByRole('link', { name: /^Outbox.*6 queued.*3 to review, 3 need you, 1 in doubt/ })).toBeVisible();
  const badges = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /\d/ }).elements();
  expect(badges).toHaveLength(1);
  await expect.element(page.getByText('3 to review, 3 need you, 1 in doubt, 6 queued')).toBeVisible();
});

test('counts use the user’s number format, everywhere and from its change on', async () => {
  const expenses = seededRecords().filter(({ kind }) => kind === 'expense');
  const records = ['a', 'b', 'c', 'd'].flatMap((letter) => expenses.map((each) => ({ ...each, id: `${letter}${each.id.slice(1)}` })));
  const app = new FakeApp({ records, settings: { locale: 'de-DE' } });
  await openWindow(app, 'expenses');
  const count = () => document.querySelector('header [role=status]')?.textContent;
  await expect.poll(count).toMatch(/^[1-9]\.\d{3}$/);
  app.settings = { ...app.settings, locale: 'en-GB' };
  app.publish({ kind: 'settings' });
  await expect.poll(count).toMatch(/^[1-9],\d{3}$/);
});

test('keys go places; never while typing; and not when switched off', async () => {
  const app = new FakeApp();
  await openWindow(app, 'today');
  await press('g', 'e');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await press('/');
  await userEvent.keyboard('go');
  expect(location.hash).toBe('#/expenses');
  await press('Escape', 'Escape');
  await press('?');
  await page.getByRole('switch', { name: /Single-key shortcuts/ }).click();
  expect(app.settings.singleKeys).toBe(false);
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('g', 'o');
  expect(location.hash).toBe('#/expenses');
});

test('the palette finds a record, opens it, and does what the page offers', async () => {
  const app = new FakeApp();
  const vendor = app.record('vendor', 4);
  await openWindow(app, 'expenses');
  await press('Control+k');
  await userEvent.keyboard(String(vendor.service['name']));
  await expect.element(page.getByRole('option').first()).toMatchTextContent(String(vendor.service['name']));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toMatchTextContent(String(vendor.service['name']));
  expect(location.hash).toContain('#/vendors/');
});

test('work offline is one switch, shown in the pill alone: no banner repeats the user’s choice', async () => {
  const app = new FakeApp();
  await openWindow(app, 'today');
  await page.getByRole('button', { name: /^Connection: Online/ }).click();
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await press('Escape');
  const pill = page.getByRole('button', { name: /^Connection: Working offline/ });
  await expect.element(pill).toBeVisible();
  expect(page.getByText('You are working offline.').elements()).toEqual([]);
  await pill.click();
  const check = page.getByRole('button', { name: 'Check the connection' });
  await expect.element(check).toBeVisible();
  const over = page.getByRole('dialog').element().getBoundingClientRect();
  expect(check.element().getBoundingClientRect().right).toBeLessThan(over.right);
  await page.getByRole('switch', { name: /Work offline/ }).click();
  await expect.element(page.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
});

test('the first Tab offers to skip the sidebar, and Enter lands in the page', async () => {
  await openWindow(scenario('working'), 'today');
  await press('Tab');
  await expect.element(page.getByRole('link', { name: 'Skip to the page' })).toHaveFocus();
  await press('Enter');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(location.hash).toBe('#/today');
});

test.each([
  ['offline', 'No network.', 'Try now'],
  ['captivePortal', 'This network asks for its own sign-in.', 'Try again'],
  ['signedOut', 'Sign in to continue.', 'Sign in'],
  ['serviceDown', /^The service isn’t responding properly/, 'Try now'],
  ['broken', 'Sending stopped because of a fault in Layover.', 'Save diagnostics'],
])('%s: one banner, one next step', async (name, title, action) => {
  await openWindow(scenario(name), 'today');
  await expect.element(page.getByText(title).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: action }).first()).toBeVisible();
});

test.each([
  [{ kind: 'late' as const }, 'The practice company is slow to start.', /Layover waits for it/],
  [{ kind: 'off' as const, why: 'no space left on device' }, 'The practice company did not start.', /It said: no space left on device\./],
])('a sandbox that is $kind: the window says so, also before there is any account', async (sandbox, title, words) => {
  const app = new FakeApp({ connection: { kind: 'signedOut', why: 'never' }, status: { sandbox, account: null } });
  await openWindow(app, 'sign-in');
  await expect.element(page.getByText(title).first()).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
});

test('one tooltip for the whole window: it says what is under the pointer, with its key, and nothing once that is left', async () => {
  await openWindow(new FakeApp());
  const tooltips = () => [...document.querySelectorAll('.tooltip')];
  const tooltipTexts = () => tooltips().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
  const line = (name: RegExp) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  await line(/^Expenses/).hover();
  await expect.poll(tooltipTexts).toEqual(['Expenses GE']);
  await line(/^Vendors/).hover();
  await expect.poll(tooltipTexts).toEqual(['Vendors GV']);
  await expect.element(line(/^Vendors/)).toHaveAttribute('aria-describedby', tooltips()[0]?.id);
  await expect.element(line(/^Expenses/)).not.toHaveAttribute('aria-describedby');
  await line(/^Vendors/).unhover();
  await expect.poll(tooltipTexts).toEqual([]);
});

fullTest('a tooltip closes with its button, and does not repeat its label', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox?tab=review');
  const tooltips = () => [...document.querySelectorAll('.tooltip')];
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Vendors/ });
  await page.getByRole('button', { name: /^Approve/ }).hover();
  const columns = page.getByRole('button', { name: 'Columns' });
  await link.hover();
  await expect.poll(() => tooltips().map(({ textContent }) => textContent.trim().slice(0, 7))).toEqual(['Vendors']);
  await page.getByRole('button', { name: /^Approve/ }).hover();
  await expect.poll(tooltips).toEqual([]);
  await link.click();
  await columns.hover();
  await expect.poll(() => tooltips().length).toBe(1);
  location.hash = '#/today';
  await expect.element(columns).not.toBeInTheDocument();
  await expect.poll(tooltips).toEqual([]);
});

fullTest('the title of the window says which page it shows, and which record', async () => {
  const app = new FakeApp();
  const record = app.record('invoiceReceivable');
  const { title } = app.rowsOf('invoiceReceivable').find(({ id }) => id === record.id) ?? {};
  await openWindow(app, `invoices/${record.id}`);
  const titled = (address: string) => {
    location.hash = `#/${address}`;
    return expect.poll(() => document.title, { message: address });
  };
  await titled(`invoices/${record.id}`).toBe(`${title} · Invoices · Layover`);
  await titled('invoices').toBe('Invoices · Layover');
  await titled('names').toBe('Names · Layover');
  await titled('security').toBe('Security · Layover');
  await titled('settings/rules').toBe('Sending rules · Settings · Layover');
  await titled('sign-in').toBe('Sign in · Layover');
  await titled('today').toBe('Today · Layover');
});

fullTest('in forced colours a switch has a thumb, on or off', async () => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await openWindow(new FakeApp(), 'settings/window');
  await expect.element(page.getByRole('switch').first()).toBeVisible();
  const lit = [...document.querySelectorAll('.switch')].map((each) => {
    const knob = each.firstElementChild;
    return knob && getComputedStyle(knob).backgroundColor !== getComputedStyle(each).backgroundColor;
  });
  expect(lit.length).toBeGreaterThan(0);
  expect(lit).not.toContain(false);
  await cdp().send('Emulation.setEmulatedMedia', { features: [] });
});

test('a running sync is a line, a count in the pill, and a throttled voice', async () => {
  await openWindow(scenario('sending'), 'today');
  await expect.element(page.getByRole('progressbar', { name: 'Sending' })).toHaveAttribute('aria-valuenow', '12');
  await expect.element(page.getByText('Sending 12 of 52')).toBeVisible();
  await expect.element(page.getByText('12 of 52 sent')).toBeInTheDocument();
});

test('a lost connection is shown, reconnects automatically, and reads again', async () => {
  const app = new FakeApp();
  let cut: () => void = () => undefined;
  let lines = 0;
  const dial = (): Promise<Link> => {
    lines += 1;
    if (lines === 2) return Promise.reject(new Error('not yet'));
    return Promise.resolve({ api: app.api, closed: new Promise<void>((resolve) => (cut = resolve)) });
  };
  location.hash = '#/expenses';
  await render(App, { dial });
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(340));
  app.records = app.records.filter((record) => record.kind !== 'expense' || record !== app.record('expense'));
  cut();
  await expect.element(page.getByText('Layover has stopped responding.')).toBeVisible();
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', withHeads(339));
  await expect.element(page.getByText('Layover has stopped responding.')).not.toBeInTheDocument();
  expect(lines).toBe(3);
});

test('a deep link and a native menu’s command arrive through the change stream', async () => {
  const app = new FakeApp();
  await openWindow(app, 'today');
  app.publish({ kind: 'open', ref: { kind: 'expense', id: app.record('expense').id } });
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  app.publish({ kind: 'command', command: 'goOutbox' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
});

const menuButton = () => page.getByRole('button', { name: /^Menu/ });
const menu = () => page.getByRole('dialog', { name: 'Menu' });

test.each([
  ['empty', 'Menu', null],
  ['working', 'Menu, 3 to review, 3 need you, 1 in doubt', 'needsYou'],
  ['offline', 'Menu, 3 to review, 3 need you, 1 in doubt, offline', 'needsYou'],
  ['captivePortal', 'Menu, 3 to review, 3 need you, 1 in doubt, network sign-in', 'needsYou'],
])('%s, a narrow window: the menu button says what the sidebar behind it would', async (name, message, severity) => {
  await openWindow(scenario(name), 'expenses');
  await page.viewport(360, 640);
  await expect.element(menuButton()).toHaveAttribute('aria-label', message);
  const sign = menuButton().element().querySelector('.sign');
  expect(sign?.classList.contains(severity ?? '') ?? null).toBe(severity && true);
});

test('the worst state has its own shape on the menu button, and so has the user’s own choice to work offline', async () => {
  const app = new FakeApp();
  await openWindow(app, 'today');
  await page.viewport(360, 640);
  const sign = () => {
    const element = menuButton().element().querySelector('.sign');
    if (!element) return null;
    const { borderRadius, borderTopWidth } = getComputedStyle(element);
    return `${borderRadius} ${borderTopWidth}`;
  };
  await expect.element(menuButton()).toHaveAttribute('aria-label', 'Menu');
  const signs = [sign()];
  for (const [connection, word] of [
    [{ kind: 'workingOffline' }, 'working offline'],
    [{ kind: 'serviceDown', status: 503 }, 'service trouble'],
    [{ kind: 'broken', detail: 'A fault.' }, 'stopped'],
  ] as const) {
    app.connection = connection as FakeApp['connection'];
    app.publish({ kind: 'status' });
    await expect.element(menuButton()).toHaveAttribute('aria-label', `Menu, ${word}`);
    signs.push(sign());
  }
  expect(new Set(signs).size).toBe(4);
});

fullTest('the key of the sidebar opens and closes the menu of a narrow window; the palette and a wider window close it', async () => {
  await openWindow(scenario('working'), 'today');
  await page.viewport(360, 640);
  await press('Tab', 'Enter');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await press('Control+b');
  await expect.element(menu().getByRole('link', { name: 'Today' })).toHaveFocus();
  await press('Control+b');
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await menuButton().click();
  await press('Control+k');
  await expect.element(page.getByRole('combobox', { name: /^Search or run/ })).toHaveFocus();
  await expect.element(menu()).not.toBeInTheDocument();
  await press('Escape');
  await expect.element(menuButton()).toHaveFocus();
  await menuButton().click();
  await menu().getByRole('button', { name: 'Find anything' }).click();
  await expect.element(page.getByRole('combobox', { name: /^Search or run/ })).toHaveFocus();
  await press('Escape');
  await menuButton().click();
  await page.viewport(1024, 700);
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  expect([...menu().elements(), ...menuButton().elements()]).toEqual([]);
  await page.viewport(360, 640);
  await expect.element(menuButton()).toHaveAttribute('aria-expanded', 'false');
});

fullTest(
  'the menu closes where one presses beside it, on its own button, on the page that is open, and where an account’s menu leads away',
  async () => {
    await openWindow(scenario('working'), 'expenses');
    await page.viewport(360, 640);
    await menuButton().click();
    await expect.element(menu()).toBeVisible();
    await userEvent.click(document.querySelector('.veil')!, { position: { x: 330, y: 300 } });
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(menuButton()).toHaveFocus();
    await menuButton().click();
    await menu().getByRole('button', { name: 'Close the menu' }).click();
    await expect.element(menuButton()).toHaveFocus();
    await menuButton().click();
    await menu().getByRole('link', { name: 'Expenses' }).click();
    await expect.element(page.getByRole('grid')).toHaveFocus();
    await menuButton().click();
    await menu()
      .getByRole('button', { name: /^Account/ })
      .click();
    await page.getByRole('menuitem', { name: 'Account settings' }).click();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus();
  },
);

fullTest(
  'from the menu one works offline: its parts lie over it, Esc closes them one by one, and the button says so afterwards',
  async () => {
    await openWindow(new FakeApp(), 'today');
    await page.viewport(360, 640);
    await menuButton().click();
    await menu()
      .getByRole('button', { name: /^Connection: Online/ })
      .click();
    const card = page.getByRole('dialog', { name: 'Connection' });
    await card.getByRole('switch', { name: /Work offline/ }).click();
    await expect.element(card.getByRole('heading', { name: 'Working offline' })).toBeVisible();
    await press('Escape');
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(menu().getByRole('button', { name: /^Connection: Working offline/ })).toHaveFocus();
    await press('Escape');
    await expect.element(page.getByRole('button', { name: 'Menu, working offline' })).toHaveFocus();
  },
);

fullTest.each([
  ['new pack', 'New trip pack'],
  ['save view', 'Save this list as a view'],
  ['view save', 'Save this list as a view'],
  ['go offline', 'Work offline, or go online again'],
  ['theme', 'Dark appearance'],
  ['select all', 'Select everything in this list'],
])('typing “%s” finds the command', async (typed, message) => {
  await openWindow(new FakeApp(), 'expenses');
  await press('Control+k');
  await userEvent.keyboard(typed);
  await expect.element(page.getByRole('option', { name: new RegExp(`^${message}`) })).toBeVisible();
});
