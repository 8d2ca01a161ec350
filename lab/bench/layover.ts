// Layover's own core as a subject of the bench: the real store, `recordEdit`, the engine, lists and search. Nothing here is a copy of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '#main/api/client.ts';
import { createUndiciTransport } from '#main/api/transport/undici-transport.ts';
import { networkThread } from '#main/host/network/network-thread.ts';
import { indexEdits } from '#main/projections/search/edit-words.ts';
import { claimsEver } from '#main/outbox/claim.ts';
import { openEditsOfMany } from '#main/outbox/outbox.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { facets } from '#main/projections/lists/list-counts.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { putRecord } from '#main/records/records.ts';
import { search } from '#main/projections/search/search.ts';
import { indexRecords } from '#main/projections/search/word-index.ts';
import type { Store } from '#main/storage/store.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { createEngine } from '#main/sync/engine.ts';
import type { ListInput } from '#shared/contract/inputs.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { realWorld } from '#test/world.ts';
import { bytesByTree, eachAdded, logPagesByTree, type ByTree } from './where-it-lies.ts';
import { allStatuses, eachOf, edit, expense, forSeconds, percentiles, processorTime, runSubject, searches, uuidOf } from './workload.mjs';
import { anchorOf } from '#main/audit/anchor.ts';
import { anchorInMemory } from '#test/anchors.ts';

interface Options {
  dir: string;
  seconds: number;
  records: number;
  edits: number;
  url: string;
  ca: string;
  width: number;
  limitSeconds: number;
  merge: boolean;
  /** Edits that move no date: the date is in three list indexes and two day counters. */
  dateless?: boolean;
  /** 500 records again and again: the next edit of each is recorded when all before were answered, so that none meets another. */
  hot?: boolean;
  /** The log is not folded in meanwhile: how many pages an edit writes can be read from it, and what it keeps on the disk from its recording on. */
  countPages?: boolean;
  /** Reads each record before its write, as the product does when it was not heard of in the last minute. */
  readFirst: boolean;
  /** On an encrypted database. */
  sealed?: boolean;
  /** The program of the network's thread, bundled as the product's is; without it requests travel from the thread of the cache. */
  networkProgram?: string;
}

const world = realWorld();
const open = ({ dir, sealed = false }: Pick<Options, 'dir' | 'sealed'>, later = false): Store =>
  openTestStore(world, path.join(dir, 'layover.sqlite'), testAccount, sealed ? testSeal : null, later);

function fill(store: Store, records: number): void {
  for (let start = 0; start < records; start += 5000)
    store.commit('fill', () => {
      for (let n = start; n < Math.min(records, start + 5000); n++) {
        const value = expense(n) as unknown as JsonObject;
        putRecord(store, {
          ref: { kind: 'expense', id: String(value['id']) },
          text: JSON.stringify(value),
          value,
          provenance: 'import',
          asOf: world.now(),
          complete: true,
        });
      }
    });
}

/** `separate` asks for a review, so that edits of one record are not merged into each other. */
function record(store: Store, n: number, over: number): void {
  const { record: recordId, body } = edit(n, over);
  recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId, body }, {});
}

/** More records than edits are made in one run, so that no edit meets another of its record. */
const spare = 30_000;

async function W1(options: Options) {
  const { seconds } = options;
  const store = open(options);
  fill(store, spare);
  // Every edit is of another record: an edit that merges into the one before it would be cheaper than what is measured.
  return forSeconds(seconds, (n: number) => {
    const { body } = edit(n, 500);
    recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId: uuidOf(n % spare), body }, {});
  });
}

async function prepare(options: Options) {
  const { records, edits } = options;
  const store = open(options);
  store.sql.pragma('synchronous = OFF');
  fill(store, records);
  store.commit('queue', () => {
    for (let n = 0; n < edits; n++) record(store, n, records);
  });
  // The product does this two seconds after the newest edit.
  while (!indexRecords(store) || !indexEdits(store));
  store.close();
  return {};
}

const hotRecords = 500;

/** Refused by the transport itself, without a byte. */
const nothing = {
  ...{ method: 'GET' as const, url: 'http://nowhere.invalid/', headers: [], body: null },
  priority: 'read' as const,
  connectTimeoutMs: 1,
  totalTimeoutMs: 1,
};

