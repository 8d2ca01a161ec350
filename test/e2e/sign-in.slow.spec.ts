import type { Browser } from '@playwright/test';
import { expect, test, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import {
  changeDate,
  connectByOauth,
  fillOauth,
  packExpenses,
  refreshElsewhere,
  show,
  tokensInKeychain,
  visitService,
  workOffline,
} from './person.ts';

interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
}
interface Grant {
  companyId: string;
  userId: string;
  state: 'live' | 'used' | 'revoked';
}

const oskar = { name: 'Oskar Lindqvist' };

const applied = async (far: FarService) => (await far.journal()).filter((entry) => entry.applied).map((entry) => entry.recordId);
const grants = async (far: FarService) => (await far.control('GET', '/sandbox/grants')) as Grant[];
const states = async (far: FarService) => (await grants(far)).map((grant) => grant.state);
const writes = async (far: FarService) =>
  ((await far.control('GET', '/sandbox/requests')) as Wire[]).filter((request) => request.method === 'PATCH');
const bearers = (requests: Wire[]) => [
  ...new Set(requests.map((request) => request.headers['authorization']?.replace('Bearer ', '') ?? '')),
];
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { company: string };

/** Lets two changes through and holds the next two at the service's door. */
const holdTwo = (far: FarService) =>
  far.control('POST', '/sandbox/faults', { method: 'PATCH', skip: 2, times: 2, fault: { kind: 'late', afterMs: null, cut: false } });
/** Ends every access token while two are held, and lets those in. */
async function endTokens(far: FarService): Promise<void> {
  await expect.poll(async () => ((await far.control('GET', '/sandbox/faults')) as { struck: number }[])[0]?.struck).toBe(2);
  await far.control('POST', '/sandbox/sign-out', {});
  await far.control('DELETE', '/sandbox/faults');
}

