// The random queries of the property test over many records: what a page of each takes, by the kind of term that it asks.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listRecords } from '#main/projections/lists/lists.ts';
import { countOf } from '#main/projections/lists/list-counts.ts';
import { indexRecords } from '#main/projections/search/word-index.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { openTestStore } from '#test/cache.ts';
import { drawQuery, today } from '#test/cache/draw-query.ts';
import { putOddExpenses } from '#test/cache/odd-expenses.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { seededRandom } from '#test/world.ts';
import { percentiles } from './workload.mjs';

const sorts = ['date', 'amount', 'description', 'status', 'lines', 'updated'];

/** Processor milliseconds of the first page of `count` queries, and of counting them; and what took longest first. */
export function queryMoments(records: number, count = 1000) {
  const folder = mkdtempSync(path.join(tmpdir(), 'layover-queries-'));
  const world = stillWorld();
  world.advance(Date.parse(`${today}T12:00:00Z`) - world.now());
  const store = openTestStore(world, path.join(folder, 'account.db'));
  store.sql.pragma('synchronous = OFF');
  putOddExpenses(store, records, () => undefined);
  // As `keepSearchable` does within seconds of a start, and of a change.
  while (!indexRecords(store));
  const random = seededRandom(20261121);
  const [page, counting]: [number[], number[]] = [[], []];
  const asked: { ms: number; what: string }[] = [];
  const timed = (into: number[], work: () => unknown) => {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    const ms = (user + system) / 1000;
    into.push(ms);
    return ms;
  };
  for (let n = 0; n < count; n += 1) {
    const filter = { kind: 'expense' as const, query: drawQuery(random).text };
    const input = listInput.parse({ filter, sort: sorts[n % sorts.length], descending: n % 4 < 2 });
    const ms = timed(page, () => listRecords(store, input));
    asked.push({ ms, what: `${n}: ${filter.query} · by ${input.sort}${input.descending ? ', falling' : ''}` });
    timed(counting, () => countOf(store, filter));
  }
  store.close();
  rmSync(folder, { recursive: true });
  const slowest = asked.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  return { page: percentiles(page), counting: percentiles(counting), slowest };
}
