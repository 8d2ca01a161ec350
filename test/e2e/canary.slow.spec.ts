import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readRunning } from '#main/host/running.ts';
import { launchFragment } from '#shared/line-proof.ts';
import { encodingsOf, Scanner, watchProcesses, type Hit } from './canary-scan.ts';
import { heapOf, recordFrames, saveEverything } from './canary-window.ts';
import {
  applied,
  changeBank,
  comment,
  encryptByKey,
  fillKey,
  importVendors,
  plantInProcess,
  random,
  workByOauth,
  type Secrets,
} from './canary-work.ts';
import { expect, test } from './desk-fixtures.ts';
import { packExpenses } from './person.ts';

// P20: secrets reach no file, no output, no command line or environment, no heap of the window, and no frame to it. Every place is also
// searched for something that is there, so that a search that sees nothing is noticed.

// Strings of a snapshot are cut off unless told otherwise.
const whole = '--js-flags=--heap-snapshot-string-limit=100000000';
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), whole] }),
  serviceFlags: ['--reads'],
});
test.setTimeout(600_000);

/**
 * The places where each secret may be, besides the keychain, the service and the message that brings it; `surely` ones must be found. The file of an
 * opened address exists for a minute, or longer after a crash.
 */
const allowed: { secret: RegExp; place: RegExp; surely: boolean }[] = [
  { secret: /^owner key 1$/, place: /^host\.json after the crash$/, surely: true },
  { secret: /^printed launch/, place: /^output$/, surely: true },
  { secret: /^OAuth state 2$/, place: /^the address given to the browser$/, surely: true },
  { secret: /^OAuth state/, place: /^opening\/layover-[0-9a-f]{32}\.html after the crash$/, surely: false },
];

const places = (hits: Hit[]) => [...new Set(hits.map((hit) => `${hit.secret} (${hit.encoding}) in ${hit.place}`))];

/** Texts of a user in the diagnostics. A short number may be part of a longer one by chance. */
function bankDataIn(diagnostics: Buffer, texts: string[]): string[] {
  const [long, short] = [texts.filter(({ length }) => length >= 12), texts.filter(({ length }) => length < 12)];
  expect(long.length).toBeGreaterThan(20);
  const said = new Set(diagnostics.toString().match(/[\w-]+/g));
  const owned = new Scanner(Object.fromEntries(long.map((text) => [text, text])));
  return [...places(owned.scan('diagnostics', diagnostics)), ...short.filter((text) => said.has(text))];
}