/** Pages in the write-ahead log. */
const logPages = (store: Store): number => (store.sql.pragma('wal_checkpoint(NOOP)') as { log: number }[])[0]?.log ?? 0;

/** Bytes of the database without free pages. */
const bytesOf = (store: Store): number => {
  // Includes the work that follows behind commits.
  while (!indexRecords(store) || !indexEdits(store));
  const pages = (name: string) => Number(store.sql.pragma(name, { simple: true }));
  return (pages('page_count') - pages('freelist_count')) * pages('page_size');
};

interface Before {
  bytesBefore: number;
  treesBefore: ByTree;
  edits: number;
}

/** The bytes that an edit adds for good, by table and index. */
function whatStays(store: Store, { bytesBefore, treesBefore, edits }: Before) {
  const diskBytes = (bytesOf(store) - bytesBefore) / edits;
  return { diskBytes, bytesByTree: eachAdded(treesBefore, bytesByTree(store), edits) };
}

/** With `merge`, edits of one record meet before they leave, as in the product; without, each edit is of a record of its own. */
async function W2(options: Options) {
  const { url, ca, edits, width, limitSeconds, merge, dateless = false, hot = false, readFirst = false, networkProgram } = options;
  const store = open(options);
  fill(store, merge || hot ? hotRecords : edits);
  const bytesBefore = options.countPages ? bytesOf(store) : 0;
  const treesBefore = options.countPages ? bytesByTree(store) : {};
  let recorded = 0;
  const queue = (until: number) =>
    store.commit('queue', () => {
      for (; recorded < until; recorded += 1) {
        const body = dateless ? { originalCurrency: ['SEK', 'NOK', 'DKK'][recorded % 3] } : edit(recorded, 500).body;
        const recordId = merge ? edit(recorded, hotRecords).record : uuidOf(hot ? recorded % hotRecords : recorded);
        recordEdit(store, { kind: 'updateExpense', recordKind: 'expense', recordId, body }, {});
      }
    });
  queue(hot ? hotRecords : edits);
  if (options.countPages) {
    store.sql.pragma('wal_checkpoint(TRUNCATE)');
    store.sql.pragma('wal_autocheckpoint = 0');
  }
  const thread = networkProgram === undefined ? null : networkThread(world, networkProgram);
  const openTransport = thread?.openTransport ?? createUndiciTransport;
  const transport = openTransport({ world, trust: { kind: 'pinned', ca: readFileSync(ca, 'utf8') } });
  // The product begins its thread behind the first page; what is measured begins when a user's laptop would.
  await transport.exchange(nothing);
  let requests = 0;
  let reads = 0;
  let firstAt = Number.POSITIVE_INFINITY;
  let endedAt = 0;
  const counting = {
    ...transport,
    exchange: (...sent: Parameters<typeof transport.exchange>) => {
      if (sent[0].method === 'PATCH') requests += 1;
      else reads += 1;
      if (requests === 1) firstAt = Math.min(firstAt, performance.now());
      return transport.exchange(...sent);
    },
  };
  let commits = 0;
  const committing = store.commit;
  const counted = <T>(label: string, work: () => T): T => {
    const done = committing(label, work);
    if (label === 'turn') [commits, endedAt] = [commits + 1, performance.now()];
    return done;
  };
  Object.assign(store, { commit: counted });
  const account = {
    baseUrl: url,
    authorization: async () => ({ kind: 'header' as const, value: 'Basic bench' }),
    onUnauthorized: async () => false,
    trusts: () => 'no' as const,
    documentParameter: null,
  };
  const client = createClient({ world, transport: counting, account });
  const engine = createEngine({
    store,
    client,
    world,
    maxConcurrency: width,
    readFirst,
    // The keychain knows what was ever claimed here, or everything would be held.
    guard: anchorInMemory(claimsEver(store) > 0 ? anchorOf(store) : null),
  });
  // On a covering index, and seldom: counting must not be part of what is measured.
  const open_ = store.sql
    .prepare<[], number>(`SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending', 'checking') AND ${isOpenSql}`)
    .pluck();
  const pagesBefore = logPages(store);
  const started = performance.now();
  const spent = processorTime();
  await engine.start();
  while (((open_.get() ?? 0) > 0 || recorded < edits) && performance.now() - started < limitSeconds * 1000) {
    await new Promise((resolve) => setTimeout(resolve, hot ? 1 : 20));
    if (recorded < edits && open_.get() === 0) queue(Math.min(edits, recorded + hotRecords));
  }
  // When the last verdict was on the disk: looking every 20 ms would add ten to each run.
  const seconds = ((open_.get() === 0 ? endedAt : performance.now()) - started) / 1000;
  engine.stop();
  await thread?.close();
  const pages = options.countPages ? (logPages(store) - pagesBefore) / edits : null;
  const pagesByTree = options.countPages ? eachAdded({}, logPagesByTree(store, path.join(options.dir, 'layover.sqlite')), edits) : {};
  const left = (open_.get() ?? 0) + edits - recorded;
  if (left === edits) throw new Error(`nothing was sent in ${limitSeconds} s: ${JSON.stringify(engine.connection())}`);
  return {
    perSecond: merge ? (edits * (1 - left / Math.max(1, requests))) / seconds : (edits - left) / seconds,
    done: edits - left,
    requests,
    reads,
    commits,
    ...eachOf(spent(), edits - left),
    ...(pages === null ? {} : { pages, pagesByTree, ...whatStays(store, { bytesBefore, treesBefore, edits }) }),
    firstMs: firstAt - started,
    perSecondFromFirst: (edits - left) / (seconds - (firstAt - started) / 1000),
    seconds,
  };
}

