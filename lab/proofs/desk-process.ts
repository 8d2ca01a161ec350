// A user's desk as a process of its own: records edits, approves, and replays against a real sandbox, until it is killed.
// node lab/proofs/desk-process.ts FOLDER URL CA-FILE KEY SEED EDITS [sealed]
import { existsSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '#main/api/client.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import { nameOfProxy, parseProxyAddress } from '#main/api/network/proxy-address.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { openStore } from '#main/storage/open/open.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import { movableEdits } from '#main/outbox/queue.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import type { Store } from '#main/storage/store.ts';
import { createProxies } from '#main/accounts/trust/proxies.ts';
import { createEngine } from '#main/sync/engine.ts';
import type { Guard } from '#main/sync/engine-parts.ts';
import { getExpense } from '#shared/service/operations.ts';
import { theLaws } from '#main/sync/laws.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { testAccount, testSeal } from '#test/cache.ts';
import { realWorld, seededRandom } from '#test/world.ts';
import { deskEdit, draftIds, type DeskRecords } from './desk-edits.ts';
import type { Anchor } from '#main/audit/anchor.ts';

const [, , folder = '', url = '', caFile = '', key = '', seed = '1', edits = '0', form = 'plain'] = process.argv;
const say = (line: string) => writeSync(1, `${line}\n`);
const world = realWorld();

/** The keychain's anchor, as a file beside the database that no backup of the database holds. */
function fileGuard(file: string): Guard {
  const read = (): Anchor | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Anchor) : null);
  return {
    read: async () => read(),
    raise: async (to) => {
      const claims = Math.max(to.claims, read()?.claims ?? 0);
      writeFileSync(`${file}.new`, JSON.stringify({ ...to, claims }));
      renameSync(`${file}.new`, file);
      return true as const;
    },
  };
}

/** True while the engine has work; edits behind one in doubt wait for a user, who does not exist here. */
function moves(store: Store): boolean {
  const sending = store.sql.prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM outbox WHERE state = 'sending'`).get()?.n ?? 0;
  return sending > 0 || (['absolute', 'creates'] as const).some((sort) => movableEdits(store, Number.MAX_SAFE_INTEGER, 1, sort).length > 0);
}

/** The app's own proxies, with a proxy that IT named and a keychain in memory; straight there without one. */
async function networkOf(address: string | undefined, password: string): Promise<Network> {
  if (address === undefined) return directNetwork;
  const proxies = createProxies({
    secrets: new MemorySecrets(),
    readSetting: () => null,
    writeSetting: () => undefined,
    managed: { mode: 'address', address },
    systemSource: 'system',
    resolve: () => Promise.resolve({ answer: 'DIRECT' }),
    changed: () => undefined,
  });
  const [user = '', secret] = password.split(':');
  const parsed = parseProxyAddress(address);
  if (secret !== undefined && parsed.ok) await proxies.keepPassword(nameOfProxy(parsed.proxy), { user, password: secret });
  return proxies;
}

function openOrSay(): Store | null {
  const seal = form === 'sealed' ? testSeal : null;
  const answer = openStore({ file: path.join(folder, 'desk.sqlite'), world, account: testAccount, seal });
  if (answer.kind === 'open') return answer.store;
  say(`ANSWER ${answer.kind}`);
  return null;
}

/** Fetches the desk's records once, so that its edits are made on what their person saw. */
async function pack(store: Store, client: Client, { expenses }: DeskRecords): Promise<void> {
  for (const id of expenses) {
    const ref = { kind: 'expense' as const, id };
    if (recordOf(store, ref)) continue;
    const asOf = world.now();
    const answer = await client.read(getExpense(id));
    if (!answer.ok) throw new Error(`not packed: ${JSON.stringify(answer.failure)}`);
    const { text, value, etag } = answer.value;
    putRecord(store, { ref, text, value, provenance: 'read', asOf, complete: true, etag });
  }
  say('PACKED');
}

async function work(store: Store): Promise<void> {
  say('OPEN');
  const network = await networkOf(process.env['PROOF_PROXY'], process.env['PROOF_PROXY_PASSWORD'] ?? '');
  const transport = createUndiciTransport({ world, trust: { kind: 'pinned', ca: readFileSync(caFile, 'utf8') }, network });
  const account = {
    baseUrl: url,
    authorization: async () => ({ kind: 'header' as const, value: `Basic ${key}` }),
    onUnauthorized: async () => false,
    trusts: () => 'no' as const,
    documentParameter: null,
  };
  // Nothing on a loopback arrives minutes late: the waits are shortened, the rules are not.
  const quarantineMs = Number(process.env['PROOF_QUARANTINE_MS'] ?? 400);
  const laws = { ...theLaws, quarantineMs, abandonedWaitMs: () => 2 * quarantineMs };
  const client = createClient({ world, transport, account });
  const engine = createEngine({ store, client, world, guard: fileGuard(path.join(folder, 'guard')), laws });
  const records = JSON.parse(readFileSync(path.join(folder, 'records.json'), 'utf8')) as DeskRecords;
  if (process.env['PROOF_PACK'] !== undefined) await pack(store, client, records);
  await engine.start();
  const random = seededRandom(Number(seed));
  for (let n = 0; n < Number(edits); n++) {
    const answer = recordEdit(store, deskEdit(records, random, `${seed}-${n}`), {});
    if (!answer.ok) throw new Error(JSON.stringify(answer.issues));
    say(`ACK ${answer.id}`);
    if (n % 3 === 0) approve(store, { ids: draftIds(store), fingerprint: fingerprintOf(store), secondConfirmation: true });
    await world.sleep(random() * 20);
  }
  while (moves(store)) await world.sleep(20);
  say('QUIET');
  engine.stop();
  await transport.close();
  store.close();
}

const store = openOrSay();
if (store) await work(store);