test('secrets go to the keychain and to the service, and are found nowhere else, in no encoding', async ({
  page,
  far,
  host,
  keyring,
  systemBrowser,
  browser,
}) => {
  const typed = { comment: random('comment'), bank: 'SE3550000000054910000003', unknownKey: randomBytes(32).toString('base64url') };
  // The common prefix of a sandbox's keys is no secret.
  const apiKey = far.apiKey.replace(/^sandbox_[a-z]+_/, '');
  const secrets: Secrets = { 'client secret': far.clientSecret, 'API key': apiKey, 'unknown key': typed.unknownKey };
  const planted = random('planted');
  const control = new Scanner({ planted, comment: typed.comment });
  const processes = watchProcesses();
  const plant = plantInProcess(planted);
  const frames = recordFrames(page);
  const sessionOf = async () => (await page.evaluate(() => sessionStorage.getItem('layover.session'))) ?? '';
  const openWindow = async (nth: number) => {
    const url = await host.launchUrl();
    secrets[`launch ${nth}`] = url.slice(url.indexOf(launchFragment) + launchFragment.length);
    secrets[`owner key ${nth}`] = readRunning(host.dataFolder)?.ownerKey ?? '';
    await page.goto(url);
  };
  await openWindow(1);

  const again = await test.step('by OAuth: sign in, work, redirect, error, a refresh, two refusals', () =>
    workByOauth({ page, far, host, keyring, systemBrowser, browser, text: typed.comment }, secrets));
  const [byOauth = ''] = readdirSync(path.join(host.dataFolder, 'accounts'));

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

  await test.step('the account is encrypted', () => encryptByKey({ page, keyring, host, byOauth }, secrets));

  await page.evaluate((text) => Object.assign(globalThis, { planted: [`${text} in the window`] }), Buffer.from(planted).toString('hex'));
  const heap = await heapOf(page);
  // After its heap was looked at: asking brings it there.
  secrets['session 1'] = await sessionOf();
  await host.end('SIGKILL');
  const after = path.join(host.dataFolder, '..', `${path.basename(host.dataFolder)}-crashed`);
  cpSync(host.dataFolder, after, { recursive: true });
  await host.start();
  await openWindow(2);
  await expect(page.getByRole('button', { name: 'Account: By key' })).toBeVisible();
  const lastHeap = await heapOf(page);
  secrets['session 2'] = await sessionOf();
  await host.end();
  const printed = Array.from(host.output.join('').matchAll(/#launch=([\w-]+)/g), ([, launch = '']) => launch);
  expect(printed).toHaveLength(2);
  for (const [nth, launch] of printed.entries()) secrets[`printed launch ${nth + 1}`] = launch;
  const scanner = new Scanner(secrets);
  const read: Record<string, number> = {};
  const inFiles = (folder: string, when: string) => {
    const hits = scanner.scanFolder(folder, (name, bytes) => (read[`${name} ${when}`] = bytes));
    return hits.map((hit) => ({ ...hit, place: `${hit.place} ${when}` }));
  };
  const left = inFiles(after, 'after the crash');
  rmSync(after, { recursive: true });
  const seen = processes.stop();
  plant.stdin?.end();

  await test.step('the search would find a secret in each place that it covers', () => {
    const found = (hits: Hit[], secret: string) => hits.filter((hit) => hit.secret === secret).map(({ encoding }) => encoding);
    expect(found(control.scan('heap', heap), 'planted')).toContain('hex');
    const ofProcesses = seen.flatMap((each) => found(control.scan('process', each), 'planted'));
    expect(ofProcesses).toEqual(expect.arrayContaining(['hex', 'base64 at 1']));
    expect(found(control.scanFolder(host.dataFolder), 'comment')).toContain('plain');
    const both = ['to the host', 'to the window'].map((way) => frames.filter((each) => each.way === way).map(({ text }) => text));
    for (const texts of both) expect(found(control.scan('frames', Buffer.concat(texts)), 'comment')).not.toEqual([]);
    expect(Object.keys(read).join('\n')).toMatch(/account\.db-wal after the crash/);
    expect(Object.keys(read).join('\n')).toMatch(/logs\/layover\.log after the crash/);
    expect(files.map(({ name }) => path.extname(name))).toEqual(['.csv', '.csv', '.json', '.csv', '.json']);
    expect(files.flatMap(({ name, content }) => control.scan(name, content))).not.toEqual([]);
  });

  const diagnostics = files.at(-1)?.content ?? Buffer.alloc(0);
  await test.step('bank data and what was typed are not in the diagnostics', () => {
    expect(diagnostics.toString()).toContain('"capabilities"');
    expect(bankDataIn(diagnostics, [typed.bank, typed.comment, ...bankData])).toEqual([]);
  });

  await test.step('no secret anywhere', () => {
    expect(Object.entries(secrets).filter(([, secret]) => secret.length < 20)).toEqual([]);
    const entering = frames.filter(({ text }) => /accounts\/connect(ApiKey|Oauth)/.test(text.toString()));
    expect(entering).toHaveLength(3);
    expect(entering.every(({ way }) => way === 'to the host')).toBe(true);
    const showing = frames.filter(({ text }) => /"asked"/.test(text.toString()) && scanner.scan('', text).length > 0);
    expect(showing.map(({ way }) => way)).toEqual(['to the window']);
    const others = frames.filter((each) => !entering.includes(each) && !showing.includes(each));
    const hits = [
      ...left,
      ...inFiles(host.dataFolder, 'at the end'),
      ...scanner.scan('output', host.output.join('')),
      ...scanner.scan('the address given to the browser', again),
      ...seen.flatMap((each) => scanner.scan(each.slice(0, 300), each)),
      ...scanner.scan('heap', heap),
      ...scanner.scan('heap after the restart', lastHeap),
      ...others.flatMap(({ way, text }) => scanner.scan(`frame ${way}: ${text.toString().slice(0, 200)}`, text)),
      ...files.flatMap(({ name, content }) => scanner.scan(name, content)),
    ];
    const isAllowed = (hit: Hit) => allowed.some(({ secret, place }) => secret.test(hit.secret) && place.test(hit.place));
    expect(places(hits.filter((hit) => !isAllowed(hit)))).toEqual([]);
    for (const { secret, place } of allowed.filter(({ surely }) => surely))
      expect(
        hits.some((hit) => secret.test(hit.secret) && place.test(hit.place)),
        `${secret} in ${place}`,
      ).toBe(true);
  });
});

test('the search finds a planted secret in every encoding, whole, cut, and in the middle of something longer', () => {
  const secret = random('secret');
  const token = [random('head'), random('payload'), random('signature')].join('.');
  const key = randomBytes(32);
  const scanner = new Scanner({ secret, token, key });
  for (const text of [secret, secret.slice(0, 20), secret.slice(-20), key, key.subarray(0, 20), key.subarray(-20)]) {
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
