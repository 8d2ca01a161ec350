// Layover beside the machine's limit and its peers, in one run. `npm run bench` takes minutes; `-- --full` the sizes of docs/performance.md.
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { certificate, installPeers, root, subjects } from '../test/bench/run.mjs';
import { durableEdits, firstPage, prepared, queries, replay } from '../test/bench/works.mjs';
import { barChart, short } from '../test/bench/chart.mjs';

const { values } = parseArgs({
  options: { full: { type: 'boolean' }, only: { type: 'string' }, 'no-report': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(
    'npm run bench [-- --full --only W1,W2,W3,growth --no-report]\nWrites test/bench/results.json, docs/performance.svg and the tables of docs/performance.md.',
  );
  process.exit(0);
}
const size = values.full
  ? { rounds: 3, seconds: 4, edits: 10_000, slow: 1_000, records: 100_000, queued: 10_000, growth: [10_000, 100_000, 1_000_000] }
  : { rounds: 3, seconds: 1.5, edits: 2_000, slow: 400, records: 20_000, queued: 2_000, growth: [10_000, 100_000] };
const wanted = (name) => !values.only || values.only.split(',').includes(name);

const missing = installPeers();
if (missing) console.log(`The peers could not be installed and are left out: ${missing}`);
const names = missing ? ['layover'] : Object.keys(subjects);
const files = await certificate();
const results = {
  on: new Date().toISOString().slice(0, 10),
  machine: `${os.cpus()[0]?.model ?? 'unknown'} × ${os.cpus().length}, Node ${process.versions.node}`,
  size: values.full ? 'full' : 'quick',
  peersMissing: missing,
  works: {},
  ratios: {},
};

await work('W1', 'durable edits one by one', () => durableEdits(names, size));
await work('W2', `replay of ${size.edits} edits, 0 ms, width 32`, () =>
  replay(names, files, { ...size, rounds: values.full ? 2 : 3, width: 32, latencyMs: 0, limitSeconds: 15 }),
);
for (const latencyMs of [20, 80])
  await work(`W2 at ${latencyMs} ms`, `replay of ${size.slow} edits, width 8`, () =>
    replay(
      ['limit', 'layover', 'powersync', 'watermelonWal'].filter((n) => names.includes(n)),
      files,
      { rounds: 2, edits: size.slow, width: 8, latencyMs, limitSeconds: 30 },
    ),
  );
await work('W2 merged', `replay of ${size.edits} edits with merging`, () =>
  replay(['layover'], files, { ...size, width: 32, latencyMs: 0, limitSeconds: 15, merge: true }),
);
if (wanted('W3')) {
  const dirs = await prepared(
    names.filter((n) => n !== 'watermelon'),
    { records: size.records, edits: size.queued },
  );
  await work('W3', `first page with pending edits from a cold process, ${size.records} records, ${size.queued} edits`, () =>
    firstPage(dirs, size),
  );
  await work('W4', 'list, filter, search, counts', () => queries(dirs, { rounds: 2 }), 'W3');
}
if (wanted('growth'))
  for (const records of size.growth) {
    const dirs = await prepared(['layover', 'limit'], { records, edits: Math.round(records / 10) });
    await work(`growth ${records}`, `${records} records, ${Math.round(records / 10)} edits`, () => queries(dirs, { rounds: 2 }), 'growth');
    await work(`start ${records}`, `first page at ${records} records`, () => firstPage(dirs, { rounds: 3 }), 'growth');
  }
ratios();
if (!values['no-report']) write();

async function work(name, says, run, part = name.split(' ')[0]) {
  if (!wanted(part)) return;
  console.log(`\n== ${name}: ${says}`);
  const figures = await run();
  results.works[name] = { says, figures };
  for (const [subject, f] of Object.entries(figures))
    console.log(
      `   ${subject.padEnd(14)} ${
        f.error
          ? `not measured: ${f.error}`
          : Object.entries(f)
              .map(([k, s]) => `${k} ${short(s.min)}/${short(s.median)}/${short(s.max)}`)
              .join('  ')
      }`,
    );
}

function ratios() {
  const median = (workName, subject, figure) => results.works[workName]?.figures[subject]?.[figure]?.median;
  const put = (name, a, b) => {
    if (a > 0 && b > 0) results.ratios[name] = Number((a / b).toFixed(3));
  };
  const peers = ['powersync', 'watermelon', 'watermelonWal', 'tanstack'];
  for (const other of ['limit', ...peers]) {
    put(`W1 layover / ${other}`, median('W1', 'layover', 'perSecond'), median('W1', other, 'perSecond'));
    for (const w of ['W2', 'W2 at 20 ms', 'W2 at 80 ms'])
      put(`${w} layover / ${other}`, median(w, 'layover', 'perSecond'), median(w, other, 'perSecond'));
    put(`W3 layover / ${other} (time)`, median('W3', 'layover', 'ms'), median('W3', other, 'ms'));
    for (const q of ['list', 'filter', 'search', 'counts'])
      put(`W4 ${q} layover / ${other} (time)`, median('W4', 'layover', `${q}P50Ms`), median('W4', other, `${q}P50Ms`));
    put(`W5 layover / ${other} (memory)`, median('W4', 'layover', 'rssMb'), median('W4', other, 'rssMb'));
  }
  put('W2 merged / not merged', median('W2 merged', 'layover', 'perSecond'), median('W2', 'layover', 'perSecond'));
  const [first, last] = [size.growth[0], size.growth.at(-1)];
  for (const q of ['list', 'filter', 'search', 'counts'])
    put(
      `growth ${q} ${last} / ${first} (time)`,
      median(`growth ${last}`, 'layover', `${q}P50Ms`),
      median(`growth ${first}`, 'layover', `${q}P50Ms`),
    );
  console.log('\n== ratios');
  for (const [name, value] of Object.entries(results.ratios)) console.log(`   ${name.padEnd(48)} ${value}`);
}

function write() {
  mkdirSync(path.join(root, 'docs'), { recursive: true });
  writeFileSync(path.join(root, 'test/bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
  const bars = (workName, figure) =>
    Object.entries(results.works[workName]?.figures ?? {}).map(([name, f]) => ({ name, value: f[figure]?.median ?? 0 }));
  const groups = [
    { title: 'Durable edits', unit: 'edits/s', better: 'more', bars: bars('W1', 'perSecond') },
    { title: 'Replay at 0 ms', unit: 'edits/s', better: 'more', bars: bars('W2', 'perSecond') },
    { title: 'First page with pending edits, cold', unit: 'ms', better: 'less', bars: bars('W3', 'ms') },
    { title: 'Two-word search', unit: 'ms', better: 'less', bars: bars('W4', 'searchP50Ms') },
    { title: 'Memory after queries', unit: 'MB', better: 'less', bars: bars('W4', 'rssMb') },
  ];
  writeFileSync(path.join(root, 'docs/performance.svg'), barChart(groups.filter((g) => g.bars.some((b) => b.value > 0))));
  const page = path.join(root, 'docs/performance.md');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '# How fast\n\n<!-- bench -->\n<!-- /bench -->\n';
  writeFileSync(
    page,
    text.replace(/<!-- bench -->[\s\S]*<!-- \/bench -->/, () => `<!-- bench -->\n${tables()}\n<!-- /bench -->`),
  );
  console.log('\nWrote test/bench/results.json, docs/performance.svg, docs/performance.md');
}

function tables() {
  const lines = [
    `Measured on ${results.on}, ${results.machine}, \`npm run bench${values.full ? ' -- --full' : ''}\`. Each figure: min / median / max over rounds in turn.`,
    '',
    '![Layover beside its peers](performance.svg)',
    '',
  ];
  for (const [name, w] of Object.entries(results.works)) {
    const keys = [...new Set(Object.values(w.figures).flatMap((f) => Object.keys(f).filter((k) => k !== 'error')))];
    lines.push(`### ${name}: ${w.says}`, '', `| subject | ${keys.join(' | ')} |`, `|---|${keys.map(() => '---|').join('')}`);
    for (const [subject, f] of Object.entries(w.figures))
      lines.push(
        `| ${subject} | ${f.error ? `not measured: ${f.error.slice(0, 120)} |` : `${keys.map((k) => (f[k] ? `${short(f[k].min)} / ${short(f[k].median)} / ${short(f[k].max)}` : '')).join(' | ')} |`}`,
      );
    lines.push('');
  }
  lines.push(
    '### Ratios of this run',
    '',
    '| ratio | value |',
    '|---|---|',
    ...Object.entries(results.ratios).map(([n, v]) => `| ${n} | ${v} |`),
  );
  return lines.join('\n');
}
