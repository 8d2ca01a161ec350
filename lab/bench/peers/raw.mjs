// The machine's limits: raw better-sqlite3 with WAL and synchronous=FULL, and bare undici. Not a client, the line to measure clients against.
import Database from 'better-sqlite3';
import path from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import {
  allStatuses,
  amountOf,
  edit,
  expense,
  forSeconds,
  percentiles,
  processorTime,
  runSubject,
  searches,
  titleOf,
} from '#lab/bench/workload.mjs';

function open(dir) {
  const db = new Database(path.join(dir, 'raw.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`create table if not exists record (rowid integer primary key, id text unique, title text, status text, date text, amount integer);
    create index if not exists by_date on record (date desc, rowid desc, id, title, status, amount);
    create index if not exists by_status on record (status, date desc, rowid desc, id, title, amount);
    create table if not exists body (id text primary key, json text) without rowid;
    create virtual table if not exists words using fts5 (title, content='', tokenize='unicode61');
    create table if not exists outbox (seq integer primary key autoincrement, id text unique, record text, state text, body text);
    create index if not exists open_edits on outbox (record) where state = 'waiting';
    create table if not exists audit (seq integer primary key autoincrement, edit text, what text, hash text);`);
  return db;
}

const W1 = async ({ dir, seconds }) => {
  const db = open(dir);
  const insert = db.prepare("insert into outbox (id, record, state, body) values (?, ?, 'waiting', ?)");
  const audit = db.prepare('insert into audit (edit, what, hash) values (?, ?, ?)');
  const both = db.transaction((e) => {
    insert.run(e.id, e.record, JSON.stringify(e.body));
    audit.run(e.id, 'recorded', '0'.repeat(64));
  });
  return forSeconds(seconds, (n) => both.immediate(edit(n, 500)));
};

const prepare = async ({ dir, records, edits }) => {
  const db = open(dir);
  db.pragma('synchronous = OFF');
  const row = db.prepare('insert into record (rowid, id, title, status, date, amount) values (?, ?, ?, ?, ?, ?)');
  const body = db.prepare('insert into body values (?, ?)');
  const word = db.prepare('insert into words (rowid, title) values (?, ?)');
  const queue = db.prepare("insert into outbox (id, record, state, body) values (?, ?, 'waiting', ?)");
  db.transaction(() => {
    for (let n = 0; n < records; n++) {
      const r = expense(n);
      row.run(n + 1, r.id, titleOf(r), r.status, r.performedDate, amountOf(r));
      body.run(r.id, JSON.stringify(r));
      word.run(n + 1, titleOf(r));
    }
    for (let n = 0; n < edits; n++) {
      const e = edit(n, records);
      queue.run(e.id, e.record, JSON.stringify(e.body));
    }
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  return {};
};

const W2 = async ({ url, ca, edits, width, from }) => {
  const { Agent, request } = createRequire(path.join(from, 'package.json'))('undici');
  const dispatcher = new Agent({ connections: width, pipelining: 1, connect: { ca: readFileSync(ca, 'utf8') } });
  let next = 0;
  const spent = processorTime();
  const started = performance.now();
  const worker = async () => {
    while (next < edits) {
      const e = edit(next++, 500);
      const answer = await request(`${url}/v1/expenses/${e.record}`, {
        method: 'PATCH',
        dispatcher,
        headers: { 'content-type': 'application/json;charset=UTF-8' },
        body: JSON.stringify(e.body),
      });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: edits / seconds, done: edits, cpuUs: spent().cpuUs / edits, seconds };
};

const W3 = async ({ dir }) => {
  const started = performance.now();
  const db = open(dir);
  const rows = db.prepare('select id, title, status, date, amount from record order by date desc, rowid desc limit 50').all();
  const pending = db
    .prepare("select record, state from outbox where state = 'waiting' and record in (select value from json_each(?))")
    .all(JSON.stringify(rows.map((r) => r.id)));
  return { ms: performance.now() - started, rows: rows.length, pending: pending.length };
};

const W4 = async ({ dir }) => {
  const db = open(dir);
  const byDate = db.prepare('select id, title, status, date, amount from record order by date desc, rowid desc limit 50');
  const byStatus = db.prepare(
    'select id, title, status, date, amount from record where status = ? order by date desc, rowid desc limit 50',
  );
  const find = db.prepare(
    'select r.id, r.title from words w join record r on r.rowid = w.rowid where words match ? order by w.rowid desc limit 50',
  );
  const counts = db.prepare('select status, count(*) from record group by status');
  const timed = (times, work) =>
    percentiles(
      Array.from({ length: times }, (_, i) => {
        const t = performance.now();
        work(i);
        return performance.now() - t;
      }),
    );
  return {
    list: timed(200, () => byDate.all()),
    filter: timed(200, (i) => byStatus.all(allStatuses[i % 4])),
    search: timed(200, (i) => find.all(searches[i % 10].map((w) => `"${w}"`).join(' '))),
    counts: timed(50, () => counts.all()),
  };
};

await runSubject({ W1, prepare, W2, W3, W4 });
