import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { keymap } from '#renderer/state/keyboard/keymap.ts';
import { connectByKey, type FarService } from '#test/e2e/desk-fixtures.ts';
import { changeDate, packExpenses, recordIt, show, workOffline } from '#test/e2e/person.ts';
import { closeOverlays, pressEverything } from './pressing.ts';
import type { RunProof } from './proof.ts';
import { onRealAccount } from './real-desk.ts';

/** Commands that may go online, and commands that end the account, the window or the key. */
const spared =
  /go online|^work offline|sign in|sign out|^connect\b|^continue in|encrypt|^decrypt|start (?:anew|over)|\block\b|load the window|print/i;

/** Two expenses and a document in a trip pack that is ready. */
async function used(page: Page, far: FarService): Promise<Record<'one' | 'other' | 'document', string>> {
  const [one = '', other = ''] = await far.ids('expenses');
  await packExpenses(page, [one, other]);
  await page.getByRole('button', { name: 'Add records' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add records to/ });
  const [document = ''] = await far.ids('invoice-payables');
  await dialog.getByRole('textbox', { name: 'Ids' }).fill(document);
  await dialog.getByRole('combobox').selectOption({ label: 'purchase invoices' });
  await dialog.getByRole('button', { name: 'Add 1 and fetch' }).click();
  await page.getByText('Ready to travel, 3').first().waitFor();
  return { one, other, document };
}

async function record(page: Page, one: string, other: string): Promise<void> {
  await changeDate(page, one, '12 Mar 2026');
  await show(page, `#/expenses/${other}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByLabel('Comment', { exact: true }).last().fill('Receipt is in the folder.');
  await recordIt(page);
}

/** Waits for the menu of the page's subject: keys that come before it are ignored. */
async function arrive(page: Page, place: string): Promise<void> {
  await show(page, `#/${place}`);
  const main = page.locator('main:not([aria-busy=true])');
  await main.locator('h1').first().waitFor({ state: 'attached' });
  if (place.includes('/')) await main.getByRole('article').getByRole('button', { name: 'More', exact: true }).first().waitFor();
}

/** Pressing all of the settings has switched the keys that are one letter off. */
async function hearLetters(page: Page): Promise<void> {
  await closeOverlays(page);
  await show(page, '#/settings/window');
  const letters = page.getByRole('switch', { name: 'Single-key shortcuts' });
  if ((await letters.getAttribute('aria-checked')) !== 'true') await letters.click();
  await expect(letters).toHaveAttribute('aria-checked', 'true');
}

/** Presses every key of the window on these pages; answers how many, and where the key that reads again was not heard. */
async function pressKeys(page: Page, places: readonly string[]): Promise<{ ran: number; deaf: string[] }> {
  const keys = keymap.flatMap(({ command, keys }): string[] => (command === 'workOffline' || command === 'print' ? [] : [...keys]));
  const deaf: string[] = [];
  for (const place of places)
    for (const key of keys) {
      await arrive(page, place);
      for (const chord of key.split(' ')) await page.keyboard.press(chord.replace('Mod', 'Control'));
      if (key === 'r' && place.startsWith('expenses/')) {
        const asks = page.getByRole('button', { name: 'Go online and read it' });
        await asks.waitFor({ timeout: 5000 }).catch(() => deaf.push(place));
      }
      await page.keyboard.press('Escape');
    }
  return { ran: keys.length * places.length, deaf };
}

/**
 * "Working offline is offline", in the window: everything that can be pressed, with the mouse and by key, on an account that was used. Bytes are
 * counted where the cable begins. test/integration/offline.test.ts asks the same of everything that a window could ask for.
 */
export const run: RunProof = ({ report }) =>
  onRealAccount(async ({ page, far }) => {
    await connectByKey(page, far);
    const { one, other, document } = await used(page, far);
    await workOffline(page, true);
    await expect.poll(() => far.cable.open(), { timeout: 60_000 }).toBe(0);
    const [connections, bytes] = [far.cable.connections(), far.cable.bytesSent()];
    await record(page, one, other);
    const violations: string[] = [];
    let ran = 0;
    const look = (what: string) => {
      const [more, sent] = [far.cable.connections() - connections, far.cable.bytesSent() - bytes];
      report(`${what}: ${ran} pressed, ${sent} bytes left`);
      if (more + sent > 0) violations.push(`${what}: ${sent} bytes left over ${more} connections`);
    };
    const rooms = ['packs', 'expenses', `expenses/${one}`, 'invoices', 'vendors', 'documents', `documents/${document}`];
    const settings = ['accounts', 'rules', 'security', 'window', 'storage', 'connection', 'advanced'].map((name) => `settings/${name}`);
    for (const place of ['today', ...rooms, 'outbox', 'outbox?tab=waiting', 'history', 'names', ...settings, 'repair']) {
      ran += (await pressEverything(page, [place], spared)).length;
      look(place.replace(/\/.*/, ', one of them'));
    }
    await hearLetters(page);
    const keyed = await pressKeys(page, ['expenses', `expenses/${other}`, `documents/${document}`, 'outbox', 'outbox?tab=waiting']);
    ran += keyed.ran;
    look('keys');
    violations.push(...keyed.deaf.map((place) => `${place.replace(/\/.*/, ', one of them')}: R asked for nothing`));
    // The same meter, in the same run, sees the first act that may be sent.
    await workOffline(page, false);
    const heard = await expect
      .poll(() => far.cable.bytesSent() > bytes, { timeout: 60_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
    if (!heard) violations.push('online again, nothing was counted: the meter is deaf');
    return { ran, violations, violationCount: violations.length, facts: { 'presses in all': ran } };
  });
