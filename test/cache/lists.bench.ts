import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countOf, facets, totals } from '#main/projections/lists/list-counts.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { search } from '#main/projections/search/search.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

/** Prints p50 and p99 of every list, filter and count over a database file, in CPU time, which other programs do not disturb: `node test/cache/lists.bench.ts [records] [rounds]`. */
const records = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 200);
const folder = mkdtempSync(path.join(tmpdir(), 'layover-bench-'));
const file = path.join(folder, 'account.db');
let store = openTestStore(stillWorld(), file);

const started = performance.now();
putExpenses(store, records);
store.commit('pack', () => {
  store.sql.exec(`INSERT INTO pack (id, name, created_at) VALUES ('p', 'Lisbon', 0)`);
  const add = store.sql.prepare(
    `INSERT INTO pack_item (pack_id, kind, record_id, state, position, before) VALUES ('p', 'expense', ?, 'ready', ?, 'record')`,
  );
  for (let n = 0; n < 200; n++) add.run(idOf(n * 37), n);
});
for (let n = 0; n < 2000; n++) putEdit(store, n * 41, n % 3 === 0 ? 'inDoubt' : 'draft');
console.log(`${records} records put in ${Math.round(performance.now() - started)} ms; ${Math.round(statSync(file).size / 1e6)} MB`);

store.close();
globalThis.gc?.();
const atRest = process.memoryUsage.rss();
const opened = performance.now();
store = openTestStore(stillWorld(), file);
console.log(`opened in ${(performance.now() - opened).toFixed(1)} ms`);

type Filter = Record<string, unknown>;
const page = (filter: Filter, more: Record<string, unknown> = {}) => {
  const input = listInput.parse({ filter: { kind: 'expense', ...filter }, ...more });
  return () => listRecords(store, input);
};
const second = (filter: Filter, more: Record<string, unknown> = {}) => {
  const after = page(filter, more)().next;
  return page(filter, { ...more, after });
};
const works: Record<string, () => unknown> = {
  'first page by date': page({}),
  'second page by date': second({}),
  'by amount': page({}, { sort: 'amount' }),
  'by title': page({}, { sort: 'title', descending: false }),
  'by updatedAt': page({}, { sort: 'updatedAt' }),
  'status, common': page({ query: 'status:created' }),
  'status, rare': page({ query: 'status:cancelled' }),
  'status, rare, by title': page({ query: 'status:cancelled' }, { sort: 'title' }),
  'status, common, by amount': page({ query: 'status:created' }, { sort: 'amount' }),
  'two statuses': page({ query: 'status:created,cancelled' }),
  currency: page({ query: 'currency:KWD' }),
  'currency by amount': page({ query: 'currency:KWD' }, { sort: 'amount' }),
  'currency and status': page({ query: 'currency:KWD status:"in draft"' }),
  month: page({ query: 'date:2025-03' }),
  'month by amount': page({ query: 'date:2025-03' }, { sort: 'amount' }),
  'words, one': page({ query: 'lisbon' }),
  'words, two': page({ query: 'taxi lisb' }),
  'words, short': page({ query: 'li' }),
  'words, rare': page({ query: 'visit 431' }),
  'pending, 2,000 of them': page({ query: 'has:edit' }),
  'in doubt': page({ query: 'has:doubt' }),
  pack: page({ query: 'pack:Lisbon' }),
  'totals all': () => totals(store, { kind: 'expense' }),
  'totals status': () => totals(store, { kind: 'expense', query: 'status:created' }),
  'totals words': () => totals(store, { kind: 'expense', query: 'taxi lisb' }),
  'search, two words': () => search(store, 'taxi lisb', 50),
  'search, common beginning': () => search(store, 'li', 50),
  facets: () => facets(store, 'expense'),
  count: () => countOf(store, { kind: 'expense', query: 'date>=2025-01-01' }),
};
for (const [name, work] of Object.entries(works)) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = process.cpuUsage();
    work();
    const spent = process.cpuUsage(from);
    times.push((spent.user + spent.system) / 1000);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2).padStart(8);
  console.log(`${name.padEnd(28)} p50 ${at(0.5)}  p99 ${at(0.99)} ms`);
}
const grown = Math.round((process.memoryUsage.rss() - atRest) / 1e6);
console.log(`resident ${Math.round(process.memoryUsage.rss() / 1e6)} MB, ${grown} MB more than before opening`);
store.close();
rmSync(folder, { recursive: true });
