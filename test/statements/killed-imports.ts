import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { bankAccounts } from '#main/statements/bank-lines.ts';
import { countLines } from '#main/statements/line-pages.ts';
import { asked } from '#test/laws/asked.ts';
import { openTestStore } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import { madeStatement, mt940Of } from './made-statements.ts';

/** The n-th statement, of an account of its own: 1,200 lines or fewer, so that it is stored in several commits. */
export function killedStatement(n: number): { account: string; lines: number; text: string } {
  const made = { ...madeStatement(n, 1_200), account: `SE00${String(n).padStart(20, '0')}` };
  return { account: made.account, lines: made.lines.length, text: mt940Of(made) };
}

const writer = path.join(import.meta.dirname, 'statement-writer-child.ts');
/** Kills a process that imports, again and again over one file; after each kill every statement is there completely or not at all. */
export async function killImports(kills: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const file = path.join(tempFolder(), 'account.db');
  const finished = new Set<number>();
  let next = 0;
  let halves = 0;
  /** Kills between the commits of one import. */
  let inside = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, [writer, file, String(next)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const [, n] = /^IMPORTED (\d+)$/.exec(line) ?? [];
      if (n !== undefined) finished.add(Number(n));
    });
    const atWork = Math.floor(random() * 3);
    for (let heard = 0; heard <= atWork; heard += 1) await once(lines, 'line');
    await delay(random() * 150);
    child.kill('SIGKILL');
    await ended;
    const store = openTestStore(realWorld(), file);
    const found = new Map(bankAccounts(store).map(({ account, id }) => [account, id]));
    const last = Math.max(-1, ...finished) + 1;
    for (let n = next; n <= last; n += 1) {
      const { account, lines: wanted } = killedStatement(n);
      const id = found.get(account);
      const count = id === undefined ? 0 : countLines(store, { query: `account:${account}`, locale: 'en' });
      if (count !== wanted && (count !== 0 || finished.has(n))) halves += 1;
    }
    const part = asked<[], { n: number }>(store.sql, 'SELECT count(*) AS n FROM statement WHERE NOT whole').get();
    if (part && part.n > 0) inside += 1;
    store.close();
    next = last + 1;
  }
  expect(halves).toBe(0);
  expect(finished.size).toBeGreaterThan(0);
  if (kills >= 10) expect(inside).toBeGreaterThan(0);
}
