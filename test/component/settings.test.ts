import { ORPCError } from '@orpc/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { account, withBankLines } from './fake-bank-lines.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const question = () => page.getByRole('dialog', { name: 'The service sends this request to docs.example.net. Send your sign-in there?' });

test.each([
  ['Yes, send it', 'withSignIn'],
  ['Read there without my sign-in', 'withoutSignIn'],
  ['No', 'no'],
] as const)('a host that the service redirects to is asked about once: %s', async (button, answer) => {
  const app = scenario('working');
  const given: unknown[] = [];
  const { trust } = app.api.accounts;
  app.api.accounts.trust = async (input) => {
    given.push(input);
    return trust(input);
  };
  await openWindow(app, 'expenses');
  app.publish({ kind: 'trustAsked', host: 'docs.example.net', editId: null });
  await expect.element(question()).toBeVisible();
  await expect.element(question()).toMatchTextContent(/Your sign-in belongs to backoffice\.example/);
  expect(await violations()).toEqual([]);
  await question().getByRole('button', { name: button, exact: true }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(given).toEqual([{ host: 'docs.example.net', answer }]);
});

test('a question that was put off waits in the settings with the edits that are held for it', async () => {
  const app = scenario('working');
  const edit = app.edits.find((each) => each.state === 'waiting');
  if (edit) app.setState([edit.id], 'held', { kind: 'untrustedHost', host: 'docs.example.net' });
  await openWindow(app, 'settings/trust');
  await expect.element(page.getByText('1 edit is held until you answer')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Trusted hosts' })).toHaveFocus();
  await page.getByRole('button', { name: 'Answer…' }).click();
  await expect.element(question()).toBeVisible();
  await press('Escape');
  await expect.element(page.getByRole('button', { name: 'Answer…' })).toHaveFocus();
});

test('rules change at once; payments have no choice', async () => {
  const app = scenario('working');
  await openWindow(app, 'settings/rules');
  await page.getByRole('combobox', { name: 'Comments' }).selectOptions('review');
  await expect.poll(() => app.settings.reviewRules['createUserComment']).toBe('review');
  const fixed = page.getByRole('listitem').filter({ hasText: 'Always ask', hasNotText: 'Send automatically' });
  await expect.element(fixed).toBeVisible();
});

test('the service’s handling of omitted fields is shown with its evidence, and can be forgotten', async () => {
  const app = scenario('working');
  const row = {
    name: 'replaces',
    verdict: 'works',
    allowed: false,
    evidence: 'a note in the core’s own words',
    at: 1_800_000_000_000,
    value: '{"updateCardTransaction":{"cleared":["9d21f04a-3c5e-4b7a-9f10-1a2b3c4d5e6f","c2"]},"c1":"for the program"}',
  } as const;
  app.api.accounts.capabilities = async () => [row];
  const changed: unknown[] = [];
  app.api.accounts.setCapability = async (change) => {
    changed.push(change);
    return [row];
  };
  await openWindow(app, 'settings/service');
  await expect.element(page.getByText(/^empties them · Card transaction updates: 9d21f04a, c2/)).toBeVisible();
  expect(document.querySelector('main')?.textContent).not.toContain('for the program');
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => changed).toEqual([{ name: 'replaces', reset: true }]);
});

fullTest('the document assistant finds the name, and says why when it cannot', async () => {
  const app = scenario('working');
  const { learnDocumentParameter } = app.api.accounts;
  app.api.accounts.learnDocumentParameter = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'timeout', code: null, status: null, next: 'tryAgain' },
    });
  };
  await openWindow(app, 'settings/service');
  await page.getByRole('button', { name: 'Find it out…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find the name of the parameter' });
  await dialog.getByRole('button', { name: 'Try the names' }).click();
  await expect.element(dialog.getByText(/did not answer in time/)).toBeVisible();
  app.api.accounts.learnDocumentParameter = learnDocumentParameter;
  await dialog.getByRole('button', { name: 'Try the names' }).click();
  await expect.element(dialog.getByText(/It is used from now on/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('signing out counts what is unfinished and offers a copy first', async () => {
  const app = scenario('working');
  const { list } = app.api.accounts;
  app.api.accounts.list = async () => (await list()).map((account) => ({ ...account, embedded: false }));
  const asked: number[] = [];
  app.api.accounts.signOut = async ({ unfinishedSeen }) => {
    asked.push(unfinishedSeen);
  };
  await openWindow(app, 'settings');
  await page.getByRole('button', { name: 'Sign out…' }).click();
  const dialog = page.getByRole('dialog', { name: /Sign out of/ });
  await expect.element(dialog.getByRole('button', { name: 'Save the outbox' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: /^Sign out/ }).click();
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(0);
});

test('the receipt of a card transaction is asked about, and the raw answer is shown', async () => {
  const app = scenario('working');
  await openWindow(app, 'settings/receipt');
  await page.getByRole('button', { name: 'Ask about a receipt…' }).click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('The service answered 200')).toBeVisible();
  await expect.element(page.getByLabelText('Raw answer')).toMatchTextContent('{"receipt":"attached"}');
});

test('settings are pages, one at a time; words of the interface are on the last of them alone', async () => {
  const protocol = /\b(OAuth|API key|Idempotency|header|parameter|redirects?|token|capabilit|endpoint|JSON|replay|version tag)\b/i;
  await openWindow(scenario('working'), 'settings');
  const pages = page.getByRole('navigation', { name: 'Settings' });
  const headings = () => page.getByRole('main').getByRole('heading', { level: 2 });
  for (const [name, heading] of [
    ['Accounts', 'Accounts'],
    ['Sending rules', 'Sending rules'],
    ['Security', 'Security'],
    ['Window', 'Window'],
    ['Storage', 'Storage'],
    ['Connection', 'Connection'],
  ] as const) {
    await pages.getByRole('link', { name }).click();
    await expect.element(headings()).toMatchTextContent(heading);
    await expect.poll(() => document.activeElement?.closest('[role=group]')?.ariaLabel).toBe(name);
    await expect.element(pages.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(document.querySelector('main')?.textContent).not.toMatch(protocol);
  }
  await pages.getByRole('link', { name: 'Advanced' }).click();
  await expect.element(page.getByRole('heading', { name: 'What the service can do' })).toBeVisible();
  await expect.element(page.getByText(/OAuth|API key/).first()).toBeVisible();
  expect(await violations()).toEqual([]);
  await pages.getByRole('link', { name: 'Names' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Names' })).toBeVisible();
});

test('the service’s name is the largest on its page; a part that could not be read is named, beside the others', async () => {
  const app = scenario('working');
  const { account } = app.appStatus();
  app.status = { account: account && { ...account, embedded: false, baseUrl: 'https://backoffice.example/' } };
  const broken = () => Promise.reject(new Error('the line broke'));
  Object.assign(app.api.accounts, { list: broken });
  Object.assign(app.api.protection, { view: broken });
  await openWindow(app, 'settings/connection');
  const host = page.getByText('backoffice.example', { exact: true });
  await expect.element(host).toBeVisible();
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const others = [...document.querySelectorAll('main *')].filter((each) => each !== host.element());
  expect(Math.max(...others.map(size))).toBeLessThan(size(host.element()));
  const unread = page.getByText(/could not be read$/);
  expect(unread.elements()).toEqual([]);
  for (const name of ['Accounts', 'Security', 'Storage', 'Advanced']) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await expect.element(unread).toMatchTextContent(`${name} could not be read`);
  }
  await expect.element(page.getByRole('button', { name: 'Save diagnostics' })).toBeVisible();
});

test('without a keychain no PIN is offered', async () => {
  const app = scenario('working');
  app.status = { ...app.status, keychain: { backend: 'none', state: 'unavailable' } };
  await openWindow(app, 'settings/security');
  await expect.element(page.getByText(/kept in the keychain, which this computer/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Set PIN' }).elements()).toEqual([]);
});

test('a user sets the sums that are asked about twice, each with its currency', async () => {
  const app = scenario('working');
  await openWindow(app, 'settings/rules');
  const field = page.getByRole('textbox', { name: /^Ask once more/ });
  await field.fill('10,000');
  await press('Enter');
  await expect.element(page.getByText(/each sum with its currency/)).toBeVisible();
  await field.fill('10,000 EUR, 100,000 sek');
  await press('Enter');
  await expect.poll(() => app.settings.confirmAbove).toEqual(['10000 EUR', '100000 SEK']);
  await expect.element(field).toHaveValue('10,000.00 EUR, 100,000.00 SEK');
  expect(await violations()).toEqual([]);
});

test('the laptop that records an account’s receipts is chosen, or fixed by the company', async () => {
  const app = withBankLines(scenario('working'));
  const asked: unknown[] = [];
  app.api.statements.assignAccount = async (input) => void asked.push(input);
  await openWindow(app, 'settings/receipts');
  await expect.element(page.getByRole('heading', { name: 'Receipts of bank accounts' })).toHaveFocus();
  const choice = page.getByRole('combobox', { name: /DE89 … 3000 EUR/ });
  await choice.selectOptions('Recorded on another laptop');
  expect(asked).toEqual([{ account: account.id, evidenceOnly: true }]);
  expect(await violations()).toEqual([]);
  const { overview } = app.api.statements;
  app.api.statements.overview = async () => ({ ...(await overview()), assigned: true });
  app.publish({ kind: 'bankLines' });
  await expect.element(choice).toBeDisabled();
  await expect.element(page.getByText('Set by your company')).toBeVisible();
});

test('360 px: the current page of the settings is in sight in its strip, wherever it stands in it', async () => {
  await openWindow(scenario('working'), 'settings/advanced', 'small');
  await page.viewport(360, 640);
  const strip = page.getByRole('navigation', { name: 'Settings' });
  const current = () => document.querySelector('nav[aria-label="Settings"] [aria-current]');
  for (const to of ['advanced', 'accounts', 'connection']) {
    location.hash = `#/settings/${to}`;
    await expect.poll(() => current()?.getAttribute('href')).toBe(`#/settings/${to}`);
    await expect
      .poll(() => {
        const [tab, box] = [current()!.getBoundingClientRect(), strip.element().getBoundingClientRect()];
        return tab.left >= box.left - 1 && tab.right <= box.right + 1;
      })
      .toBe(true);
  }
});
