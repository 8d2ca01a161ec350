import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { request, Agent } from 'undici';
import { changeDate, recordIt, show } from './first-day.ts';
import { expect, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import type { Keyring } from './keyring.ts';
import type { Browser, Page } from '@playwright/test';

export { changeDate, recordIt, show };

const child = path.resolve(import.meta.dirname, '../accounts/keychain-child.ts');

/** Whom a user signs in as on the service's pages, and what they answer there. */
export interface Visit {
  name: string;
  /** As the consent page calls it; the first of the user's companies without it. */
  company?: string;
  decision?: 'Allow' | 'Refuse';
  /** Hears the address that the user came back to, with the code in it. */
  back?: (address: string) => void;
}

/** Goes through the service's own pages at this address, up to the page that the app shows at the end; answers its heading. */
export async function visitService(browser: Browser, address: string, { name, company, decision = 'Allow', back }: Visit): Promise<string> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: `Sign in as ${name}` }).click();
  if (company !== undefined) await page.getByLabel('Company').selectOption({ label: company });
  await page.getByRole('button', { name: decision }).click();
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback/);
  back?.(page.url());
  const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await context.close();
  return heading;
}

/** Fills in the first page up to its button, for a sign-in through the browser. */
export async function fillOauth(
  page: Page,
  far: Pick<FarService, 'address' | 'clientId' | 'clientSecret' | 'ca'>,
  name: string,
): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/sign-in';
  });
  await page.getByLabel('Address of the service').fill(far.address);
  await page.getByLabel('Client id').fill(far.clientId);
  await page.getByLabel('Client secret').fill(far.clientSecret);
  await page.getByText('Name and certificate').click();
  await page.getByLabel(/Name of this account/).fill(name);
  await page.getByLabel(/Extra CA certificate/).fill(far.ca);
}

/** Connects an account through the browser; `count` is how many addresses were opened by then. */
export async function connectByOauth(
  page: Page,
  far: FarService,
  through: { systemBrowser: SystemBrowser; browser: Browser; count: number; account: string; visit: Visit },
): Promise<void> {
  await fillOauth(page, far, through.account);
  await page.getByRole('button', { name: 'Continue in the browser', exact: true }).click();
  expect(await visitService(through.browser, await through.systemBrowser.opened(through.count), through.visit)).toBe('You are signed in');
  await page.getByRole('button', { name: 'Keep this sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** The pair of tokens that the app keeps in the real keychain. */
export interface KeptTokens {
  accessToken: string;
  refreshToken: string;
}

/** Reads an entry of the user's keychain, as the app wrote it. */
export async function inKeychain(keyring: Keyring, name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, `read=${name}`], { env: { ...process.env, ...keyring.env } });
  const { value } = JSON.parse(stdout) as { value: { kind: string; secret?: string } };
  if (value.secret === undefined) throw new Error(`the keychain answers ${value.kind}`);
  return value.secret;
}

/** An account's tokens; the app's only account without an id. */
export async function tokensInKeychain(keyring: Keyring, dataFolder: string, id = onlyAccount(dataFolder)): Promise<KeptTokens> {
  // Behind the tokens stands the mark of the place that they are for.
  const [tokens = ''] = (await inKeychain(keyring, `tokens:${id}`)).split('\n');
  return JSON.parse(tokens) as KeptTokens;
}

function onlyAccount(dataFolder: string): string {
  return readdirSync(path.join(dataFolder, 'accounts'))[0] ?? '';
}

/** Somebody with a copy of the refresh token uses it at the service; answers the status. */
export async function refreshElsewhere(far: FarService, refreshToken: string): Promise<number> {
  const agent = new Agent({ connect: { ca: far.ca } });
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: far.clientId, client_secret: far.clientSecret };
  const answer = await request(`${far.baseUrl}/oauth/token`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  await answer.body.dump();
  await agent.close();
  return answer.statusCode;
}

/** An input field; buttons and panes may have the same name. */
export const field = (page: Page, label: string) => page.locator('input, textarea, select').and(page.getByLabel(label, { exact: true }));

/** Records an edit of what is open: the button that begins it, then what is typed into each field. */
export async function record(page: Page, button: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value);
  await recordIt(page);
}

/** Turns "Work offline" on or off, and waits until the line says so. */
export async function workOffline(page: Page, on: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Connection:/ }).click();
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.click();
  await expect(offline).toBeChecked({ checked: on });
  await page.keyboard.press('Escape');
  const line = page.getByRole('button', { name: /^Connection: Working offline/ });
  await (on ? expect(line).toBeVisible() : expect(line).toBeHidden());
}

/** Makes a trip pack of expenses, so that they are known here. */
export async function packExpenses(page: Page, ids: string[]): Promise<void> {
  await show(page, '#/packs');
  await page.getByRole('button', { name: 'New trip pack' }).first().click();
  await page.getByLabel('Name').fill('Lisbon');
  await page.getByRole('button', { name: 'Create trip pack' }).click();
  await page.getByRole('button', { name: 'Add records' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add records to/ });
  await dialog.getByRole('textbox', { name: 'Ids' }).fill(ids.join('\n'));
  await dialog.getByRole('button', { name: `Add ${ids.length} and fetch` }).click();
  await expect(page.getByRole('article', { name: 'Lisbon' }).getByText(/^Ready to travel/)).toBeVisible();
}
