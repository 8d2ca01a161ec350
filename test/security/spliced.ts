import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTrust } from '#main/accounts/trust/trust.ts';
import { trustOf } from '#main/registry/trust.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Seal } from '#main/storage/sealing/seal.ts';
import type { Store } from '#main/storage/store.ts';
import { allEdits, editById } from '#main/outbox/outbox.ts';
import { anchorOf, type Anchor } from '#main/audit/anchor.ts';
import { auditHead } from '#main/audit/audit.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { headerOf } from '#main/api/transport/transport.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { createDesk } from '#test/sync/desk.ts';
import { fakeWorld, seededRandom } from '#test/world.ts';

// Two copies of one database: what waits in the older one was taken back in the newer one. A stranger makes one of both.

const host = 'docs.example.net';
const page = 4_096;

/** A database's file and its log, as they lie on the disk. */
interface Files {
  db: Buffer;
  wal: Buffer;
}

export interface Copies {
  older: Files;
  newer: Files;
  /** The newer one after its log was written home. */
  closed: Buffer;
  olderClosed: Buffer;
  anchor: Anchor;
  /** Edits that were taken back since the older copy. */
  taken: ReadonlySet<string>;
  /** Every edit as the newer copy has it. */
  rows: ReadonlyMap<string, string>;
  head: string;
}

const filesOf = (file: string): Files => ({
  db: readFileSync(file),
  wal: existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0),
});

const asRow = ({ state, body, approvedBy, lastAttempt }: ReturnType<typeof allEdits>[number]) =>
  [state, body, approvedBy, lastAttempt].join('\n');
const rowsOf = (store: Store) => new Map(allEdits(store).map((row) => [row.id, asRow(row)]));

/** Makes the two copies in a folder of their own. */
export function makeCopies(seed: number, seal: Seal | null): Copies {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-spliced-'));
  try {
    const file = path.join(folder, 'account.db');
    const random = seededRandom(seed);
    const world = fakeWorld({ seed });
    const open = () => openTestStore(world, file, { ...testAccount }, seal);
    let store = open();
    const desk = createDesk({ over: { store, world } });
    const ids = [...desk.company.expenses, ...desk.company.expenses].map((recordId, n) =>
      n < desk.company.expenses.length
        ? desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } })
        : desk.record({
            kind: 'createUserComment',
            recordKind: 'expense',
            recordId,
            body: { content: `Comment ${n} ${'x'.repeat(n * 40)}` },
          }),
    );
    const payments = desk.company.invoices.map((_, n) => desk.pay(n));
    desk.approve(...payments);
    createTrust(store, []).answer(host, 'withSignIn');
    const older = filesOf(file);
    store.close();
    const olderClosed = readFileSync(file);
    store = open();
    const taken = new Set<string>();
    for (const id of [...ids, ...payments]) if (random() < 0.6 && takeBack(store, id, random())) taken.add(id);
    createTrust(store, []).answer(host, 'no');
    const anchor = anchorOf(store);
    const [rows, head] = [rowsOf(store), auditHead(store)?.hash ?? ''];
    const newer = filesOf(file);
    store.close();
    return { older, newer, closed: readFileSync(file), olderClosed, anchor, taken, rows, head };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function takeBack(store: Store, id: string, draw: number): boolean {
  const row = editById(store, id);
  if (row?.state !== 'waiting') return false;
  if (draw < 0.35) return discard(store, [id]).ok;
  if (draw < 0.65) return hold(store, [id]).ok;
  if (draw < 0.8 && row.kind === 'updateExpense') return change(store, id, { performedDate: '2026-02-09' }, {}).ok;
  return undo(store, [id], {}).ok;
}

