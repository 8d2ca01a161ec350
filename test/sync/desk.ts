import { learnedReads } from '#main/account-life/first-run/learned-reads.ts';
import { createCapabilities, type Capabilities } from '#main/accounts/trust/capabilities.ts';
import { createClient } from '#main/api/client.ts';
import type { Transport, WireAnswer, WireFailure, WireRequest } from '#main/api/transport/transport.ts';
import { editById, reasonOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { putRecord, type HeardRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { recordEdit, type EditInput } from '#main/edits/record/record-edit.ts';
import { createEngine, type Engine } from '#main/sync/engine.ts';
import type { Guard } from '#main/sync/engine-parts.ts';
import { writeJson } from '#service/domain/json.ts';
import type { Switches } from '#service/domain/switches.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { carriedOutTwice } from '#test/carried-out-twice.ts';
import { domainServer, onTheWire, type DomainServer } from '#test/laws/domain-server.ts';
import { smallCompany, type SmallCompany } from '#test/laws/small-company.ts';
import type { Log } from '#shared/world.ts';
import { fakeWorld, seededRandom, silentLog, uuidFrom, type FakeWorld } from '#test/world.ts';
import { anchored } from '#test/anchors.ts';
import type { Anchor } from '#main/audit/anchor.ts';
import type { AuditHead } from '#main/audit/audit.ts';

/** The network's behaviour for the next requests: `null` is normal. */
export type Weather = (request: WireRequest, server: DomainServer) => WireAnswer | WireFailure | null | Promise<WireAnswer | WireFailure>;

/** A user's desk: a store in memory, the engine, and the sandbox's rules behind a network that the test decides about. */
export interface Desk {
  world: FakeWorld;
  store: Store;
  company: SmallCompany;
  server: DomainServer;
  engine: Engine;
  requests: WireRequest[];
  /** The number of requested connections, and of requests before. */
  madeReady: { connections: number; asked: number }[];
  capabilities: Capabilities;
  keychain: {
    counter: bigint | null;
    /** The newest line that it was told. */
    line?: AuditHead;
    refuses: boolean;
    locked: boolean;
    readOnly: boolean;
    raised: bigint[];
    takesMs: number;
  };
  /** The duration of the sign-in. */
  signIn: { takesMs: number };
  weather(weather: Weather | null): void;
  /** Fills the cache with the service's record. */
  know(kind: RecordKind, id: string): void;
  /** An export of today is taken in: its edits are compared with it. */
  hear(kind: RecordKind, id: string): void;
  record(input: EditInput): string;
  /** Records a payment of an invoice, by its place in the company; nobody approved it. */
  pay(invoice?: number, amount?: bigint): string;
  /** Lets them leave, with the second confirmation. */
  approve(...ids: string[]): void;
  edit(id: string): OutboxRow;
  /** The sentence of the edit's reason; '' without one. */
  said(id: string): string;
  /** Lets the virtual clock run. */
  run(ms: number): Promise<void>;
  /** The same, from the engine's start on. */
  begin(ms: number): Promise<void>;
  /** A new engine over the same database, as after a crash. */
  restart(options?: { reads?: boolean }): Promise<void>;
}

/** Writes of this method are carried out, and nobody hears the answer. */
export const losesAnswers =
  (method: WireRequest['method']): Weather =>
  (request, server) => {
    if (request.method !== method) return null;
    server.carryOut(request);
    return failure('reset', true);
  };

export const failure = (cause: WireFailure['cause'], bytesWritten: boolean): WireFailure => ({
  kind: 'failure',
  cause,
  bytesWritten,
  status: null,
  detail: cause,
  afterMs: 10,
});

const baseUrl = 'https://service.test';

function letLeave(store: Store, ids: string[]): void {
  const answer = approve(store, { ids, fingerprint: fingerprintOf(store), secondConfirmation: true });
  if (!answer.ok) throw new Error(`not approved: ${JSON.stringify(answer)}`);
}

/** The service's record, as an export of this moment holds it. */
function exportOf(company: SmallCompany, ref: HeardRecord['ref'], asOf: number): HeardRecord {
  const text = writeJson(company.store.get(ref.kind, ref.id));
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('unreadable fixture');
  return { ref, text, value: parsed.value, provenance: 'import', asOf, complete: true };
}

/** Builds a desk; the engine is not started. A `capable` one learns what the service offers, as an open account does. */
export function createDesk(
  options: {
    seed?: number;
    switches?: Partial<Switches>;
    reads?: boolean;
    capable?: boolean;
    authorization?: string;
    maxConcurrency?: number;
    /** Other than one that ends the test with the first error. */
    log?: Log;
    /** Another store than a new one in memory, over its own world. */
    over?: { store: Store; world: FakeWorld };
    /** Another company than a new one: two laptops of one company. */
    company?: SmallCompany;
    /** The keychain's initial anchor. */
    anchor?: Anchor;
  } = {},
): Desk {
  // A bug in the engine ends the test that caused it, not a later one.
  const broken: string[] = [];
  const log: Log = { ...silentLog, error: (event, facts) => void broken.push(`${event} ${JSON.stringify(facts)}`) };
  const world = options.over?.world ?? fakeWorld({ seed: options.seed ?? 1, log: options.log ?? log });
  const store = options.over?.store ?? openTestStore(world);
  const company = options.company ?? smallCompany();
  const random = seededRandom(99);
  const server = domainServer(company, { now: () => world.now(), uuid: () => uuidFrom(random) }, options.switches);
  const keychain: Desk['keychain'] = { counter: null, refuses: false, locked: false, readOnly: false, raised: [], takesMs: 0 };
  const signIn = { takesMs: 0 };
  const guard: Guard = {
    read: async () => {
      if (keychain.locked) return 'locked';
      if (keychain.counter === null) return options.anchor ?? (keychain.readOnly ? 'unavailable' : null);
      return anchored(keychain.counter, { line: keychain.line ?? anchored(0).line });
    },
    raise: async (to) => {
      if (keychain.takesMs > 0) await world.sleep(keychain.takesMs);
      if (keychain.refuses || keychain.locked) return 'locked';
      if (keychain.readOnly) return 'unavailable';
      keychain.raised.push(BigInt(to.claims));
      keychain.line = to.line;
      keychain.counter = keychain.counter !== null && keychain.counter > to.claims ? keychain.counter : BigInt(to.claims);
      return true;
    },
  };
  let weather: Weather | null = null;
  const requests: WireRequest[] = [];
  const madeReady: Desk['madeReady'] = [];
  const transport: Transport = {
    exchange: async (request) => {
      requests.push(request);
      await world.sleep(20);
      return (await weather?.(request, server)) ?? onTheWire(server.carryOut(request), 20);
    },
    makeReady: (_url, connections) => void madeReady.push({ connections, asked: requests.length }),
    close: async () => undefined,
  };
  const account = {
    baseUrl,
    authorization: async () => {
      if (signIn.takesMs > 0) await world.sleep(signIn.takesMs);
      return { kind: 'header' as const, value: options.authorization ?? 'Basic key' };
    },
    onUnauthorized: async () => false,
    trusts: () => 'ask' as const,
    documentParameter: null,
  };
  const client = createClient({ world, transport, account });
  const capabilities = createCapabilities(store);
  const taught = options.capable ? learnedReads(capabilities) : {};
  const width = options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency };
  const build = (reads: boolean) => createEngine({ store, client, world, guard, mayRead: () => reads, ...taught, ...width });
  const exported = (kind: RecordKind, id: string) => exportOf(company, { kind, id }, world.now());
  const desk: Desk = {
    world,
    store,
    company,
    server,
    engine: build(options.reads ?? false),
    requests,
    madeReady,
    capabilities,
    keychain,
    signIn,
    weather: (next) => {
      weather = next;
    },
    know: (kind, id) => putRecord(store, exported(kind, id)),
    hear: (kind, id) => void store.commit('heard', () => hearRecord(store, exported(kind, id))),
    record: (input) => {
      const answer = recordEdit(store, input, {});
      if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.issues)}`);
      return answer.id;
    },
    pay: (invoice = 0, amountInInvoiceCurrency = 100n) => {
      const body = { paymentDate: '2026-02-03', bankAccountId: company.bankAccountId, amountInInvoiceCurrency };
      const recordId = company.invoices[invoice] ?? '';
      return desk.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
    },
    approve: (...ids) => letLeave(store, ids),
    edit: (id) => {
      const row = editById(store, id);
      if (!row) throw new Error(`no edit ${id}`);
      return row;
    },
    said: (id) => {
      const reason = reasonOf(desk.edit(id));
      return reason ? sentenceOfReason(reason) : '';
    },
    begin: async (ms) => {
      // A start over a long queue gives way to other work, which takes no virtual time but a clock that runs.
      await Promise.all([desk.engine.start(), world.settle()]);
      await desk.run(ms);
    },
    run: async (ms) => {
      await world.advance(ms);
      // In every test: no bug of the engine, and nothing that creates was carried out twice.
      const wrong = [...broken, ...carriedOutTwice(company.store.journal())];
      if (wrong.length > 0) throw new Error(wrong.join('; '));
    },
    restart: async ({ reads = options.reads ?? false } = {}) => {
      desk.engine.stop();
      desk.engine = build(reads);
      await desk.engine.start();
    },
  };
  return desk;
}

/** The service's no to a body, in its own words. */
export const refusal: WireAnswer = {
  kind: 'answer',
  status: 422,
  headers: [['content-type', 'application/json;charset=UTF-8']],
  body: new TextEncoder().encode(JSON.stringify({ name: 'Error', type: 'UNPROCESSABLE_CONTENT', errors: [] })),
  afterMs: 5,
};
