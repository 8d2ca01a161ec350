import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { _electron, expect as plainExpect, type ElectronApplication, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { changeDate } from '#test/e2e/first-day.ts';
import { seededRandom } from '#test/world.ts';
import { family, holderOf, stillThere, type Seen } from './electron-processes.ts';
import type { ProofResult } from './proof.ts';

/** A machine that does other work is slow, and no end is judged by that. */
const expect = plainExpect.configure({ timeout: 60_000 });

// Inside the session of electron-ends.ts. argv: the runtime, the file for the result, the seed, how many ends.

const [executable = '', resultFile = '', seedText = '1', sizeText = '140'] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const random = seededRandom(Number(seedText));
const size = Number(sizeText);
/** Of 140 ends 50 are by a signal at the start, 50 by kill -9, 20 by a crash of the page, 20 by a kill of the sandbox. */
const kinds = [
  'signal',
  'kill',
  'signal',
  'kill',
  'page',
  'signal',
  'kill',
  'sandbox',
  'signal',
  'kill',
  'signal',
  'kill',
  'page',
  'sandbox',
];
const work = mkdtempSync(path.join(os.tmpdir(), 'ends-'));
const dataFolder = path.join(work, 'data');
const startFolder = path.join(work, 'starts');
const violations: string[] = [];
/** An edit of the same record that a kill left behind is looked at only after its quarantine. */
const heardWithinMs = 300_000;
const facts: Record<string, number> = { 'edits saved': 0, 'signals before the app’s first line': 0 };
const saved: { recordId: string; date: string }[] = [];
let expenses: string[] = [];

const exited = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(String(child.exitCode ?? child.signalCode));
    else child.once('exit', (code, signal) => resolve(String(code ?? signal)));
  });

/** Waits for the end of a process, at most 20 s; then ends it. */
async function endOf(child: ChildProcess): Promise<string> {
  const end = await Promise.race([exited(child), delay(20_000, 'nothing within 20 s', { ref: false })]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  return end;
}

/** Notes what runs 10 s after the end, and ends it. */
async function nothingLeft(what: string, seen: readonly Seen[]): Promise<void> {
  const limit = Date.now() + 10_000;
  while (stillThere(seen).length > 0 && Date.now() < limit) await delay(50);
  for (const { pid, command } of stillThere(seen)) {
    violations.push(`${what}: left running: ${command.slice(0, 120)}`);
    kill(pid);
  }
}

/** Kills a process, unless it ended with its parent. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const linesOf = (folder: string): string[] => {
  const file = path.join(folder, 'logs/layover.log');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

/** Errors that an app logged since a line, but for those that a case makes. */
function errorsSince(folder: string, from: number, expected?: RegExp): string[] {
  return linesOf(folder)
    .slice(from)
    .filter((line) => line.includes('"level":"error"') && (expected === undefined || !expected.test(line)));
}

/** A signal at a random moment of a start; every other one on a folder that is new. */
async function signalAtStart(what: string): Promise<void> {
  if (random() < 0.5) rmSync(startFolder, { recursive: true, force: true });
  const from = linesOf(startFolder).length;
  const child = spawn(executable, [root, '--data', startFolder], { cwd: root, stdio: 'ignore' });
  const signal = (['SIGTERM', 'SIGINT', 'SIGHUP'] as const)[Math.floor(random() * 3)]!;
  const after = Math.round(random() * 5_000);
  await delay(after);
  const seen = family(child.pid!);
  child.kill(signal);
  const end = await endOf(child);
  // Chromium's own lock of a profile: our first line has run
  const began = lstatSync(path.join(startFolder, 'shell/SingletonLock'), { throwIfNoEntry: false }) !== undefined;
  if (end === signal && !began) facts['signals before the app’s first line']! += 1;
  else if (end !== '0') violations.push(`${what}: ${signal} after ${after} ms: ended with ${end}`);
  await nothingLeft(what, seen);
  for (const line of errorsSince(startFolder, from)) violations.push(`${what}: ${signal} after ${after} ms: ${line}`);
}

async function open(): Promise<{ app: ElectronApplication; page: Page; child: ChildProcess }> {
  const app = await _electron.launch({
    executablePath: executable,
    args: [root, '--data', dataFolder],
    cwd: root,
    chromiumSandbox: true,
    timeout: 120_000,
  });
  const page = await app.firstWindow({ timeout: 120_000 });
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 60_000 });
  return { app, page, child: app.process() };
}

/** Expenses that the service lets be changed, found as a user finds them; an edit of a cancelled one is refused. */
async function findExpenses(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page
    .getByRole('link', { name: /Expenses/ })
    .first()
    .click();
  const rows = page.getByRole('grid', { name: 'Expenses' }).getByRole('row');
  for (let row = 1; found.length < 6 && row < 15; row++) {
    await rows.nth(row).click();
    await expect.poll(() => page.url()).toMatch(/[0-9a-f-]{36}/);
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url())?.[0];
    const edit = page.getByRole('button', { name: 'Edit', exact: true });
    const isCancelled = /\bCancelled\b/.test(await page.getByRole('article').innerText());
    if (id && !isCancelled && !found.includes(id) && (await edit.isEnabled({ timeout: 2_000 }).catch(() => false))) found.push(id);
  }
  if (found.length === 0) throw new Error('no expense can be changed');
  return found;
}

