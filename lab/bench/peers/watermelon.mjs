// WatermelonDB on its Node SQLite adapter. Its own default is a rollback journal; `wal: true` forces WAL with synchronous=FULL, which is faster and as durable.
import path from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { allStatuses, amountOf, edit, expense, forSeconds, percentiles, runSubject, searches, titleOf } from '#lab/bench/workload.mjs';

const require = createRequire(import.meta.url);
const { appSchema, Database, Model, Q, tableSchema } = require('@nozbe/watermelondb');
const SQLiteAdapter = require('@nozbe/watermelondb/adapters/sqlite').default;
const bridge = require('@nozbe/watermelondb/adapters/sqlite/sqlite-node/DatabaseBridge').default;
const { synchronize } = require('@nozbe/watermelondb/sync');
require('@nozbe/watermelondb/utils/common/logger').default.silence();

const schema = appSchema({
  version: 1,
  tables: [
    tableSchema({
      name: 'record',
      columns: [
        { name: 'title', type: 'string' },
        { name: 'status', type: 'string', isIndexed: true },
        { name: 'date', type: 'string', isIndexed: true },
        { name: 'amount', type: 'number' },
        { name: 'json', type: 'string' },
      ],
    }),
  ],
});

class Row extends Model {
  static table = 'record';
}

async function open(dir, { durable = true, wal = true } = {}) {
  const file = path.join(dir, 'watermelon.sqlite');
  const adapter = new SQLiteAdapter({ schema, dbName: file, jsi: false });
  const database = new Database({ adapter, modelClasses: [Row] });
  await database.get('record').query(Q.take(1)).fetch();
  for (const { driver } of Object.values(bridge.connections)) {
    driver.database.instance.pragma(`journal_mode = ${wal ? 'WAL' : 'DELETE'}`);
    driver.database.instance.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
  }
  return database;
}

const rawOf = (n) => {
  const r = expense(n);
  return {
    id: r.id,
    title: titleOf(r),
    status: r.status,
    date: r.performedDate,
    amount: amountOf(r),
    json: JSON.stringify(r),
    _status: 'synced',
    _changed: '',
  };
};

async function fill(database, records) {
  const rows = database.get('record');
  for (let start = 0; start < records; start += 5000)
    await database.write(() =>
      database.batch(Array.from({ length: Math.min(5000, records - start) }, (_, i) => rows.prepareCreateFromDirtyRaw(rawOf(start + i)))),
    );
}

async function change(database, e) {
  const row = await database.get('record').find(e.record);
  await database.write(() => row.update((r) => r._setRaw('date', e.body.performedDate)));
}

const W1 = async ({ dir, seconds, wal }) => {
  const database = await open(dir, { wal });
  await fill(database, 500);
  return forSeconds(seconds, (n) => change(database, edit(n, 500)));
};

const prepare = async ({ dir, records, edits }) => {
  const database = await open(dir, { durable: false });
  await fill(database, records);
  for (let n = 0; n < edits; n++) await change(database, edit(n, records));
  return {};
};

/** It keeps one pending state a record, so fewer requests than edits leave; its rate is given in edits all the same. */
const W2 = async ({ dir, url, ca, edits, width, from }) => {
  const { Agent, request } = createRequire(path.join(from, 'package.json'))('undici');
  const dispatcher = new Agent({ connections: width, pipelining: 1, connect: { ca: readFileSync(ca, 'utf8') } });
  const database = await open(dir);
  await fill(database, edits);
  for (let n = 0; n < edits; n++) await change(database, { ...edit(n, 500), record: expense(n).id });
  let done = 0;
  const started = performance.now();
  await synchronize({
    database,
    pullChanges: async () => ({ changes: {}, timestamp: 1 }),
    pushChanges: async ({ changes }) => {
      const list = changes.record.updated;
      let next = 0;
      const worker = async () => {
        while (next < list.length) {
          const r = list[next++];
          const answer = await request(`${url}/v1/expenses/${r.id}`, {
            method: 'PATCH',
            dispatcher,
            headers: { 'content-type': 'application/json;charset=UTF-8' },
            body: JSON.stringify({ performedDate: r.date }),
          });
          await answer.body.text();
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: width }, worker));
    },
  });
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: done / seconds, done, seconds };
};

const newest = (database, ...where) =>
  database
    .get('record')
    .query(...where, Q.sortBy('date', Q.desc), Q.take(50))
    .fetch();

const W3 = async ({ dir }) => {
  const started = performance.now();
  const database = await open(dir);
  const rows = await newest(database);
  const pending = rows.filter((r) => r._raw._status !== 'synced');
  return { ms: performance.now() - started, rows: rows.length, pending: pending.length };
};

const W4 = async ({ dir }) => {
  const database = await open(dir);
  const timed = async (times, work) => {
    const list = [];
    for (let i = 0; i < times; i++) {
      const t = performance.now();
      await work(i);
      list.push(performance.now() - t);
    }
    return percentiles(list);
  };
  return {
    list: await timed(100, () => newest(database)),
    filter: await timed(50, (i) => newest(database, Q.where('status', allStatuses[i % 4]))),
    search: await timed(10, (i) => newest(database, ...searches[i % 10].map((w) => Q.where('title', Q.like(`%${w}%`))))),
    counts: await timed(10, () => Promise.all(allStatuses.map((s) => database.get('record').query(Q.where('status', s)).fetchCount()))),
  };
};

await runSubject({ W1, prepare, W2, W3, W4 });
