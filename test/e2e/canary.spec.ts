import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { encodingsOf, Scanner, watchProcesses, type Hit } from './canary-scan.ts';
import { heapOf, recordFrames, saveEverything } from './canary-window.ts';
import { expect, test, type FarService } from './desk-fixtures.ts';
import {
  changeDate,
  connectByOauth,
  field,
  packExpenses,
  recordIt,
  refreshElsewhere,
  show,
  tokensInKeychain,
  visitService,
  workOffline,
} from './person.ts';

// P20: secrets reach no file, no output, no command line or environment, no heap of the window, and no frame to it. Every place is also
// searched for something that is there, so that a search that sees nothing is noticed.

// Strings of a snapshot are cut off unless told otherwise.
const whole = '--js-flags=--heap-snapshot-string-limit=100000000';
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), whole] }),
  serviceFlags: ['--reads'],
});
test.setTimeout(120_000);

async function importVendors(page: Page, far: FarService): Promise<{ id: string; bankData: string[] }> {
  const rows = (await far.control('GET', '/sandbox/export?kind=vendors&format=json')) as Record<string, string | null>[];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layover-canary-'));
  const file = path.join(folder, 'vendors.json');
  writeFileSync(file, JSON.stringify(rows));
  await show(page, '#/packs/import?kind=vendor');
  const dialog = page.getByRole('dialog', { name: 'Import an export' });
  await dialog.getByLabel('File to import').setInputFiles(file);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await expect(dialog).toBeHidden();
  rmSync(folder, { recursive: true });
  const bank = ['bankAccountNumber', 'bankAccountBic', 'domesticBankAccountNumber', 'swedishBankgiroNumber'];
  const bankData = rows.flatMap((row) => bank.map((field) => row[field] ?? '')).filter((text) => text.length >= 8);
  return { id: rows[0]?.['vendorId'] ?? '', bankData: [...new Set(bankData)] };
}

