// PowerSync's Node client, with synchronous=FULL set on the writing connection (its default loses edits on power loss).
import path from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { column, PowerSyncDatabase, Schema, Table } from '@powersync/node';
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

const record = new Table(
  { title: column.text, status: column.text, date: column.text, amount: column.integer, json: column.text },
  { indexes: { byDate: ['date'], byStatus: ['status', 'date'] } },
);

function open(dir, durable = true) {
  return new PowerSyncDatabase({
    schema: new Schema({ record }),
    database: {
      dbFilename: path.join(dir, 'powersync.sqlite'),
      implementation: { type: 'better-sqlite3' },
      initializeConnection: async (db) => {
        await db.execute(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
      },
    },
  });
}

async function fill(db, records) {
  const insert = 'insert into record (id, title, status, date, amount, json) values (?, ?, ?, ?, ?, ?)';
  for (let start = 0; start < records; start += 5000)
    await db.writeTransaction(async (tx) => {
      for (let n = start; n < Math.min(records, start + 5000); n++) {
        const r = expense(n);
        await tx.execute(insert, [r.id, titleOf(r), r.status, r.performedDate, amountOf(r), JSON.stringify(r)]);
      }
    });
  await db.execute('delete from ps_crud');
}

const change = (db, e) => db.execute('update record set date = ? where id = ?', [e.body.performedDate, e.record]);

const W1 = async ({ dir, seconds }) => {
  const db = open(dir);
  await db.init();
  await fill(db, 500);
  return forSeconds(seconds, (n) => change(db, edit(n, 500)));
};

const prepare = async ({ dir, records, edits }) => {
  const db = open(dir, false);
  await db.init();
  await fill(db, records);
  for (let n = 0; n < edits; n++) await change(db, edit(n, records));
  await db.close();
  return {};
};

/** Order a record is kept by hand: a batch is split into waves in which no record stands twice. */
const W2 = async ({ dir, url, ca, edits, width, from, limitSeconds }) => {
  const { Agent, request } = createRequire(path.join(from, 'package.json'))('undici');
  const dispatcher = new Agent({ connections: width, pipelining: 1, connect: { ca: readFileSync(ca, 'utf8') } });
  const db = open(dir);
  await db.init();
  await fill(db, 500);
  for (let n = 0; n < edits; n++) await change(db, edit(n, 500));
  let done = 0;
  const spent = processorTime();
  const started = performance.now();
  while (performance.now() - started < limitSeconds * 1000) {
    const batch = await db.getCrudBatch(100);
    if (!batch) break;
    const left = [...batch.crud];
    while (left.length > 0) {
      const wave = [];
      const seen = new Set();
      for (let i = 0; i < left.length && wave.length < width;)
        if (seen.has(left[i].id)) i++;
        else {
          seen.add(left[i].id);
          wave.push(...left.splice(i, 1));
        }
      await Promise.all(
        wave.map(async (entry) => {
          const answer = await request(`${url}/v1/expenses/${entry.id}`, {
            method: 'PATCH',
            dispatcher,
            headers: { 'content-type': 'application/json;charset=UTF-8' },
            body: JSON.stringify({ performedDate: entry.opData.date }),
          });
          await answer.body.text();
          done += 1;
        }),
      );
    }
    await batch.complete();
  }
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: done / seconds, done, cpuUs: spent().cpuUs / done, seconds };
};

const page = async (db) => {
  const rows = await db.getAll('select id, title, status, date, amount from record order by date desc limit 50');
  const pending = await db.getAll(
    "select json_extract(data, '$.id') as record from ps_crud where json_extract(data, '$.id') in (select value from json_each(?))",
    [JSON.stringify(rows.map((r) => r.id))],
  );
  return { rows, pending };
};

const W3 = async ({ dir }) => {
  const started = performance.now();
  const db = open(dir);
  await db.init();
  const { rows, pending } = await page(db);
  return { ms: performance.now() - started, rows: rows.length, pending: pending.length };
};

const W4 = async ({ dir }) => {
  const db = open(dir);
  await db.init();
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
    list: await timed(100, () => db.getAll('select id, title, status, date, amount from record order by date desc limit 50')),
    filter: await timed(100, (i) =>
      db.getAll('select id, title, status, date, amount from record where status = ? order by date desc limit 50', [allStatuses[i % 4]]),
    ),
    search: await timed(10, (i) =>
      db.getAll(
        'select id, title from record where title like ? and title like ? order by date desc limit 50',
        searches[i % 10].map((w) => `%${w}%`),
      ),
    ),
    counts: await timed(10, () => db.getAll('select status, count(*) from record group by status')),
  };
};

await runSubject({ W1, prepare, W2, W3, W4 });
