import { anchorOf } from '#main/audit/anchor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#main/api/client.ts';
import type { WireRequest } from '#main/api/transport/transport.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { editById } from '#main/outbox/outbox.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { recordEdit, type EditInput } from '#main/edits/record/record-edit.ts';
import { createEngine } from '#main/sync/engine.ts';
import { writeJson } from '#service/domain/json.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { makeCertificate } from '#test/api/lab.ts';
import { startProxy, type LabProxy } from '#test/api/proxy-lab.ts';
import { openTestStore } from '#test/cache.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { realWorld } from '#test/world.ts';
import { eventually } from './desk.ts';
import { anna, networkOver, onsets, road, troublesOf, type Onset, type Trouble, type Way } from './proxy-troubles.ts';
import { quickWorld } from './quick-world.ts';
import { anchorInMemory } from '#test/anchors.ts';

// A small queue worked by the real engine through a company's proxy: first the trouble, then its end. What the service holds is judged by the
// service's own journal and records.

const newDate = '2026-03-12';
const secret = 'canary-of-the-comment';
let service: RunningService;
let pems: { key: string; cert: string };
/** Bytes that one question sends into a tunnel, its handshake included. */
let question: number;
let records: { expenses: string[]; invoices: string[]; bankAccountId: string };
const tally = { cases: 0, troubled: 0, doubtAndThere: 0, doubtAndNotThere: 0, checked: 0 };

beforeAll(async () => {
  [service, pems] = await Promise.all([startService({ records: 8_000 }), makeCertificate()]);
  const { store, companyId } = service;
  const mine = <T extends { id: string; companyId: string }>(all: Iterable<T>) => [...all].filter((one) => one.companyId === companyId);
  records = {
    expenses: mine(store.list('expense')).flatMap(({ id, status, performedDate }) =>
      status === 'CREATED' && performedDate !== newDate ? [id] : [],
    ),
    invoices: mine(store.list('invoiceReceivable')).flatMap(({ id, state }) => (state === 'OPEN' ? [id] : [])),
    bankAccountId: mine(store.list('bankAccount'))[0]?.id ?? '',
  };
  question = await measuredQuestion();
});

afterAll(async () => {
  const twice = carriedOutTwice(service.store.journal(0));
  const forwarded = service.sandbox.captured.filter(({ headers }) => 'proxy-authorization' in headers);
  await service.close();
  console.log(`queues through proxies: ${JSON.stringify(tally)}`);
  expect({ twice, forwarded }).toEqual({ twice: [], forwarded: [] });
  expect(tally.cases).toBeGreaterThanOrEqual(200);
  // The troubles bite: requests that arrived and requests that did not were both left without an answer.
  for (const times of Object.values(tally)) expect(times).toBeGreaterThan(0);
});

async function measuredQuestion(): Promise<number> {
  const lab = await startProxy({ kind: 'tunnels' });
  const way: Way = { proxy: lab.address, known: null };
  const transport = createUndiciTransport({ world: realWorld(), trust: trust(), network: networkOver(() => way) });
  const headers: WireRequest['headers'] = [['Authorization', `Basic ${service.apiKey}`]];
  const limits = { priority: 'read', connectTimeoutMs: 5_000, totalTimeoutMs: 20_000 } as const;
  await transport.exchange({ method: 'GET', url: `${service.baseUrl}/v1/expenses/x`, headers, body: null, ...limits });
  await transport.close();
  await lab.close();
  return lab.tunnelled();
}

const trust = () => ({ kind: 'pinned', ca: `${service.caPem}\n${pems.cert}` }) as const;

/** One case's own records, so that no case sees another's. */
interface Share {
  changed: string;
  commented: string;
  paid: string;
}

function know(store: Store, kind: RecordKind, id: string): void {
  const text = writeJson(service.store.get(kind as 'expense', id));
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('unreadable fixture');
  putRecord(store, { ref: { kind, id }, text, value: parsed.value, provenance: 'import', asOf: Date.now(), complete: true });
}