async function comment(page: Page, expense: string, text: string): Promise<void> {
  await show(page, `#/expenses/${expense}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await field(page, 'Comment').fill(text);
  await recordIt(page);
}

async function changeBank(page: Page, vendor: string, account: string): Promise<void> {
  await show(page, `#/vendors/${vendor}`);
  await page.getByRole('button', { name: 'Edit bank' }).click();
  await page.getByLabel('Account number', { exact: true }).fill(account);
  await recordIt(page);
}

async function fillKey(page: Page, far: FarService, key: string): Promise<void> {
  await show(page, '#/sign-in');
  await page.getByLabel('Address of the service').fill(far.address);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByLabel('API key', { exact: true }).last().fill(key);
  await page.getByText('Name and certificate').click();
  await page.getByLabel(/Name of this account/).fill('By key');
  await page.getByLabel(/Extra CA certificate/).fill(far.ca);
}

/** A process that carries a text on its command line and in its environment, and ends with its standard input. */
function plantInProcess(planted: string): ChildProcess {
  return spawn('sh', ['-c', 'read line', Buffer.from(planted).toString('hex')], {
    env: { ...process.env, PLANTED: Buffer.from(`x${planted}`).toString('base64') },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

const random = (name: string) => `${name}-${randomBytes(24).toString('base64url')}`;
const applied = async (far: FarService) => (await far.journal()).filter((entry) => entry.applied).length;
const places = (hits: Hit[]) => [...new Set(hits.map((hit) => `${hit.secret} (${hit.encoding}) in ${hit.place}`))];

test('secrets go to the keychain and to the service, and are found nowhere else, in no encoding', async ({
  page,
  far,
  host,
  keyring,
  systemBrowser,
  browser,
}) => {
  const typed = { comment: random('comment'), bank: 'SE3550000000054910000003', unknownKey: random('unknown-key'), opened: '' };
  const secrets: Record<string, string> = { 'client secret': far.clientSecret, 'API key': far.apiKey, 'unknown key': typed.unknownKey };
  const planted = random('planted');
  const control = new Scanner({ planted, comment: typed.comment });
  const processes = watchProcesses();
  const plant = plantInProcess(planted);
  const frames = recordFrames(page);
  await host.open(page);

  await test.step('by OAuth: sign in, work, redirect, error, a refresh, two refusals', async () => {
    const visit = {
      name: 'Oskar Lindqvist',
      back: (address: string) => void (secrets[`code at ${Object.keys(secrets).length}`] = new URL(address).searchParams.get('code') ?? ''),
    };
    await connectByOauth(page, far, { systemBrowser, browser, count: 1, account: 'By OAuth', visit });
    const first = await tokensInKeychain(keyring, host.dataFolder);
    const ids = (await far.ids('expenses')).slice(0, 4);
    await packExpenses(page, ids);
    await workOffline(page, true);
    for (const id of ids.slice(0, 3)) await changeDate(page, id, '2026-03-12');
    await comment(page, ids[3] ?? '', typed.comment);
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
    typed.opened = await systemBrowser.opened(2);
    await visitService(browser, typed.opened, visit);
    await expect.poll(() => applied(far)).toBe(3);
    const third = await tokensInKeychain(keyring, host.dataFolder);
    for (const [nth, tokens] of [first, second, third].entries())
      Object.assign(secrets, { [`access token ${nth}`]: tokens.accessToken, [`refresh token ${nth}`]: tokens.refreshToken });
  });

  const { bankData, files } = await test.step('by API key: a wrong one, the right one, work, and all that can be saved', async () => {
    await fillKey(page, far, typed.unknownKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Not connected.')).toBeVisible();
    await page.getByLabel('API key', { exact: true }).last().fill(far.apiKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    const vendors = await importVendors(page, far);
    await changeBank(page, vendors.id, typed.bank);
    const [id = ''] = (await far.ids('expenses')).slice(6);
    await packExpenses(page, [id]);
    await comment(page, id, typed.comment);
    await expect.poll(() => applied(far)).toBe(4);
    return { ...vendors, files: await saveEverything(page) };
  });

  await page.evaluate((text) => Object.assign(globalThis, { planted: [`${text} in the window`] }), Buffer.from(planted).toString('hex'));
  const heap = await heapOf(page);
  await host.end('SIGKILL');
  const scanner = new Scanner(secrets);
  const read: Record<string, number> = {};
  const inFiles = (when: string) => scanner.scanFolder(host.dataFolder, (name, bytes) => (read[`${name} ${when}`] = bytes));
  const left = inFiles('after the crash');
  await host.start();
  await host.open(page);
  await expect(page.getByRole('button', { name: 'Account: By key' })).toBeVisible();
  const lastHeap = await heapOf(page);
  await host.end();
  const seen = processes.stop();
  plant.stdin?.end();

  await test.step('where the search looked, it would have seen', () => {
    const found = (hits: Hit[], secret: string) => hits.filter((hit) => hit.secret === secret).map(({ encoding }) => encoding);
    expect(found(control.scan('heap', heap), 'planted')).toContain('hex');
    const ofProcesses = seen.flatMap((each) => found(control.scan('process', each), 'planted'));
    expect(ofProcesses).toEqual(expect.arrayContaining(['hex', 'base64 at 1']));
    expect(found(control.scanFolder(host.dataFolder), 'comment')).toContain('plain');
    const both = ['to the host', 'to the window'].map((way) => frames.filter((each) => each.way === way).map(({ text }) => text));
    for (const texts of both) expect(found(control.scan('frames', Buffer.concat(texts)), 'comment')).not.toEqual([]);
    expect(Object.keys(read).join('\n')).toMatch(/account\.db-wal after the crash/);
    expect(Object.keys(read).join('\n')).toMatch(/logs\/layover\.log after the crash/);
    expect(files.map(({ name }) => path.extname(name))).toEqual(['.csv', '.csv', '.json', '.pdf', '.csv', '.json']);
    expect(files.flatMap(({ name, content }) => control.scan(name, content))).not.toEqual([]);
  });

  const diagnostics = files.at(-1)?.content ?? Buffer.alloc(0);
  await test.step('bank data and what was typed are not in the diagnostics', () => {
    expect(diagnostics.toString()).toContain('"capabilities"');
    const owned = Object.fromEntries([typed.bank, typed.comment, ...bankData].map((text) => [text, text]));
    expect(bankData.length).toBeGreaterThan(20);
    expect(places(new Scanner(owned).scan('diagnostics', diagnostics))).toEqual([]);
  });

  await test.step('no secret anywhere', () => {
    expect(Object.values(secrets).every((text) => text.length >= 8)).toBe(true);
    const entering = frames.filter(({ text }) => /accounts\/connect(ApiKey|Oauth)/.test(text.toString()));
    expect(entering).toHaveLength(3);
    expect(entering.every(({ way }) => way === 'to the host')).toBe(true);
    const others = frames.filter((each) => !entering.includes(each));
    const hits = [
      ...left,
      ...inFiles('at the end'),
      ...scanner.scan('output', host.output.join('')),
      ...scanner.scan('the address given to the browser', typed.opened),
      ...seen.flatMap((each) => scanner.scan(each.slice(0, 300), each)),
      ...scanner.scan('heap', heap),
      ...scanner.scan('heap after the restart', lastHeap),
      ...others.flatMap(({ way, text }) => scanner.scan(`frame ${way}: ${text.toString().slice(0, 200)}`, text)),
      ...files.flatMap(({ name, content }) => scanner.scan(name, content)),
    ];
    expect(places(hits)).toEqual([]);
  });
});

test('the search finds a planted secret in every encoding, whole, cut, and in the middle of something longer', () => {
  const secret = random('secret');
  const token = [random('head'), random('payload'), random('signature')].join('.');
  const scanner = new Scanner({ secret, token });
  for (const text of [secret, secret.slice(0, 20), secret.slice(-20)]) {
    for (const [encoding, bytes] of encodingsOf(text)) {
      const inside = Buffer.concat([randomBytes(101), bytes, randomBytes(50)]);
      expect(scanner.scan('inside', inside), encoding).not.toEqual([]);
    }
  }
  for (const offset of [0, 1, 2, 3, 4]) {
    const longer = `${'a'.repeat(offset)}${secret}bcd`;
    for (const as of ['base64', 'base64url', 'hex'] as const)
      expect(scanner.scan('in', Buffer.from(longer).toString(as)), as).not.toEqual([]);
  }
  expect(scanner.scan('a part', `x ${token.split('.')[1] ?? ''} y`)).not.toEqual([]);
  expect(scanner.scan('nothing', randomBytes(1_000_000))).toEqual([]);
});
