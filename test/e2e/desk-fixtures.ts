import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { Agent, request } from 'undici';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { layCable, type Cable } from '#test/integration/cable.ts';
import { startKeyring, type Keyring } from './keyring.ts';
import { startHost, type RunningHost } from './fixtures.ts';
import { test as base } from './policy-watch.ts';
import { ledTo } from '#test/e2e/led-to.ts';
import { t } from '#shared/messages/t.ts';
import { anyText, begins } from './said.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The sandbox's first line. */
interface Ready {
  baseUrl: string;
  caFile: string;
  apiKey: string;
  clientId: string;
  clientSecret: string;
  controlKey: string;
}

/** One creating or updating request that reached the service's rules. */
export interface JournalEntry {
  operation: string;
  method: string;
  recordId: string;
  bodyText: string;
  applied: boolean;
  idempotencyKey: string | null;
}

/** A service of its own process, apart from the app: it lives on while the app is killed, and its cable can be pulled. */
export interface FarService extends Ready {
  cable: Cable;
  /** The address that the app is given: through the cable. */
  address: string;
  ca: string;
  /** The service's own door for tests (docs/service.md). */
  control(method: 'GET' | 'POST' | 'DELETE', target: string, body?: unknown): Promise<unknown>;
  journal(): Promise<JournalEntry[]>;
  /** A file of the service's own export, as a colleague would send it. */
  exported(kind: string, format: 'json' | 'csv' | 'ids'): Promise<string>;
  /** The ids of a kind, as a colleague would mail them; of expenses, those that can be changed. */
  ids(kind: 'expenses' | 'vendors' | 'invoice-receivables' | 'invoice-payables'): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a sandbox with a cable before it. */
export async function startFarService(flags: string[] = []): Promise<FarService> {
  const child = spawn(process.execPath, [path.join(root, 'out/service/main.mjs'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = await readyOf(child);
  const cable = await layCable(Number(new URL(ready.baseUrl).port));
  const ca = readFileSync(ready.caFile, 'utf8');
  const agent = new Agent({ connect: { ca } });
  const ask = async (method: 'GET' | 'POST' | 'DELETE', target: string, body?: unknown): Promise<string> => {
    const headers = { 'sandbox-control': ready.controlKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await request(ready.baseUrl + target, {
      method,
      dispatcher: agent,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`${method} ${target}: ${answer.statusCode} ${text}`);
    return text;
  };
  return {
    ...ready,
    cable,
    ca,
    address: ready.baseUrl.replace(/:\d+/, `:${cable.port}`),
    control: async (method, target, body) => JSON.parse(await ask(method, target, body)) as unknown,
    journal: async () => JSON.parse(await ask('GET', '/sandbox/journal')) as JournalEntry[],
    exported: (kind, format) => ask('GET', `/sandbox/export?kind=${kind}&format=${format}`),
    ids: async (kind) => {
      type Row = { id?: string; vendorId?: string; status?: string };
      const rows = JSON.parse(await ask('GET', `/sandbox/export?kind=${kind}&format=json`)) as Row[];
      const usable = kind === 'expenses' ? rows.filter((row) => row.status === 'CREATED') : rows;
      return usable.map((row) => (kind === 'vendors' ? row.vendorId : row.id) ?? '');
    },
    close: async () => {
      await agent.destroy();
      await cable.close();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function readyOf(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = text.split('\n').find((each) => each.startsWith('{"ready"'));
      if (line) resolve(JSON.parse(line) as Ready);
    });
  });
}

/** A stand-in for the system browser: addresses that the app opens are written down, and a test opens them itself. */
export class SystemBrowser {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'layover-browser-'));
  readonly #file = path.join(this.#folder, 'opened');

  constructor() {
    const program = path.join(this.#folder, 'xdg-open');
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${this.#file}'\n`);
    chmodSync(program, 0o755);
  }

  env(): Record<string, string> {
    return { PATH: `${this.#folder}:${process.env['PATH'] ?? ''}` };
  }

  /** The last address that was opened, once there are `count` of them. */
  async opened(count = 1): Promise<string> {
    let lines: string[] = [];
    await expect
      .poll(() => {
        lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').slice(0, -1) : [];
        return lines.length;
      })
      .toBe(count);
    return ledTo(lines.at(-1) ?? '');
  }

  /** A user signs in on the service's own pages. */
  async signIn(browser: Browser, count = 1): Promise<void> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(await this.opened(count));
    await page
      .getByRole('button', { name: begins(t('sandbox.signIn.as', { name: anyText })) })
      .first()
      .click();
    await page.getByRole('button', { name: t('sandbox.consent.allow') }).click();
    await page.waitForURL(/127\.0\.0\.1|localhost/);
    await expect(page.locator('body')).toContainText(/Layover/);
    await context.close();
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Connects an account by its API key, as a user does on the first page. */
export async function connectByKey(page: Page, service: Pick<FarService, 'address' | 'apiKey' | 'ca'>): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await page.getByLabel('Address of the service').fill(service.address);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page.getByLabel('API key', { exact: true }).last().fill(service.apiKey);
  await page.getByText('Name and certificate').click();
  await page.getByLabel(/Name of this account/).fill('Head office');
  await page.getByLabel(/Extra CA certificate/).fill(service.ca);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** Packs records by their ids and waits for the verdict. */
export async function pack(page: Page, name: string, kind: string, ids: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add records' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add records to/ });
  await dialog.getByRole('textbox', { name: 'Ids' }).fill(ids.join('\n'));
  await dialog.getByRole('combobox').selectOption({ label: kind.toLowerCase() });
  await dialog.getByRole('button', { name: `Add ${ids.length} and fetch` }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

/** Every test gets its own service, cable, host and page; the service outlives the host. */
export const test = base.extend<{
  far: FarService;
  serviceFlags: string[];
  systemBrowser: SystemBrowser;
  keyring: Keyring;
  host: RunningHost;
  app: Page;
}>({
  serviceFlags: [[], { option: true }],
  far: async ({ serviceFlags }, use) => {
    const far = await startFarService(serviceFlags);
    await use(far);
    const twice = carriedOutTwice(await far.journal());
    await far.close();
    expect(twice).toEqual([]);
  },
  systemBrowser: async ({}, use) => {
    const browser = new SystemBrowser();
    await use(browser);
    browser.close();
  },
  keyring: async ({}, use) => {
    const keyring = await startKeyring();
    await use(keyring);
    await keyring.close();
  },
  host: async ({ systemBrowser, keyring }, use) => {
    const host = await startHost({ flags: ['--without-service'], env: { ...keyring.env, ...systemBrowser.env() } });
    await use(host);
    await host.end();
    rmSync(host.dataFolder, { recursive: true, force: true });
  },
  app: async ({ host, page }, use) => {
    await host.open(page);
    await use(page);
  },
});
export { expect };