test.describe('a token that ends', () => {
  test('expired in the middle of a batch it is refreshed once; used elsewhere, the user signs in again; every edit is applied once', async ({
    app,
    far,
    host,
    keyring,
    systemBrowser,
    browser,
  }) => {
    await connectByOauth(app, far, { systemBrowser, browser, count: 1, account: 'Head office', visit: oskar });
    const ids = (await far.ids('expenses')).slice(0, 8);
    const [first, second] = [ids.slice(0, 4), ids.slice(4)];
    await packExpenses(app, ids);
    await workOffline(app, true);
    for (const id of first) await changeDate(app, id, '2026-03-12');
    const before = await tokensInKeychain(keyring, host.dataFolder);

    await test.step('two are sent at once, and both reach the service only when the token has expired', async () => {
      await holdTwo(far);
      await workOffline(app, false);
      await expect.poll(() => applied(far)).toHaveLength(2);
      await endTokens(far);
      await expect.poll(() => applied(far)).toHaveLength(4);
    });
    const after = await tokensInKeychain(keyring, host.dataFolder);
    expect((await applied(far)).toSorted()).toEqual(first.toSorted());
    expect(await states(far)).toEqual(['used', 'live']);
    expect(await writes(far)).toHaveLength(6);
    expect(bearers(await writes(far))).toEqual([before.accessToken, after.accessToken]);
    await expect(app.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();

    await test.step('the refresh token is spent elsewhere while the next batch is under way', async () => {
      await workOffline(app, true);
      for (const id of second) await changeDate(app, id, '2026-03-12');
      const { refreshToken } = await tokensInKeychain(keyring, host.dataFolder);
      expect(await refreshElsewhere(far, refreshToken)).toBe(200);
      await holdTwo(far);
      await workOffline(app, false);
      await expect.poll(() => applied(far)).toHaveLength(6);
      await endTokens(far);
      await expect(app.getByText('Sign in to continue.')).toBeVisible();
    });
    expect(await applied(far)).toHaveLength(6);
    expect(await states(far)).toEqual(['used', 'used', 'live']);
    await show(app, '#/outbox?tab=waiting');
    await expect(app.getByRole('tab', { name: /^Queued/ })).toContainText('2');

    await app.getByRole('alert').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(app.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
    await expect(app.getByRole('main')).toContainText('2 edits go on where they stopped');
    await app.getByRole('button', { name: 'Sign in again' }).click();
    expect(await visitService(browser, await systemBrowser.opened(2), oskar)).toBe('You are signed in');
    await expect.poll(async () => (await applied(far)).toSorted()).toEqual(ids.toSorted());
    await expect(app.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
    await expect(app.getByText('Sign in to continue.')).toBeHidden();
    expect((await grants(far)).map((grant) => grant.userId)).toEqual(Array(4).fill((await grants(far))[0]?.userId));
  });
});

/** Starts a sign-in and says which address the system's browser was given. */
async function start(app: Parameters<typeof show>[0], systemBrowser: SystemBrowser, count: number): Promise<URL> {
  await app.getByRole('button', { name: 'Continue in the browser' }).click();
  return new URL(await systemBrowser.opened(count));
}

async function openPage(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage();
  const answer = await page.goto(address);
  const heading = `${answer?.status()} ${await page.getByRole('heading', { level: 1 }).textContent()}`;
  await page.close();
  return heading;
}

test('cancelled, refused, with another’s answer: each says what happened, keeps nothing, and the next try works', async ({
  app,
  far,
  host,
  systemBrowser,
  browser,
}) => {
  await fillOauth(app, far, 'Head office');
  const main = app.getByRole('main');

  await start(app, systemBrowser, 1);
  await app.getByRole('button', { name: 'Cancel' }).click();
  await expect(main).toContainText('You cancelled the sign-in.');

  const refusing = await start(app, systemBrowser, 2);
  expect(await visitService(browser, refusing.href, { ...oskar, decision: 'Refuse' })).toBe('Signing in did not work');
  await expect(main).toContainText('The service refused the sign-in. Try again.');

  const strange = await start(app, systemBrowser, 3);
  const callback = strange.searchParams.get('redirect_uri') ?? '';
  expect(await openPage(browser, callback.replace('/callback', '/other'))).toBe('404 Nothing to see here');
  expect(await openPage(browser, `${callback}?code=somebody-elses&state=somebody-elses`)).toBe('403 Nothing to see here');
  expect(await grants(far)).toEqual([]);
  // Unrelated requests do not end the sign-in either.
  await expect(app.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await app.getByRole('button', { name: 'Cancel' }).click();

  await app.getByLabel('Client secret').fill('not the secret');
  const wrong = await start(app, systemBrowser, 4);
  expect(await visitService(browser, wrong.href, oskar)).toBe('Signing in did not work');
  await expect(main).toContainText('The service does not know this client id, or the secret is wrong.');

  await app.getByLabel('Client secret').fill(far.clientSecret);
  const right = await start(app, systemBrowser, 5);
  expect(right.searchParams.get('response_type')).toBe('code');
  expect(right.searchParams.get('code_challenge_method')).toBe('S256');
  expect(await visitService(browser, right.href, { name: 'Rita Fonseca' })).toBe('You are signed in');
  await expect(app.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await app.getByRole('button', { name: 'This is not me' }).click();
  await expect(main).toContainText('This sign-in was not kept. Nothing of it was stored.');

  const mine = await start(app, systemBrowser, 6);
  expect(await visitService(browser, mine.href, oskar)).toBe('You are signed in');
  await app.getByRole('button', { name: 'Keep this sign-in' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  // what was not kept is forgotten here; the service shows no way to take it back
  expect(await states(far)).toEqual(['live', 'live']);
  expect(host.output.join('')).not.toContain('not the secret');
});

test('two accounts of two companies: neither’s records nor edits are ever seen or sent with the other’s', async ({
  app,
  far,
  systemBrowser,
  browser,
}) => {
  const grid = app.getByRole('grid', { name: 'Expenses' });
  const waiting = app.getByRole('tab', { name: /^Queued/ });
  const use = async (name: string) => {
    await app.getByRole('button', { name: /^Account:/ }).click();
    await app.getByRole('menuitem', { name }).click();
    await expect(app.getByRole('button', { name: `Account: ${name}` })).toBeVisible();
  };
  const sees = async (expenses: number, open: number) => {
    await show(app, '#/expenses');
    await expect(grid.getByRole('row')).toHaveCount(expenses);
    await show(app, '#/outbox?tab=waiting');
    await expect(waiting).toHaveText(open === 0 ? 'Queued' : new RegExp(`^Queued\\s*${open}$`));
  };

  await connectByOauth(app, far, { systemBrowser, browser, count: 1, account: 'Halyard', visit: oskar });
  const halyards = (await far.ids('expenses')).slice(0, 3);
  await packExpenses(app, halyards);
  await connectByOauth(app, far, { systemBrowser, browser, count: 2, account: 'Kestrel', visit: { name: 'Rita Fonseca' } });
  const [halyard = '', kestrel = ''] = (await grants(far)).map((grant) => grant.companyId);
  expect(kestrel).not.toBe(halyard);
  await use('Halyard');
  await workOffline(app, true);
  for (const id of halyards.slice(0, 2)) await changeDate(app, id, '2026-03-12');
  await sees(3, 2);

  await use('Kestrel');
  await sees(0, 0);
  const rows = (await far.control('GET', `/sandbox/export?kind=expenses&format=json&companyId=${kestrel}`)) as {
    id: string;
    status: string;
  }[];
  const kestrels = rows.filter((row) => row.status === 'CREATED').map((row) => row.id);
  await packExpenses(app, kestrels.slice(0, 2));
  await workOffline(app, true);
  await changeDate(app, kestrels[0] ?? '', '2026-03-12');
  await sees(2, 1);
  await show(app, `#/expenses/${halyards[0] ?? ''}`);
  await expect(app.getByRole('main')).toContainText('This expense is not on this laptop');

  await use('Halyard');
  await sees(3, 2);
  await workOffline(app, false);
  await expect.poll(async () => (await applied(far)).toSorted()).toEqual(halyards.slice(0, 2).toSorted());
  await use('Kestrel');
  await sees(2, 1);
  await workOffline(app, false);
  await expect.poll(() => applied(far)).toHaveLength(3);
  const companies = (await writes(far)).map((request) => [request.path, claims(bearers([request])[0] ?? '').company]);
  expect(Object.fromEntries(companies)).toEqual({
    [`/v1/expenses/${halyards[0] ?? ''}`]: halyard,
    [`/v1/expenses/${halyards[1] ?? ''}`]: halyard,
    [`/v1/expenses/${kestrels[0] ?? ''}`]: kestrel,
  });
});
