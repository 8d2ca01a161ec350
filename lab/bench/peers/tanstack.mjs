// TanStack DB with offline-transactions, its outbox on SQLite (WAL, synchronous=FULL) through its own StorageAdapter; collections live in memory.
import Database from 'better-sqlite3';
import path from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { BTreeIndex, createCollection, createLiveQueryCollection, eq } from '@tanstack/db';
import { startOfflineExecutor } from '@tanstack/offline-transactions';
import { allStatuses, amountOf, edit, expense, forSeconds, percentiles, runSubject, searches, titleOf } from '#lab/bench/workload.mjs';

function storageIn(dir, durable = true) {
  const db = new Database(path.join(dir, 'tanstack.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  db.exec(
    'create table if not exists entry (key text primary key, value text) without rowid; create table if not exists record (id text primary key, json text) without rowid',
  );
  const get = db.prepare('select value from entry where key = ?').pluck();
  const set = db.prepare('insert or replace into entry values (?, ?)');
  const remove = db.prepare('delete from entry where key = ?');
  const keys = db.prepare('select key from entry').pluck();
  return {
    db,
    get: async (key) => get.get(key) ?? null,
    set: async (key, value) => void set.run(key, value),
    delete: async (key) => void remove.run(key),
    keys: async () => keys.all(),
    clear: async () => void db.exec('delete from entry'),
  };
}

const narrow = (r) => ({ id: r.id, title: titleOf(r), status: r.status, date: r.performedDate, amount: amountOf(r) });

async function open({ storage, rows, send, online }) {
  const collection = createCollection({
    id: 'record',
    getKey: (r) => r.id,
    startSync: true,
    autoIndex: 'eager',
    defaultIndexType: BTreeIndex,
    sync: {
      sync: ({ begin, write, commit, markReady }) => {
        begin();
        for (const value of rows) write({ type: 'insert', value });
        commit();
        markReady();
      },
    },
  });
  await collection.preload();
  let connected = online;
  let listener = () => {};
  const executor = startOfflineExecutor({
    collections: { record: collection },
    storage,
    mutationFns: { change: send },
    leaderElection: {
      requestLeadership: async () => true,
      releaseLeadership() {},
      isLeader: () => true,
      onLeadershipChange: () => () => {},
    },
    onlineDetector: {
      subscribe: (l) => ((listener = l), () => {}),
      notifyOnline: () => listener(),
      isOnline: () => connected,
      dispose() {},
    },
  });
  await executor.waitForInit();
  const goOnline = () => {
    connected = true;
    listener();
  };
  return { collection, executor, goOnline };
}

const rowsOf = (count) => Array.from({ length: count }, (_, n) => narrow(expense(n)));

/** Resolves once the edit's entry is in the outbox on disk. */
async function change({ executor, collection }, storage, e) {
  const tx = executor.createOfflineTransaction({ mutationFnName: 'change', autoCommit: false });
  let stored;
  const written = new Promise((resolve) => (stored = resolve));
  const set = storage.set;
  storage.set = async (key, value) => {
    await set(key, value);
    storage.set = set;
    stored();
  };
  tx.mutate(() => collection.update(e.record, (draft) => void (draft.date = `${e.body.performedDate}#${e.id}`)));
  tx.commit().catch(() => {});
  await written;
}

const W1 = async ({ dir, seconds }) => {
  const storage = storageIn(dir);
  const desk = await open({ storage, rows: rowsOf(500), send: async () => {}, online: false });
  return forSeconds(seconds, (n) => change(desk, storage, edit(n, 500)));
};

const prepare = async ({ dir, records, edits }) => {
  const storage = storageIn(dir, false);
  const put = storage.db.prepare('insert into record values (?, ?)');
  storage.db.transaction(() => rowsOf(records).forEach((r) => put.run(r.id, JSON.stringify(r))))();
  const desk = await open({ storage, rows: rowsOf(records), send: async () => {}, online: false });
  for (let n = 0; n < edits; n++) await change(desk, storage, edit(n, records));
  return {};
};

const W2 = async ({ dir, url, ca, edits, width, from, limitSeconds }) => {
  const { Agent, request } = createRequire(path.join(from, 'package.json'))('undici');
  const dispatcher = new Agent({ connections: width, pipelining: 1, connect: { ca: readFileSync(ca, 'utf8') } });
  const storage = storageIn(dir);
  let done = 0;
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const send = async ({ transaction }) => {
    for (const m of transaction.mutations) {
      const answer = await request(`${url}/v1/expenses/${m.key}`, {
        method: 'PATCH',
        dispatcher,
        headers: { 'content-type': 'application/json;charset=UTF-8' },
        body: JSON.stringify({ performedDate: m.modified.date.slice(0, 10) }),
      });
      await answer.body.text();
    }
    if (++done === edits) finish();
  };
  const desk = await open({ storage, rows: rowsOf(500), send, online: false });
  for (let n = 0; n < edits; n++) await change(desk, storage, edit(n, 500));
  const started = performance.now();
  desk.goOnline();
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, limitSeconds * 1000))]);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: done / seconds, done, seconds };
};

const stored = (storage) =>
  storage.db
    .prepare('select json from record')
    .pluck()
    .all()
    .map((text) => JSON.parse(text));

async function newest(collection, where) {
  const live = createLiveQueryCollection({
    startSync: true,
    query: (q) => {
      const from = q.from({ r: collection });
      return (where ? from.where(where) : from).orderBy(({ r }) => r.date, 'desc').limit(50);
    },
  });
  await live.preload();
  const rows = live.toArray;
  await live.cleanup();
  return rows;
}

const W3 = async ({ dir }) => {
  const started = performance.now();
  const storage = storageIn(dir);
  const desk = await open({ storage, rows: stored(storage), send: async () => {}, online: false });
  const rows = await newest(desk.collection);
  return { ms: performance.now() - started, rows: rows.length, pending: rows.filter((r) => r.date.includes('#')).length };
};

const W4 = async ({ dir }) => {
  const storage = storageIn(dir);
  const desk = await open({ storage: { ...storage, keys: async () => [] }, rows: stored(storage), send: async () => {}, online: false });
  const timed = async (times, work) => {
    const list = [];
    for (let i = 0; i < times; i++) {
      const t = performance.now();
      await work(i);
      list.push(performance.now() - t);
    }
    return percentiles(list);
  };
  const matching = (list) => desk.collection.toArray.filter((r) => list.every((w) => r.title.includes(w))).slice(0, 50);
  return {
    list: await timed(3, () => newest(desk.collection)),
    filter: await timed(3, (i) => newest(desk.collection, ({ r }) => eq(r.status, allStatuses[i % 4]))),
    search: await timed(10, (i) => matching(searches[i % 10])),
    counts: await timed(5, () => Object.groupBy(desk.collection.toArray, (r) => r.status)),
  };
};

await runSubject({ W1, prepare, W2, W3, W4 });
