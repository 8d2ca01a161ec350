import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { deriveKeys } from '#main/accounts/keys/data-key.ts';
import { unwrapFromKeychain } from '#main/accounts/keys/wraps.ts';
import { readKeyFile } from '#main/registry/key-file.ts';
import { expect, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import type { RunningHost } from './fixtures.ts';
import type { Keyring } from './keyring.ts';
import {
  changeDate,
  connectByOauth,
  field,
  inKeychain,
  packExpenses,
  recordIt,
  refreshElsewhere,
  show,
  tokensInKeychain,
  visitService,
  workOffline,
} from './person.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';

/** A text that nobody could guess. */
export const random = (name: string): string => `${name}-${randomBytes(24).toString('base64url')}`;

/** The number of writes that the service applied. */
export const applied = async (far: FarService): Promise<number> => (await far.journal()).filter((entry) => entry.applied).length;

/** Secrets by name, for reports. */
export type Secrets = Record<string, string | Uint8Array>;

/** Imports the service's own export of vendors; answers one of them, and everything in it that is bank data. */
export async function importVendors(page: Page, far: FarService): Promise<{ id: string; bankData: string[] }> {
  const rows = (await far.control('GET', '/sandbox/export?kind=vendors&format=json')) as Record<string, string | null>[];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-canary-'));
  const file = path.join(folder, 'vendors.json');
  writeFileSync(file, JSON.stringify(rows));
  await show(page, '#/packs/import?kind=vendor');
  const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
  await dialog.getByLabel('File to import').setInputFiles(file);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await expect(dialog).toBeHidden();
  rmSync(folder, { recursive: true });
  const bank = ['bankAccountNumber', 'bankAccountBic', 'domesticBankAccountNumber', 'swedishBankgiroNumber'];
  const bankData = rows.flatMap((row) => bank.map((field) => row[field] ?? '')).filter((text) => text.length >= 8);
  return { id: rows[0]?.['vendorId'] ?? '', bankData: [...new Set(bankData)] };
}

/** Writes a comment on an expense. */
export async function comment(page: Page, expense: string, text: string): Promise<void> {
  await show(page, `#/expenses/${expense}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await field(page, 'Comment').fill(text);
  await recordIt(page);
}

/** Changes a vendor's account number. */
export async function changeBank(page: Page, vendor: string, account: string): Promise<void> {
  await show(page, `#/vendors/${vendor}`);
  await page.getByRole('button', { name: 'Edit bank' }).click();
  await page.getByLabel('Account number', { exact: true }).fill(account);
  await recordIt(page);
}

/** Fills in the first page with an API key, up to its button. */
export async function fillKey(page: Page, far: FarService, key: string): Promise<void> {
  await show(page, '#/sign-in');
  await page.getByLabel('Address of the service').fill(far.address);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByLabel('API key', { exact: true }).last().fill(key);
  await page.getByText('Name and certificate').click();
  await page.getByLabel(/Name of this account/).fill('By key');
  await page.getByLabel(/Extra CA certificate/).fill(far.ca);
}

/** A process that carries a text on its command line and in its environment, and ends with its standard input. */
export function plantInProcess(planted: string): ChildProcess {
  return spawn('sh', ['-c', 'read line', Buffer.from(planted).toString('hex')], {
    env: { ...process.env, PLANTED: Buffer.from(`x${planted}`).toString('base64') },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** Encrypts the account that is open, as a user does; answers the recovery code that was shown. */
async function encrypt(page: Page): Promise<string> {
  await show(page, '#/security');
  await page.getByRole('button', { name: 'Show my recovery code' }).click();
  const groups = page.getByLabel('Recovery code', { exact: true }).locator('span');
  await expect(groups).toHaveCount(7);
  const code = await groups.allTextContents();
  await page.getByRole('button', { name: 'I have it on paper' }).click();
  await expect(page.getByLabel(/^The \w+ group$/)).toHaveCount(4);
  for (const [nth, name] of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].entries()) {
    const box = page.getByLabel(`The ${name} group`);
    if (await box.isVisible()) await box.fill(code[nth] ?? '');
  }
  await page.getByRole('button', { name: 'Encrypt', exact: true }).click();
  await expect(page.getByText(/the readable copies are gone/)).toBeVisible();
  await show(page, '#/today');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  return code.join(' ');
}

/** The keys of an encrypted account and what opens them, from the keychain and the account's own file. */
async function keysOf(keyring: Keyring, folder: string): Promise<Record<string, Uint8Array>> {
  const secret = await inKeychain(keyring, secretNames.diskKey(path.basename(folder)));
  const found = readKeyFile(folder);
  const wrap = found.kind === 'read' ? found.keys.wraps.find(({ kind }) => kind === 'keychain') : undefined;
  if (found.kind !== 'read' || !wrap) throw new Error('the account has no key');
  const unwrapped = unwrapFromKeychain(found.keys, wrap, secret);
  if (unwrapped.kind !== 'key') throw new Error(`the keychain's secret opens nothing: ${unwrapped.kind}`);
  const dataKey = Uint8Array.from(unwrapped.dataKey);
  const { database, backups, documents } = deriveKeys(unwrapped.dataKey);
  const keys = { database: database.key, backups: backups.key, documents: documents.key };
  const named = Object.entries(keys).map(([name, key]) => [`key of the ${name}`, key] as const);
  return { 'secret of the disk': Buffer.from(secret, 'base64'), 'data key': dataKey, ...Object.fromEntries(named) };
}

/** A user's client with the comment that it writes. */
interface Working {
  page: Page;
  far: FarService;
  host: RunningHost;
  keyring: Keyring;
  systemBrowser: SystemBrowser;
  browser: Browser;
  text: string;
}

/**
 * A day with a sign-in through the browser: work, a redirect, an error, a refresh, two refusals, a second sign-in, whose address is answered.
 * Every secret on the way is written into `secrets`.
 */
export async function workByOauth({ page, far, host, keyring, systemBrowser, browser, text }: Working, secrets: Secrets): Promise<string> {
  let visits = 0;
  const back = (address: string) => {
    const { searchParams } = new URL(address);
    visits += 1;
    for (const name of ['code', 'state']) secrets[`OAuth ${name} ${visits}`] = searchParams.get(name) ?? '';
  };
  const visit = { name: 'Oskar Lindqvist', back };
  await connectByOauth(page, far, { systemBrowser, browser, count: 1, account: 'By OAuth', visit });
  const first = await tokensInKeychain(keyring, host.dataFolder);
  const ids = (await far.ids('expenses')).slice(0, 4);
  await packExpenses(page, ids);
  await workOffline(page, true);
  for (const id of ids.slice(0, 3)) await changeDate(page, id, '2026-03-12');
  await comment(page, ids[3] ?? '', text);
  const arm = (rule: object) => far.control('POST', '/sandbox/faults', { method: 'PATCH', times: 1, ...rule });
  await arm({ path: ids[0], fault: { kind: 'redirect', status: 308, to: `${far.baseUrl}/elsewhere?token=none` } });
  await arm({ path: ids[1], fault: { kind: 'status', status: 422, when: 'before' } });
  await far.control('POST', '/sandbox/sign-out', {});
  await workOffline(page, false);
  await expect.poll(() => applied(far)).toBe(2);
  await expect(page.getByRole('dialog', { name: /sign-in/i })).toBeVisible();
  await page.keyboard.press('Escape');
  const second = await tokensInKeychain(keyring, host.dataFolder);
  expect(second.accessToken).not.toBe(first.accessToken);
  // A refresh that fails is worth a line in the log.
  expect(await refreshElsewhere(far, second.refreshToken)).toBe(200);
  await far.control('POST', '/sandbox/sign-out', {});
  await changeDate(page, ids[2] ?? '', '2026-03-13');
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  const again = await systemBrowser.opened(2);
  await visitService(browser, again, visit);
  await expect.poll(() => applied(far)).toBe(3);
  const third = await tokensInKeychain(keyring, host.dataFolder);
  for (const [nth, tokens] of [first, second, third].entries())
    Object.assign(secrets, { [`access token ${nth}`]: tokens.accessToken, [`refresh token ${nth}`]: tokens.refreshToken });
  const forms = (await far.control('GET', '/sandbox/token-forms')) as Record<string, string>[];
  const verifiers = forms.flatMap(({ code_verifier: verifier }) => verifier ?? []);
  expect(verifiers).toHaveLength(2);
  for (const [nth, verifier] of verifiers.entries()) secrets[`PKCE verifier ${nth + 1}`] = verifier;
  return again;
}

/** Encrypts the account that is not `byOauth`, and writes its code and keys into `secrets`. */
export async function encryptByKey(
  { page, keyring, host, byOauth }: Pick<Working, 'page' | 'keyring' | 'host'> & { byOauth: string },
  secrets: Secrets,
): Promise<void> {
  const code = await encrypt(page);
  const accounts = path.join(host.dataFolder, 'accounts');
  const [byKey = ''] = readdirSync(accounts).filter((name) => name !== byOauth);
  const codes = { 'recovery code': code, 'recovery code in one': code.replaceAll(' ', '') };
  Object.assign(secrets, codes, await keysOf(keyring, path.join(accounts, byKey)));
}