/** A start that works offline asks nobody. */
const nowhere = () =>
  createClient({
    world,
    transport: createUndiciTransport({ world, trust: { kind: 'system', extraCa: null } }),
    account: {
      baseUrl: 'https://nowhere.invalid',
      authorization: async () => ({ kind: 'header' as const, value: 'Basic bench' }),
      onUnauthorized: async () => false,
      trusts: () => 'no' as const,
      documentParameter: null,
    },
  });

const input = (change: Partial<ListInput>): ListInput => ({
  filter: { kind: 'expense' },
  sort: 'date',
  descending: true,
  after: null,
  skip: 0,
  limit: 50,
  named: [],
  ...change,
});

/** As the product starts: the page first, then the queue is looked through (`lookMs`), before anything is written or leaves. */
async function W3(options: Options) {
  const started = performance.now();
  const store = open(options, true);
  const page = listRecords(store, input({}));
  const pending = openEditsOfMany(
    store,
    'expense',
    page.rows.map((row) => row.id),
  );
  const ms = performance.now() - started;
  while (!store.lookThrough());
  return { ms, lookMs: performance.now() - started - ms, rows: page.rows.length, pending: pending.size };
}

/** Everything that opening an account does with its database: the first page, the look through the queue, the audit log's end, the engine's recovery. */
async function start(options: Options) {
  const started = performance.now();
  const store = open(options, true);
  const { rows } = listRecords(store, input({}));
  while (!store.lookThrough());
  const engine = createEngine({
    store,
    client: nowhere(),
    world,
    guard: anchorInMemory(claimsEver(store) > 0 ? anchorOf(store) : null),
  });
  engine.workOffline(true);
  const { broken } = await engine.start();
  const ms = performance.now() - started;
  engine.stop();
  return { ms, whole: broken === null, rows: rows.length };
}

async function W4(options: Options) {
  const store = open(options);
  const timed = (times: number, work: (n: number) => unknown) =>
    percentiles(
      Array.from({ length: times }, (_, n) => {
        const t = performance.now();
        work(n);
        return performance.now() - t;
      }),
    );
  return {
    list: timed(200, () => listRecords(store, input({}))),
    filter: timed(200, (n) => listRecords(store, input({ filter: { kind: 'expense', query: `status:${allStatuses[n % 4] ?? ''}` } }))),
    search: timed(200, (n) => search(store, (searches[n % 10] ?? []).join(' '), 50)),
    counts: timed(50, () => facets(store, 'expense')),
  };
}

await runSubject({ W1, prepare, W2, W3, W4, start });
