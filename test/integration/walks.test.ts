import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startDesk, untilState, type TestDesk } from './desk.ts';

// The ways that docs/architecture.md draws ("Where to start reading"), as the machine walks them: who called whom, seen wherever the core
// asks its World for something. A reader follows such a way from file to file, and is seldom sent back to one that was left.

const root = path.resolve(import.meta.dirname, '..', '..');
let desk: TestDesk;
afterEach(() => desk.close());

const transaction = 'main/cache/database/store.ts';

/**
 * Every way by which the core came to its World while `work` ran: files in the order in which they called each other. What a transaction
 * runs is its caller's next line, and no file that was left.
 */
async function waysOf(work: () => Promise<unknown>): Promise<string[][]> {
  const ways = new Map<string, string[]>();
  const look = () => {
    const frames = new Error().stack?.replaceAll(`${root}/`, '/').split('\n').reverse() ?? [];
    const files = frames
      .flatMap((frame) => /\/((?:main|shared)\/[^:?]+\.ts)/.exec(frame)?.[1] ?? [])
      .filter((file) => file !== transaction);
    const way = files.filter((file, at) => file !== files[at - 1]);
    ways.set(way.join(), way);
  };
  const world = desk.world as unknown as Record<string, unknown>;
  for (const name of ['now', 'monotonic', 'uuid', 'random', 'sleep', 'passing']) {
    const asked = world[name] as (...given: unknown[]) => unknown;
    world[name] = (...given: unknown[]) => {
      look();
      return asked(...given);
    };
  }
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  try {
    await work();
  } finally {
    Error.stackTraceLimit = usual;
  }
  return [...ways.values()];
}

/** The files of a way as docs/architecture.md names them, of those that ask the World for something. */
function drawn(way: string): string[] {
  const [, line = ''] =
    new RegExp(`- ${way}: ((?:.*\\n)+?)(?=- )`).exec(readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')) ?? [];
  const files = [...line.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => file ?? '');
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  return files.filter((file) => file.startsWith('main/') && file !== 'main/sync/verdict.ts');
}

/** How often a way comes back into a file that it had left. */
const returns = (way: string[]) => way.length - new Set(way).size;

function judge(ways: string[][], way: string) {
  expect(drawn(way)).not.toEqual([]);
  expect([...new Set(ways.flat())]).toEqual(expect.arrayContaining(drawn(way)));
  expect(ways.filter((each) => returns(each) > 2)).toEqual([]);
}

test('one edit, from the window to its verdict', async () => {
  desk = await startDesk();
  const [row] = (await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 1 })).rows;
  const ways = await waysOf(async () => {
    const body = { performedDate: '2026-03-12' };
    const { id } = await desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId: row!.id, body });
    await untilState(desk, id, 'applied');
  });
  judge(ways, 'One edit through the code');
});

test('one sign-in', async () => {
  desk = await startDesk({ empty: true });
  const { baseUrl, apiKey, caPem } = desk.service;
  const ways = await waysOf(() => desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca: caPem }));
  judge(ways, 'One sign-in through the code');
});