/** One random splice: pages of one copy in the other, a file of one with the log of the other, or the older one whole. */
function splice({ older, newer, closed, olderClosed }: Copies, random: () => number): Files {
  const none = Buffer.alloc(0);
  const draw = random();
  if (draw < 0.05) return { db: olderClosed, wal: none };
  if (draw < 0.1) return { db: older.db, wal: older.wal };
  if (draw < 0.15) return { db: older.db, wal: newer.wal };
  if (draw < 0.2) return { db: closed, wal: older.wal };
  if (draw < 0.25) return { db: newer.db, wal: newer.wal.subarray(0, Math.floor(random() * newer.wal.length)) };
  const [from, to] = random() < 0.8 ? [olderClosed, closed] : [closed, olderClosed];
  const differ = Array.from({ length: Math.min(from.length, to.length) / page }, (_, n) => n).filter(
    (n) => !from.subarray(n * page, (n + 1) * page).equals(to.subarray(n * page, (n + 1) * page)),
  );
  const share = random();
  const db = Buffer.from(to);
  for (const n of differ) if (random() < share) from.copy(db, n * page, n * page, (n + 1) * page);
  return { db, wal: none };
}

export interface Spliced {
  /** Null where everything held. */
  violation: string | null;
  said: string;
}

/** Opens one spliced database as a start does, lets the engine run, and looks at what left and what was said. */
export async function playSplice(copies: Copies, seal: Seal | null, seed: number): Promise<Spliced> {
  const random = seededRandom(seed);
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'layover-splice-'));
  try {
    const { db, wal } = splice(copies, random);
    const file = path.join(folder, 'account.db');
    writeFileSync(file, db);
    if (wal.length > 0) writeFileSync(`${file}-wal`, wal);
    const world = fakeWorld({ seed });
    const answer = openStore({ file, world, account: { ...testAccount }, seal, expected: true });
    if (answer.kind !== 'open') return { violation: null, said: answer.kind };
    try {
      return await run(answer.store, copies, world);
    } finally {
      answer.store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(store: Store, copies: Copies, world: ReturnType<typeof fakeWorld>): Promise<Spliced> {
  const desk = createDesk({ over: { store, world }, anchor: copies.anchor });
  let said = await started(() => desk.engine.start(), world);
  const { connection } = desk.engine;
  try {
    await world.advance(20_000);
  } catch (error) {
    said ??= String(error);
  }
  if (connection().kind === 'broken') said ??= 'broken';
  desk.engine.stop();
  const left = desk.requests.map(({ headers }) => headerOf(headers, 'idempotency-key') ?? '').filter((id) => copies.taken.has(id));
  if (left.length > 0)
    return { violation: `left though it was taken back: ${left.join(' ')} (${said ?? 'nothing said'})`, said: said ?? 'nothing' };
  if (said === 'broken' || said?.startsWith('SQLITE')) return { violation: null, said };
  if (said !== null && trustOf(store, host) === 'withSignIn') return { violation: 'a host that was refused is trusted again', said };
  if (said === null) {
    const problem = unsaid(store, copies);
    if (problem !== null) return { violation: `nothing was said: ${problem}`, said: 'nothing' };
  }
  return { violation: null, said: said ?? 'nothing to say' };
}

/** The findings of a start; null for none. */
async function started(start: () => ReturnType<ReturnType<typeof createDesk>['engine']['start']>, world: ReturnType<typeof fakeWorld>) {
  try {
    const starting = start();
    await world.advance(1_000);
    const { restored, broken, notAsApproved, trustForgotten } = await starting;
    if (restored) return 'restored';
    if (broken) return 'log broken';
    if (notAsApproved > 0) return 'not as approved';
    return trustForgotten.length > 0 ? 'trust forgotten' : null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Unreported differences from the newer copy, except the engine's later work. */
function unsaid(store: Store, { rows, taken }: Copies): string | null {
  const now = rowsOf(store);
  const changed = [...taken].filter((id) => now.get(id) !== rows.get(id));
  if (changed.length > 0)
    return `${changed.join(' ')} was taken back, and is ${changed.map((id) => now.get(id)?.split('\n')[0]).join(' ')}`;
  const lost = [...rows.keys()].filter((id) => !now.has(id));
  if (lost.length > 0) return `${lost.join(' ')} is not here`;
  return trustOf(store, host) === 'withSignIn' ? 'a host that was refused is trusted again' : null;
}
