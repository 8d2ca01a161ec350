import { page, userEvent } from 'vitest/browser';
import { expect, test, vi } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, violations } from './window.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const code = ['7KQF', 'M2XR', '9DTW', 'HB4N', 'PZ6C', '3VJY', 'E8GA'];

test('an account is encrypted in one walk, and only after four groups were typed back', async () => {
  const app = scenario('working');
  await openWindow(app, 'settings/security');
  await button('Encrypt…').click();
  await expect.element(page.getByText(/whoever finds or steals this laptop reads none of them/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await button('Show my recovery code').click();
  await expect.element(page.getByLabelText('Recovery code', { exact: true })).toHaveTextContent(code.join(''));
  expect(await violations()).toEqual([]);
  await button('I have it on paper').click();
  await expect.element(button('Encrypt')).toBeDisabled();
  for (const [name, group] of [
    ['first', '7kqf'],
    ['third', '9DTW'],
    ['fourth', 'HB4M'],
    ['seventh', 'E8GA'],
  ] as const)
    await userEvent.type(page.getByLabelText(`The ${name} group`), group);
  await button('Encrypt').click();
  await expect.element(page.getByText('Not as on the paper')).toBeVisible();
  expect(app.asked).not.toContain('encrypt');
  expect(await violations()).toEqual([]);
  await userEvent.fill(page.getByLabelText('The fourth group'), 'HB4N');
  await button('Encrypt').click();
  await expect.element(page.getByText(/the readable copies are gone/)).toBeVisible();
  expect(app.asked).toContain('encrypt');
  expect(document.body.textContent).not.toContain('7KQF');
});

test('an encrypted account gets a new recovery code after four of its groups were typed back', async () => {
  const app = scenario('working');
  await app.api.protection.encrypt();
  await openWindow(app, 'settings/security');
  await button('Recovery code and encryption…').click();
  await button('Make a new recovery code').click();
  await expect.element(page.getByText(/The old code stays the right one until/)).toBeVisible();
  await button('I have it on paper').click();
  for (const [name, group] of [
    ['first', '7KQF'],
    ['third', '9DTW'],
    ['fourth', 'HB4N'],
    ['seventh', 'E8GA'],
  ] as const)
    await userEvent.type(page.getByLabelText(`The ${name} group`), group);
  await button('Use the new code').click();
  await expect.element(page.getByText(/Keep the old paper as long as you keep backups/)).toBeVisible();
  expect(app.asked.filter((said) => said.startsWith('renew') || said === 'encrypt')).toEqual(['encrypt', 'renew the code']);
  expect(await violations()).toEqual([]);
  expect(document.body.textContent).not.toContain('7KQF');
});

test('leaving the page forgets the code', async () => {
  const app = scenario('working');
  await openWindow(app, 'security');
  await button('Show my recovery code').click();
  await expect.element(page.getByLabelText('Recovery code', { exact: true })).toBeVisible();
  location.hash = '#/outbox';
  await expect.poll(() => app.asked).toContain('forget the code');
  expect(document.body.textContent).not.toContain('7KQF');
});

test('a locked window holds nothing of its page, and the PIN opens it', async () => {
  const app = scenario('working');
  await openWindow(app, 'settings/security');
  await userEvent.type(page.getByLabelText('Screen lock PIN'), '2468');
  await button('Set PIN').click();
  await page.getByLabelText('Lock the window when idle').selectOptions('5');
  await expect.element(page.getByRole('switch', { name: /Send what was approved/ })).toBeVisible();
  expect(await violations()).toEqual([]);
  await button('Lock now').click();
  await expect.element(page.getByRole('heading', { name: 'Layover is locked' })).toBeVisible();
  expect(document.title).toBe('Layover');
  expect(document.querySelector('#app, body')?.textContent?.replaceAll(/\s+/g, ' ')).not.toMatch(/Nordlicht|Settings|Expenses/);
  expect(document.documentElement.outerHTML.replaceAll(/<(style|script)[^]*?<\/\1>/g, '')).not.toMatch(/Nordlicht|backoffice/);
  expect(await violations()).toEqual([]);
  await userEvent.type(page.getByLabelText('PIN, or recovery code'), '1111');
  await button('Open').click();
  await expect.element(page.getByText('That is not it.')).toBeVisible();
  await userEvent.type(page.getByLabelText('PIN, or recovery code'), '2468');
  await button('Open').click();
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
});

test('locking the window closes its overlays, and a fingerprint opens it', async () => {
  const app = scenario('working');
  app.touchId = 'givenUp';
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('Nordlicht');
  app.status = { ...app.status, lockScreen: true, account: null };
  app.publish({ kind: 'status' });
  await expect.element(page.getByRole('heading', { name: 'Layover is locked' })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[role=dialog], [role=listbox], [role=status] *').length).toBe(0);
  const written = [...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value).join();
  const left = document.documentElement.outerHTML.replaceAll(/<(style|script)[^]*?<\/\1>/g, '') + written + document.title;
  expect(left).not.toMatch(/Nordlicht|backoffice|Expenses|EUR/);
  await button('Open with Touch ID').click();
  await expect.element(page.getByText(/did not confirm that it is you/)).toBeVisible();
  expect(await violations()).toEqual([]);
  app.touchId = 'knows';
  await button('Open with Touch ID').click();
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
});

test('a missing key shows only the question, and the code opens', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  app.status = { ...app.status, noKey: 'absent' };
  app.publish({ kind: 'status' });
  await expect.element(page.getByRole('heading', { name: 'The key is not in the keychain any more' })).toBeVisible();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  await userEvent.type(page.getByLabelText('Recovery code'), '7KQF');
  await button('Open with the code').click();
  await expect.element(page.getByText(/too short/)).toBeVisible();
  await userEvent.fill(page.getByLabelText('Recovery code'), code.join(' '));
  await button('Open with the code').click();
  await expect.element(page.getByRole('grid').first()).toBeVisible();
});

test('a user without any key continues without the encrypted data, and restores it when the code is found', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  app.status = { ...app.status, noKey: 'absent' };
  app.publish({ kind: 'status' });
  await expect.element(page.getByText(/3 edits in it are not finished.*1 of them in doubt/)).toBeVisible();
  await expect.element(page.getByText('Nothing is sent or changed until it is open.')).toBeVisible();
  await button('Start with an empty account…').click();
  await expect.element(page.getByText(/Your sign-in stays as it is; if it is gone too, Layover asks for it/)).toBeVisible();
  await expect.element(page.getByText(/they would be there twice/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await button('Keep trying').click();
  expect(app.asked.filter((said) => said.startsWith('start over'))).toEqual([]);
  await button('Start with an empty account…').click();
  await button('Set aside and start empty').click();
  await expect.element(page.getByRole('grid').first()).toBeVisible();
  expect(app.asked).toContain('start over without 3');
  location.hash = '#/settings/security';
  await expect.element(page.getByText(/set aside, 3 unfinished edits/)).toBeVisible();
  await button('Restore…').last().click();
  await userEvent.type(page.getByLabelText('Recovery code'), code.join(' '));
  await button('Restore and hold all').click();
  await expect.element(page.getByText(/3 edits came back/)).toBeVisible();
});

test('without a keychain the wizard promises no automatic opening, and the question starts with the code', async () => {
  const app = scenario('working');
  app.status = { ...app.status, keychain: { backend: 'none', state: 'unavailable' } };
  await openWindow(app, 'security');
  await expect.element(page.getByText(/no keychain that keeps the key, so you type your recovery code at each start/)).toBeVisible();
  await page.getByRole('button', { name: 'Show my recovery code' }).click();
  await expect.element(page.getByText(/You type it at each start/)).toBeVisible();
  expect(page.getByText(/opens by itself|keychain is lost|this keychain/).elements()).toEqual([]);
  app.status = { ...app.status, noKey: 'unavailable' };
  app.publish({ kind: 'status' });
  await expect.element(page.getByRole('heading', { name: 'Enter your recovery code' })).toBeVisible();
  expect(
    page
      .getByRole('button')
      .elements()
      .map((button) => button.textContent.trim()),
  ).not.toContain('Ask the keychain again');
  app.status = { ...app.status, keychain: { backend: 'keytar', state: 'unavailable' } };
  app.publish({ kind: 'status' });
  await expect.element(page.getByRole('button', { name: 'Ask the keychain again' })).toBeVisible();
});

test('a locked keychain is opened, and nothing is left behind', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  app.status = { ...app.status, noKey: 'locked' };
  app.publish({ kind: 'status' });
  await expect.element(button('Ask the keychain again')).toBeVisible();
  await expect.element(button('Start with an empty account…')).not.toBeInTheDocument();
});

test('a file from an encrypted account is announced as readable, and gets a password if the user wants one', async () => {
  const app = scenario('working');
  await app.api.protection.encrypt({ groups: [] });
  await openWindow(app, 'history');
  const saved: { name: string; from: string }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, from: this.href });
  });
  const csv = page.getByRole('article', { name: 'Report' }).getByRole('button', { name: 'CSV', exact: true });
  const dialog = page.getByRole('dialog', { name: /^Save .*csv/ });
  await csv.click();
  await expect.element(dialog.getByText(/whoever has it can read it, unless you give it a password/)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(saved).toEqual([]);
  await dialog.getByRole('button', { name: 'Save without a password' }).click();
  await expect
    .poll(() => saved)
    .toEqual([{ name: expect.stringMatching(/\.csv$/) as string, from: expect.stringMatching(/^blob:/) as string }]);
  await csv.click();
  await userEvent.fill(dialog.getByLabelText('Password'), 'too short');
  await expect.element(dialog.getByRole('button', { name: 'Save with the password' })).toBeDisabled();
  await userEvent.fill(dialog.getByLabelText('Password'), 'long enough for me');
  await dialog.getByRole('button', { name: 'Save with the password' }).click();
  await expect.poll(() => saved.at(-1)?.name).toMatch(/\.csv\.zip$/);
  const zip = await (await fetch(saved.at(-1)?.from ?? '')).arrayBuffer();
  expect(new TextDecoder('latin1').decode(zip.slice(0, 2))).toBe('PK');
  await expect.element(dialog).not.toBeInTheDocument();
  click.mockRestore();
});
