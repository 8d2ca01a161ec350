import { MessageChannel } from 'node:worker_threads';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { fc } from '@fast-check/vitest';
import type { IpcMain } from 'electron';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { servePorts } from '#main/host/electron/window/ports.ts';
import { contract } from '#shared/contract.ts';
import { wireSerializers } from '#shared/json/json-wire.ts';
import { BrowserWindow, app, ipcMain, ipcRenderer, resetElectron, speakAs } from '#test/fakes/electron.ts';
import { startDesk, type TestDesk } from '#test/integration/desk.ts';
import { fullTest } from '#test/full-test.ts';

// P22: whatever a page that was taken over sends through its one door, nothing unchecked reaches the app.

/** The pushed share, always the same; others: `CALLS=100000 SEED=7 npm run unit -- test/host/contract-fuzz.test.ts`. */
const CALLS = Number(process.env['CALLS'] ?? 2_500);
const SEED = Number(process.env['SEED'] ?? 20_261_121);
const exact = { customJsonSerializers: wireSerializers };
const uuid = '11111111-2222-4333-8444-555555555555';

interface Procedure {
  path: string;
  schema: z.ZodType | undefined;
}
type Call = (input: unknown) => Promise<unknown>;

/** Every procedure of the contract, with the schema of what it takes. */
const procedures: Procedure[] = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).map(([name, procedure]) => ({
    path: `${group}.${name}`,
    schema: (procedure as unknown as { '~orpc': { inputSchema?: z.ZodType } })['~orpc'].inputSchema,
  })),
);
/** These reach for the network or for a user when they are asked properly; here they are only asked wrongly. */
const onlyWrong = new Set([
  'accounts.connectApiKey',
  'accounts.connectOauth',
  'accounts.signInAgain',
  'records.receiptOptions',
  'app.repair',
  'accounts.signOut',
  'accounts.activate',
]);
/** A stream stays open; it takes nothing. */
const streams = new Set(['app.changes']);

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    '',
    uuid,
    'expense',
    'vendor',
    '__proto__',
    '../../x',
    -1,
    1e308,
    NaN,
    '\u0000',
    "'; DROP TABLE outbox; --",
  ),
);
const keys = [
  'id',
  'ids',
  'kind',
  'recordKind',
  'recordId',
  'body',
  'filter',
  'text',
  'limit',
  'after',
  'name',
  'format',
  'on',
  'unfinishedSeen',
  'fields',
  'path',
  'fingerprint',
  '__proto__',
  'constructor',
];
const junk = fc.oneof(
  leaf,
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(fc.constantFrom(...keys), leaf)), {
    noNullPrototype: true,
  }),
  fc.array(leaf, { maxLength: 4 }),
);

let desk: TestDesk;
let port: MessagePort;
let call: (path: string, input: unknown) => Promise<unknown>;

beforeAll(async () => {
  desk = await startDesk();
  resetElectron();
  await app.whenReady();
  const window = new BrowserWindow({});
  servePorts(ipcMain as unknown as IpcMain, Promise.resolve(desk.app.router), (sender) => (sender as unknown) === window.webContents);
  speakAs(window);
  const channel = new MessageChannel();
  ipcRenderer.postMessage('shell:port', null, [channel.port1 as unknown as MessagePort]);
  port = channel.port2 as unknown as MessagePort;
  const client = createORPCClient<Record<string, Record<string, Call>>>(new RPCLink({ port, ...exact }));
  port.start();
  call = (path, input) => {
    const [group = '', name = ''] = path.split('.');
    return client[group]![name]!(input);
  };
}, 60_000);
afterAll(async () => {
  port.close();
  await desk.close();
});

/** The outcome of a call: an answer, a promised refusal, or a violation. */
async function outcome(path: string, input: unknown): Promise<string> {
  try {
    await call(path, input);
    return 'answered';
  } catch (error) {
    return error instanceof ORPCError ? String(error.code) : `threw ${String(error)}`;
  }
}

fullTest(`${CALLS} calls with anything in them: refused before the app sees them, or answered`, async () => {
  const wrong: string[] = [];
  const counts = { refused: 0, answered: 0, promised: 0 };
  const inputs = fc.sample(fc.tuple(fc.constantFrom(...procedures.filter(({ path }) => !streams.has(path))), junk), {
    numRuns: CALLS,
    seed: SEED,
  });
  const ask = async ([{ path, schema }, input]: [Procedure, unknown]): Promise<void> => {
    const valid = schema ? schema.safeParse(input).success : true;
    if (valid && onlyWrong.has(path)) return;
    const came = await outcome(path, input);
    if (came === 'BAD_REQUEST') counts.refused += 1;
    else if (came === 'answered') counts.answered += 1;
    else counts.promised += 1;
    const unchecked = !valid && came !== 'BAD_REQUEST';
    const refusedForNothing = valid && came === 'BAD_REQUEST' && !polluting(input);
    if (unchecked || refusedForNothing || came === 'INTERNAL_SERVER_ERROR' || came.startsWith('threw'))
      wrong.push(`${path} ${describe(input)}: ${came}`);
  };
  for (let at = 0; at < inputs.length; at += 50) await Promise.all(inputs.slice(at, at + 50).map(ask));
  console.log(`P22: ${CALLS} calls, seed ${SEED}: ${JSON.stringify(counts)}`);
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(counts.refused).toBeGreaterThan(CALLS / 4);
});

test('a procedure that is not there is not there', async () => {
  for (const path of ['app.eval', 'constructor.constructor', '__proto__.x', 'app.__proto__', 'app.close', 'x.y'])
    expect([path, await outcome(path, {})]).toEqual([path, 'NOT_FOUND']);
});

test('bytes that are no message at all neither answer nor end the process', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on('unhandledRejection', note);
  const messages = fc.sample(
    fc.oneof(
      fc.string(),
      fc.uint8Array(),
      fc.object(),
      fc.constantFrom(null, undefined, 0, '{}', '{"i":1}', '{"i":"1","p":{"u":"/app/status"}}', '[]'),
    ),
    { numRuns: 2_000, seed: 7 },
  );
  for (const message of messages) port.postMessage(message);
  expect(await outcome('app.settings', undefined)).toBe('answered');
  process.off('unhandledRejection', note);
  expect(failures).toEqual([]);
  quiet.mockRestore();
});

/** Keys that the line itself refuses, whatever the procedure takes. */
function polluting(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  const own = Object.keys(input);
  return own.includes('__proto__') || own.includes('constructor') || Object.values(input).some(polluting);
}

function describe(input: unknown): string {
  return JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))?.slice(0, 200) ?? String(input);
}
