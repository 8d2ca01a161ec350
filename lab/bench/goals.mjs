// The goals of lab/bench/performance.md as sums over one run's figures: ratios of one run count, never figures of two.
import { short } from './chart.mjs';

/** Peers as they come. Each syncs to disk: PowerSync is told to, TanStack's store is ours. */
const peers = ['powersync', 'watermelon', 'tanstack'];
const others = ['limit', ...peers, 'watermelonWal'];
const asked = ['list', 'filter', 'search', 'counts'];

const medianIn = (works) => (name, subject, figure) => works[name]?.figures[subject]?.[figure]?.median;

/** Every ratio of a run as one flat map: Layover's median divided by the other's. "(time)" and "(memory)" are better the smaller they are. */
export function ratiosOf(works, { growth }) {
  const median = medianIn(works);
  const ratios = {};
  const put = (name, a, b) => {
    if (a > 0 && b > 0) ratios[name] = Number((a / b).toFixed(3));
  };
  for (const other of others) {
    for (const w of ['W1', 'W2', 'W2 at 20 ms', 'W2 at 80 ms'])
      put(`${w} layover / ${other}`, median(w, 'layover', 'perSecond'), median(w, other, 'perSecond'));
    put(`W3 layover / ${other} (time)`, median('W3', 'layover', 'ms'), median('W3', other, 'ms'));
    for (const q of asked) put(`W4 ${q} layover / ${other} (time)`, median('W4', 'layover', `${q}P50Ms`), median('W4', other, `${q}P50Ms`));
    put(`W5 layover / ${other} (memory)`, median('W4', 'layover', 'rssMb'), median('W4', other, 'rssMb'));
  }
  for (const w of ['W2 at 20 ms', 'W2 at 80 ms'])
    put(`${w} from the first write on, layover / limit`, median(w, 'layover', 'fromFirst'), median(w, 'limit', 'perSecond'));
  for (const w of ['W1', 'W2']) put(`${w} encrypted / layover`, median(w, 'encrypted', 'perSecond'), median(w, 'layover', 'perSecond'));
  for (const q of asked)
    put(`W4 ${q} layover / encrypted (time)`, median('W4', 'layover', `${q}P50Ms`), median('W4', 'encrypted', `${q}P50Ms`));
  put('W2 merged / not merged', median('W2 merged', 'layover', 'perSecond'), median('W2', 'layover', 'perSecond'));
  const [first, last] = [growth[0].records, growth.at(-1).records];
  for (const figure of ['startMs', ...asked.map((q) => `${q}P50Ms`), 'rssMb', 'replayPerSecond'])
    put(`growth ${figure} ${last} / ${first}`, median(`growth ${last}`, 'layover', figure), median(`growth ${first}`, 'layover', figure));
  const flat = median('growth 100000', 'layover', 'rssMb');
  if (last > 100_000) put(`growth rssMb ${last} / 100000`, median(`growth ${last}`, 'layover', 'rssMb'), flat);
  return ratios;
}

/** Each goal with the figure of this run; `met` is null where it was not measured. */
export function goals({ works, ratios }, { growth }) {
  const of = (name) => ratios[name] ?? null;
  const list = [];
  const least = (goal, value, bound) => list.push({ goal, figure: say(value), met: value === null ? null : value >= bound });
  const most = (goal, value, bound) => list.push({ goal, figure: say(value), met: value === null ? null : value <= bound });
  const ofPeers = (name, pick) => {
    const known = peers.map((peer) => of(name(peer))).filter((value) => value !== null);
    return known.length === 0 ? null : pick(...known);
  };

  least('W1 durable edits: at least 0.85 of raw SQLite with FULL', of('W1 layover / limit'), 0.85);
  for (const peer of peers) least(`W1: at least 3 × ${peer}`, of(`W1 layover / ${peer}`), 3);
  least('W1: ahead of WatermelonDB with WAL forced on it', of('W1 layover / watermelonWal'), 1);
  least('W2 replay at 0 ms: at least 0.5 of bare undici', of('W2 layover / limit'), 0.5);
  for (const peer of [...peers, 'watermelonWal']) least(`W2 at 0 ms: ahead of ${peer}`, of(`W2 layover / ${peer}`), 1);
  for (const ms of [20, 80]) least(`W2 at ${ms} ms: at least 0.97 of bare undici`, of(`W2 at ${ms} ms layover / limit`), 0.97);
  for (const ms of [20, 80])
    least(
      `W2 at ${ms} ms: at least 0.99 of it from the first write on`,
      of(`W2 at ${ms} ms from the first write on, layover / limit`),
      0.99,
    );
  least('W2 with merging: at least 3 × the edits/s of sending each', of('W2 merged / not merged'), 3);
  most('W2: pages that an edit adds to the log', works['W2 pages']?.figures.layover?.pages?.median ?? null, 8);
  most('W2: bytes on the disk that an edit keeps for good', works['W2 pages']?.figures.layover?.diskBytes?.median ?? null, 3584);
  most('W3 first page with pending edits, cold: at most 10 ms', works['W3']?.figures.layover?.ms?.median ?? null, 10);
  most('W3: at most 3 × the raw query', of('W3 layover / limit (time)'), 3);
  const best = ofPeers((peer) => `W3 layover / ${peer} (time)`, Math.max);
  most('W3: at most 1/20 of the best peer that keeps pending edits as a queue', best, 0.05);
  for (const q of asked) most(`W4 ${q}: p99 at most 5 ms`, works['W4']?.figures.layover?.[`${q}P99Ms`]?.median ?? null, 5);
  const [first, last] = [growth[0].records, growth.at(-1).records];
  const times = `${first.toLocaleString('en')} to ${last.toLocaleString('en')} records`;
  for (const [q, bound] of [
    ['list', 1.5],
    ['filter', 1.5],
    ['counts', 1.5],
    ['search', 4],
  ])
    most(`Growth of ${q} from ${times}: at most ${bound} ×`, of(`growth ${q}P50Ms ${last} / ${first}`), bound);
  for (const w of ['W1', 'W2']) least(`${w} encrypted: at least 0.9 of plain`, of(`${w} encrypted / layover`), 0.9);
  for (const q of asked) least(`W4 ${q} encrypted: at least 0.8 of plain`, of(`W4 ${q} layover / encrypted (time)`), 0.8);
  most('W5 memory of the core after queries: at most 120 MB', works['W4']?.figures.layover?.rssMb?.median ?? null, 120);
  if (last > 100_000) most('W5 memory: flat from 100,000 to 1,000,000 records (at most 1.2 ×)', of(`growth rssMb ${last} / 100000`), 1.2);
  return list;
}

const say = (value) => (value === null ? 'not measured' : short(value));
