import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { outOfReach, overlaps } from './layout.ts';
import { scenario } from './scenarios.ts';
import { packed } from './packed.ts';
import { pageStates, stops } from './states.ts';
import { openWindow, press, tickTheRest, violationsInBothThemes } from './window.ts';

// Every page in each of its states, and every dialog and menu, light and dark: no axe violation.

test.each(Object.entries(pageStates))('%s: every page', async (state, appOf) => {
  await openWindow(appOf(), 'today', state === 'stretched' ? 'small' : 'large');
  for (const [address, heading] of stops) {
    location.hash = `#/${address}`;
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (state !== 'loading') await expect.element(page.getByRole('status', { name: /^Reading/ })).not.toBeInTheDocument();
    if (state === 'failing' && unreadable.has(address)) await expect.element(page.getByText(/could not be read/).first()).toBeVisible();
    expect(await violationsInBothThemes(), address).toEqual([]);
  }
});

/** Pages that show nothing but what they read: each says in its place that it could not. */
const unreadable = new Set(stops.map(([address]) => address).filter((address) => !['sign-in', 'help'].includes(address)));

const button = (name: string) => () => page.getByRole('button', { name, exact: false }).first().click();
const more = button('More');
const item = (name: string) => () => page.getByRole('menuitem', { name }).click();
const keys =
  (...chords: string[]) =>
  () =>
    press(...chords);

type Steps = (() => Promise<void>)[];
const overlays: [name: string, address: string, steps: Steps, role?: 'dialog' | 'menu'][] = [
  ['palette with hits', 'today', [keys('Control+k'), () => page.getByRole('combobox', { name: /^Search or run/ }).fill('hotel')]],
  ['shortcuts', 'today', [keys('?')]],
  ['connection', 'today', [button('Connection:')]],
  ['account menu', 'today', [button('Account:')], 'menu'],
  ['comment', 'expenses/*expense', [keys('c')]],
  ['record menu', 'expenses/*expense', [more], 'menu'],
  ['columns menu', 'expenses', [button('Columns')], 'menu'],
  ['save a view', 'expenses', [button('Save view')]],
  ['currency menu', 'expenses', [button('Currency')], 'menu'],
  ['edit many', 'expenses', [keys('j', 'x', 'Shift+j', 'e')]],
  ['record a payment', 'invoices/*invoiceReceivable', [keys('p')]],
  ['add a line', 'invoices/*invoiceReceivable', [button('Add line')]],
  ['ask about a receipt', 'settings/receipt', [button('Ask about a receipt')]],
  ['approve', 'outbox?tab=review', [tickTheRest, button('Approve and send')]],
  ['new pack', 'packs', [button('New trip pack')]],
  ['add to a pack', 'packs/p1', [button('Add records')]],
  ['remove a pack', 'packs/p1', [more, item('Remove pack…')]],
  ['import', 'packs/import', []],
  ['send again', 'outbox?tab=inDoubt', [keys('j', 'Enter'), button('It is not there, send again')]],
  ['find a parameter', 'settings/service', [button('Find it out')]],
  ['export the history', 'history', [button('Export')], 'menu'],
];

test.each(overlays)('%s', async (name, address, steps, role = 'dialog') => {
  const app = packed(scenario('working'));
  const [, kind] = address.split('*');
  await openWindow(app, kind ? address.replace(`*${kind}`, app.record(kind as Parameters<typeof app.record>[0]).id) : address, 'small');
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  if (kind) await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  for (const step of steps) await step();
  await expect.element(page.getByRole(role).first()).toBeVisible();
  expect(await violationsInBothThemes()).toEqual([]);
  // The same window at 400 %: nothing of it is over anything else, cut off or out of reach, and the focus stays in it.
  await page.viewport(360, 640);
  await expect.poll(() => document.documentElement.clientWidth).toBe(360);
  // The app's own page is as high as its window, and so is this one.
  document.querySelector<HTMLElement>('.frame')!.parentElement!.style.height = '100%';
  // The sidebar is behind the menu button there.
  if (address === 'today' && !name.includes('palette') && name !== 'shortcuts') for (const step of [button('Menu'), ...steps]) await step();
  const within = `[role=${role}]:not([aria-label=Menu])`;
  await expect.poll(() => [...overlaps(within), ...outOfReach(within)]).toEqual([]);
});