function recordAll(store: Store, { changed, commented, paid }: Share) {
  const record = (input: EditInput) => {
    const answer = recordEdit(store, input, {});
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.issues)}`);
    return answer.id;
  };
  know(store, 'expense', changed);
  know(store, 'expense', commented);
  know(store, 'invoiceReceivable', paid);
  const payment = { paymentDate: newDate, bankAccountId: records.bankAccountId, amountInInvoiceCurrency: 123n };
  const ids = {
    change: record({ kind: 'updateExpense', recordKind: 'expense', recordId: changed, body: { performedDate: newDate } }),
    comment: record({ kind: 'createUserComment', recordKind: 'expense', recordId: commented, body: { content: secret } }),
    payment: record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId: paid, body: payment }),
  };
  const waitsForApproval = Object.values(ids).filter((id) => editById(store, id)?.state === 'draft');
  const answer = approve(store, { ids: waitsForApproval, fingerprint: fingerprintOf(store), secondConfirmation: true });
  expect(answer).toMatchObject({ ok: true });
  return ids;
}

async function workThrough(trouble: Trouble, onset: Onset, secure: boolean, share: Share): Promise<void> {
  const manner = trouble.manner === 'gone' ? { kind: 'silent' as const } : trouble.manner;
  // Nobody listens at an address that is closed again.
  const [good, bad] = await Promise.all([
    startProxy({ kind: 'tunnels' }, secure ? pems : undefined),
    manner && startProxy(manner, secure ? pems : undefined),
  ]);
  if (trouble.manner === 'gone') await bad?.close();
  const world = quickWorld(120);
  const store = openTestStore(world, ':memory:', { origin: service.baseUrl, companyId: service.companyId, userId: service.userId });
  const { transport, state, end } = road(trust(), { trouble, onset }, good, bad);
  const account = {
    baseUrl: service.baseUrl,
    authorization: () => Promise.resolve({ kind: 'header' as const, value: `Basic ${service.apiKey}` }),
    onUnauthorized: () => Promise.resolve(false),
    trusts: () => 'ask' as const,
    documentParameter: null,
  };
  const ids = recordAll(store, share);
  const guard = anchorInMemory(anchorOf(store));
  const engine = createEngine({ store, client: createClient({ world, transport, account }), world, guard });
  const states = () => Object.values(ids).map((id) => editById(store, id)?.state ?? 'gone');
  const isOver = (seen: string[]) => seen.every((one) => !['waiting', 'sending', 'checking'].includes(one));
  await engine.start();
  await eventually(states, (seen) => (state.failed && !seen.includes('sending')) || isOver(seen));
  if (states().includes('checking')) tally.checked += 1;
  if (state.failed) tally.troubled += 1;
  end();
  engine.kick();
  await eventually(states, isOver);
  engine.stop();
  await transport.close();
  judge(trouble, share, ids, store);
  expect(world.errors).toEqual([]);
  if (trouble.manner !== null) expect(good.saw() + (bad?.saw() ?? '')).toContain('CONNECT ');
  nothingWasSeen([good, ...(bad ? [bad] : [])], store, trouble);
  tally.cases += 1;
  await Promise.all([good.close(), bad?.close()]);
  store.sql.close();
}

/** P2 and P3: the service's journal and records against what the user is told. */
function judge(trouble: Trouble, share: Share, ids: ReturnType<typeof recordAll>, store: Store): void {
  const mine = service.store.journal(0).filter(({ idempotencyKey }) => Object.values(ids).includes(idempotencyKey ?? ''));
  expect(carriedOutTwice(mine)).toEqual([]);
  const told = (id: string) => editById(store, id)?.state;
  const isChanged = service.store.get('expense', share.changed)?.performedDate === newDate;
  expect({ told: told(ids.change), isChanged }).toEqual({ told: 'applied', isChanged: true });
  for (const id of [ids.comment, ids.payment]) {
    const isThere = mine.some((entry) => entry.idempotencyKey === id && entry.applied);
    if (!trouble.mayArrive || told(id) !== 'inDoubt') expect({ told: told(id), isThere }).toEqual({ told: 'applied', isThere: true });
    else if (isThere) tally.doubtAndThere += 1;
    else tally.doubtAndNotThere += 1;
  }
}

/** P21: nothing secret in any byte that a proxy saw, nor in the database. */
function nothingWasSeen(proxies: LabProxy[], store: Store, { known }: Trouble): void {
  const database = store.sql.serialize();
  expect(database.includes(service.apiKey)).toBe(false);
  for (const seen of proxies.map((proxy) => proxy.saw())) {
    const ofProxy = known ? Buffer.from(`${known.user}:${known.password}`).toString('base64') : null;
    const own = seen.match(/^proxy-authorization: .*$/gim) ?? [];
    expect(
      own.every((line) => ofProxy !== null && line.trim().toLowerCase() === `proxy-authorization: basic ${ofProxy}`.toLowerCase()),
    ).toBe(true);
    for (const word of [service.apiKey, secret, anna.password, 'amountInInvoiceCurrency', '\nauthorization:', '/payments'])
      expect(seen.toLowerCase().includes(word.toLowerCase())).toBe(false);
  }
}

test('a queue through a proxy: whatever it does, nothing twice, nothing claimed that is not so, nothing shown', async () => {
  const cases = troublesOf({ pems, serviceCa: service.caPem, question }).flatMap((trouble) =>
    onsets.flatMap((onset) => (trouble.manner === null ? [false] : [false, true]).map((secure) => ({ trouble, onset, secure }))),
  );
  const waiting = cases.entries();
  const failures: string[] = [];
  const worker = async () => {
    for (const [n, { trouble, onset, secure }] of waiting) {
      const share = { changed: records.expenses[2 * n], commented: records.expenses[2 * n + 1], paid: records.invoices[n] };
      if (!share.changed || !share.commented || !share.paid) throw new Error('too few records');
      await workThrough(trouble, onset, secure, share as Share).catch((error: unknown) => {
        failures.push(`${trouble.name}, ${onset}${secure ? ', TLS to the proxy' : ''}: ${String(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  expect(failures).toEqual([]);
  expect(tally.cases).toBe(cases.length);
});
