// Layover beside the machine's limit and its peers, in one run. `npm run bench` takes minutes; `-- --full` the sizes of lab/bench/performance.md.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { barChart, short } from './chart.mjs';
import { goals, ratiosOf } from './goals.mjs';
import { busyBefore, machine, root, today, writePart } from './report.mjs';
import { bundleCore, certificate, dropFolders, installPeers, subjects } from './run.mjs';
import { chartGroups, goalsTable, worksTables } from './tables.mjs';
import { durableEdits, firstPage, prepared, queries, replay, start } from './works.mjs';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean' },
    only: { type: 'string' },
    subjects: { type: 'string' },
    rounds: { type: 'string' },
    'no-report': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run bench [-- --full --only W1,W2,W3,growth --subjects layover,encrypted --rounds 5 --no-report]
Writes lab/bench/results.json, lab/bench/performance.svg and its parts of lab/bench/performance.md; a run with --only or --subjects writes nothing.`);
  process.exit(0);
}
const growthSizes = [
  { records: 10_000, edits: 100 },
  { records: 100_000, edits: 10_000 },
  { records: 1_000_000, edits: 100_000 },
];
const size = values.full
  ? { rounds: 3, seconds: 3, edits: 10_000, slow: 1_000, records: 100_000, queued: 10_000, growth: growthSizes }
  : { rounds: 3, seconds: 1.5, edits: 2_000, slow: 400, records: 20_000, queued: 2_000, growth: growthSizes.slice(0, 2) };
if (values.rounds) size.rounds = Number(values.rounds);
const own = ['limit', 'layover', 'encrypted'];
const chosen = values.subjects?.split(',') ?? Object.keys(subjects);
const began = performance.now();
const busy = busyBefore();
const withPeers = ['W1', 'W2', 'W3'].some((part) => wanted(part)) && chosen.some((name) => !own.includes(name));
const missing = withPeers ? installPeers() : null;
if (missing) console.log(`The peers could not be installed and are left out: ${missing}`);
const names = chosen.filter((name) => name in subjects && (!missing || own.includes(name)));
await bundleCore();
const files = await certificate();
const results = {
  on: today(),
  machine: machine(),
  loadBefore: busy,
  size: values.full ? 'full' : 'quick',
  minutes: 0,
  peersMissing: missing,
  works: {},
  goals: [],
  ratios: {},
};

await work('W1', 'durable edits one by one', 'W1', () => durableEdits(names, size));
await replaying();
await reading();
await growing();
results.ratios = ratiosOf(results.works, size);
results.goals = goals(results, size);
results.minutes = Number(((performance.now() - began) / 60_000).toFixed(1));
console.log('\n== goals');
for (const { goal, figure, met } of results.goals)
  if (met !== null || !values.only) console.log(`   ${met === null ? ' ?' : met ? 'ok' : ' !'} ${goal.padEnd(78)} ${figure}`);
if (!values['no-report'] && !values.only && !values.subjects) write();

async function replaying() {
  const zero = { ...size, rounds: values.rounds ? size.rounds : values.full ? 2 : 3, width: 32, latencyMs: 0, limitSeconds: 15 };
  const ours = names.filter((name) => name === 'layover' || name === 'encrypted');
  await work('W2', `replay of ${size.edits} edits, 0 ms, width 32`, 'W2', () => replay(names, files, zero));
  await work('W2 no date', `replay of ${size.edits} edits that move no date, 0 ms, width 32`, 'W2', () =>
    replay(ours, files, { ...zero, dateless: true }),
  );
  await work('W2 hot', `replay of ${size.edits} edits of 500 records, the next one of each when all before were answered`, 'W2', () =>
    replay(ours, files, { ...zero, hot: true }),
  );
  await work('W2 pages', `replay of ${size.edits} edits, pages that an edit adds to the log`, 'W2', () =>
    replay(ours, files, { ...zero, rounds: 1, countPages: true }),
  );
  if (values.subjects) return;
  for (const latencyMs of [20, 80])
    await work(`W2 at ${latencyMs} ms`, `replay of ${size.slow} edits, width 8`, 'W2', () =>
      replay(
        ['limit', 'layover', 'powersync', 'watermelonWal'].filter((n) => names.includes(n)),
        files,
        { rounds: 2, edits: size.slow, width: 8, latencyMs, limitSeconds: 30 },
      ),
    );
  const merged = { ...zero, merge: true };
  await work('W2 merged', `replay of ${size.edits} edits of 500 records, merged as they meet`, 'W2', () =>
    replay(['layover'], files, merged),
  );
}

async function reading() {
  if (!wanted('W3')) return;
  const dirs = await prepared(
    names.filter((n) => n !== 'watermelon'),
    { records: size.records, edits: size.queued },
  );
  const message = `first page with pending edits from a cold process, ${size.records} records, ${size.queued} edits`;
  await work('W3', message, 'W3', () => firstPage(dirs, size));
  await work('W4', 'list, filter, search, counts; memory afterwards (W5)', 'W3', () =>
    queries(dirs, { rounds: values.rounds ? size.rounds : 2 }),
  );
  dropFolders(dirs);
}

async function growing() {
  if (isOfOthers('growth')) return;
  for (const { records, edits } of size.growth)
    await work(`growth ${records}`, `${records} records, ${edits} queued edits`, 'growth', async () => {
      const dirs = await prepared(['layover'], { records, edits });
      const [started, asked] = [await start(dirs, { rounds: 3 }), await queries(dirs, { rounds: 2 })];
      const replayed = await replay(['layover'], files, { rounds: 1, edits, width: 32, latencyMs: 0, limitSeconds: 90 });
      dropFolders(dirs);
      return { layover: { ...started.layover, ...asked.layover, replayPerSecond: replayed.layover.perSecond } };
    });
}

/** True for work of the core alone that the chosen subjects exclude; a work that is named is always measured. */
function isOfOthers(part) {
  return values.subjects !== undefined && !(values.only && wanted(part) && names.includes('layover'));
}

function wanted(part) {
  return !values.only || values.only.split(',').includes(part);
}

async function work(name, message, part, run) {
  if (!wanted(part)) return;
  console.log(`\n== ${name}: ${message}`);
  const figures = await run();
  results.works[name] = { message, figures };
  for (const [subject, f] of Object.entries(figures)) console.log(`   ${subject.padEnd(14)} ${lineOf(f)}`);
}

function lineOf(figures) {
  if (figures.error) return `not measured: ${figures.error}`;
  return Object.entries(figures)
    .filter(([, spread]) => spread)
    .map(([name, s]) => `${name} ${short(s.min)}/${short(s.median)}/${short(s.max)}`)
    .join('  ');
}

function write() {
  writeFileSync(path.join(root, 'lab/bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(path.join(root, 'lab/bench/performance.svg'), barChart(chartGroups(results)));
  const command = `\`npm run bench${values.full ? ' -- --full' : ''}\` on ${results.on}, ${results.machine}; load a processor before it began ${busy}; ${results.minutes} minutes.`;
  writePart('goals', `${command}\n\n${goalsTable(results)}`);
  writePart('bench', worksTables(results));
  console.log(`\nWrote lab/bench/results.json, lab/bench/performance.svg and lab/bench/performance.md after ${results.minutes} minutes`);
}