/** Changes an expense's date to one that no other edit of this proof has. */
async function edit(page: Page): Promise<void> {
  if (expenses.length === 0) expenses = await findExpenses(page);
  const day = new Date(Date.UTC(2025, 0, 1 + saved.length));
  const words = `${day.getUTCDate()} ${day.toLocaleString('en', { month: 'short', timeZone: 'UTC' })} ${day.getUTCFullYear()}`;
  const recordId = expenses[saved.length % expenses.length]!;
  await changeDate(page, recordId, words);
  saved.push({ recordId, date: day.toISOString().slice(0, 10) });
  facts['edits saved'] = saved.length;
}

const cases = {
  kill: async (what: string) => {
    const { app, page, child } = await open();
    await edit(page);
    await delay(random() * 400);
    const seen = family(child.pid!);
    child.kill('SIGKILL');
    await endOf(child);
    await app.close().catch(() => undefined);
    await nothingLeft(what, seen);
  },
  page: async (what: string) => {
    const { app, page, child } = await open();
    await edit(page);
    const renderer = family(child.pid!).find(({ command }) => command.includes('--type=renderer'));
    if (!renderer) throw new Error('no process of the page');
    process.kill(renderer.pid, 'SIGKILL');
    const painted = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.querySelector("nav") !== null'),
      );
    const soon = () => Promise.race([painted().catch(() => false), delay(1_000, false)]);
    await expect.poll(soon, { timeout: 30_000 }).toBe(true);
    await quit(what, child);
  },
  sandbox: async (what: string) => {
    const { page, child } = await open();
    await edit(page);
    const sandbox = () => holderOf(path.join(dataFolder, 'sandbox/sandbox.sqlite'), family(child.pid!))?.pid;
    await expect.poll(sandbox, { timeout: 30_000 }).toBeDefined();
    process.kill(sandbox()!, 'SIGKILL');
    // recorded while the service is away, sent when it is back
    await edit(page);
    await confirmed(page);
    await quit(what, child);
  },
};

/** Waits until the record shown has its newest edit confirmed; otherwise throws what became of that edit. */
async function confirmed(page: Page): Promise<void> {
  try {
    await expect(page.getByRole('main').getByText('Confirmed').first()).toBeVisible({ timeout: heardWithinMs });
  } catch {
    const shown = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
    throw new Error(`the edit to ${saved.at(-1)!.date} was not confirmed within ${heardWithinMs / 1000} s: ${shown.slice(0, 900)}`);
  }
}

async function quit(what: string, child: ChildProcess): Promise<void> {
  const seen = family(child.pid!);
  child.kill('SIGTERM');
  const end = await endOf(child);
  if (end !== '0') violations.push(`${what}: SIGTERM: ended with ${end}`);
  await nothingLeft(what, seen);
}

async function killed(kind: keyof typeof cases, what: string): Promise<void> {
  const from = linesOf(dataFolder).length;
  await cases[kind](what);
  // the kill may come before the sandbox has said that it is there
  const made = kind === 'sandbox' ? /"sandbox (ended by itself|did not start)"/ : undefined;
  for (const line of errorsSince(dataFolder, from, made)) violations.push(`${what}: ${line}`);
}

/** Every edit that was saved is there, as often as it was saved, and the service carried none out twice. */
function judge(): void {
  const accounts = path.join(dataFolder, 'accounts');
  const [account = ''] = readdirSync(accounts);
  const database = new Database(path.join(accounts, account, 'account.db'), { readonly: true });
  const rows = database
    .prepare<[], { recordId: string; body: string; state: string }>('SELECT record_id AS recordId, body, state FROM outbox')
    .all();
  database.close();
  for (const { recordId, date } of saved) {
    const found = rows.filter((row) => row.recordId === recordId && row.body.includes(date));
    if (found.length !== 1) violations.push(`the edit of ${recordId} to ${date} is there ${found.length} times`);
    // a later edit of the same record may have taken its place, or asks the user: it is there all the same
    for (const { state } of found) facts[`edits ${state}`] = (facts[`edits ${state}`] ?? 0) + 1;
  }
  const sandbox = new Database(path.join(dataFolder, 'sandbox/sandbox.sqlite'), { readonly: true });
  const entries = sandbox.prepare('SELECT json FROM journal').all() as { json: string }[];
  sandbox.close();
  violations.push(...carriedOutTwice(entries.map(({ json }) => JSON.parse(json) as never)));
}

let ran = 0;
for (; ran < size; ran++) {
  const kind = kinds[ran % kinds.length]!;
  const what = `${ran + 1} ${kind}`;
  try {
    await (kind === 'signal' ? signalAtStart(what) : killed(kind as keyof typeof cases, what));
  } catch (error) {
    violations.push(`${what}: ${String(error).split('\n')[0]}`);
    console.log(violations.at(-1));
    for (const { pid } of family(process.pid).slice(1)) kill(pid);
  }
  facts[kind] = (facts[kind] ?? 0) + 1;
  if (ran % 10 === 9) console.log(`   ${ran + 1} ends, ${saved.length} edits saved, ${violations.length} violations`);
}
if (saved.length > 0) {
  const { page, child } = await open();
  await edit(page);
  await confirmed(page).catch((error: unknown) => violations.push(`the last: ${String(error).split('\n')[0]}`));
  await quit('the last', child);
  judge();
}
const result: ProofResult = { ran, violations: violations.slice(0, 10), violationCount: violations.length, facts };
writeFileSync(resultFile, JSON.stringify(result));
rmSync(work, { recursive: true, force: true });
process.exit(0);
