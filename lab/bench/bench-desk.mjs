// The window's budgets of lab/bench/performance.md in real Chromium: 100,000 cached records, 10,000 queued edits, the built app in the browser host.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { fillDesk } from './desk-cache.ts';
import { interactions, opening, scrolling, searching, showWhole, watchEvents } from './desk-moments.mjs';
import { speak, switching } from './desk-language.mjs';
import { asking } from './desk-picking.mjs';
import { spending } from './desk-processor.mjs';
import { profiled } from './desk-profile.mjs';
import { coldStarts, openExpenses, openOnce, sameAddress } from './desk-starts.mjs';
import { queryMoments } from './queries.ts';
import { diskSync, saving } from './desk-saving.mjs';
import { busyBefore, machine, root, today, writeMoments } from './report.mjs';
import { startHost } from '#test/e2e/fixtures.ts';
import playwrightConfig from '../../playwright.config.ts';
import { build } from '#scripts/build.mjs';
import { firstScripts } from '#scripts/first-scripts.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '10000' },
    only: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
    'no-report': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run bench:desk [-- --records 100000 --edits 10000 --only select,open --data <folder> --profile <folder> --no-report]
Writes the table of the window in lab/bench/performance.md; with --only it does those moments and writes nothing:
start, move, select, scroll, search, ask, open, save, language, scripts, queries. --data keeps what was filled in that folder,
or takes what it holds; --profile keeps processor profiles of every moment.`);
  process.exit(0);
}

const busy = busyBefore();
await build();
const dataFolder = values.data ? path.resolve(values.data) : mkdtempSync(path.join(tmpdir(), 'layover-desk-'));
const only = values.only?.split(',');
const wants = (...moments) => only === undefined || moments.some((moment) => only.includes(moment));
const rows = [];
const painted = { budget: 32, unit: 'ms p95' };
const percentiles = (p) => `${p.n} events, p50 ${p.p50}, max ${p.max} (the browser counts in steps of 8, from 16 on)`;
const spread = (p) => `p50 ${p.p50.toFixed(1)}, max ${p.max.toFixed(1)}`;
const browser = await chromium.launch(playwrightConfig.use.launchOptions);
let host;
try {
  await fill();
  console.log('\n== the desk in real Chromium');
  if (wants('start')) await starts();
  else await host.start(false);
  if (wants('move', 'select', 'scroll', 'search', 'ask', 'open', 'save')) await measureWindow();
  if (wants('language')) await languages();
  if (wants('scripts')) bundles();
  if (wants('queries')) queries();
} finally {
  await browser.close();
  await host?.end();
  if (!values.data) rmSync(dataFolder, { recursive: true, force: true });
}
if (!values['no-report'] && !only) report();

/** Remembers one row of the table: `met` compares as the budget is meant, at most unless `least`. */
function row(moment, figure, { budget, unit, least = false }, detail) {
  const met = least ? figure >= budget : figure <= budget;
  rows.push({ moment, figure, budget, unit, met: met ? 'met' : '**missed**', detail });
  console.log(`   ${met ? ' ' : '!'} ${moment.padEnd(42)} ${figure.toFixed(1).padStart(8)} ${unit.padEnd(9)} budget ${budget}   ${detail}`);
}

/** The database of the app's own account is filled. */
async function fill() {
  const isFilled = values.data !== undefined && existsSync(dataFolder);
  const env = await sameAddress();
  if (values.profile) env.NODE_OPTIONS += ` --cpu-prof --cpu-prof-dir=${path.resolve(values.profile)}`;
  host = await startHost({ dataFolder, env });
  await openOnce(browser, host);
  if (isFilled) return;
  console.log(`Filling the cache: ${values.records} records, ${values.edits} edits …`);
  await fillDesk(dataFolder, Number(values.records), Number(values.edits));
}

async function starts() {
  const { ours, bare } = await coldStarts(chromium, playwrightConfig.use.launchOptions, host);
  const detail = `host process and window in a profile of earlier starts, median of ${ours.starts} starts and their range, ${ours.said}; a bare Node process and page in turn with them: ${bare.said}`;
  row('cold start to a usable list', ours.p50, { budget: 900, unit: 'ms' }, detail);
  console.log(`       processor time: ${ours.processor}; of the bare start: ${bare.processor}`);
}

/** A switch of the language, and a start in another one than English. */
async function languages() {
  for (const { name, first, p95, p50, max, n } of await switching(browser, host)) {
    const facts = `${n} switches, p50 ${p50.toFixed(1)}, max ${max.toFixed(1)}; the first, which reads the language, ${first.toFixed(1)}`;
    row(`another language, to the last change of ${name}`, p95, { budget: 100, unit: 'ms p95' }, facts);
  }
  await speak(browser, host, 'de');
  await host.end();
  const { ours } = await coldStarts(chromium, playwrightConfig.use.launchOptions, host);
  row('cold start in German', ours.p50, { budget: 900, unit: 'ms' }, `median of ${ours.starts} starts and their range, ${ours.said}`);
  await speak(browser, host, 'en');
}

async function measureWindow() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await showWhole(page);
  await page.addInitScript(watchEvents);
  await openExpenses(host, page);
  const grid = page.getByRole('grid').first();
  await page.getByRole('grid').getByRole('row').nth(5).waitFor();
  await grid.focus();
  /** Does a moment where it is wanted, and says what it cost. */
  const of = async (name, work, tell) => {
    if (!wants(name)) return;
    const file = values.profile && path.join(values.profile, `${name}.cpuprofile`);
    const { answer, line } = await spending(page, host.process, () => profiled(page, file, work));
    tell(answer);
    console.log(`       ${line}`);
  };

  await moves(page, of);
  await of(
    'search',
    () => searching(page),
    (p) => row('search: keystroke to its rows', p.p95, painted, `${p.n} keystrokes, ${spread(p)}`),
  );
  await of(
    'ask',
    () => asking(page),
    (p) => row('query: a key, to what the box says of it', p.p95, { budget: 16, unit: 'ms p95' }, `${p.n} keystrokes, ${spread(p)}`),
  );
  await of(
    'open',
    () => opening(page),
    (p) => {
      const facts = `${p.n} records, ${spread(p)}, to the frame after its facts are there`;
      row('open a record from the cache', p.p95, { budget: 40, unit: 'ms p95' }, facts);
    },
  );
  const disk = wants('save') && diskSync(dataFolder);
  await of(
    'save',
    async () => saving(await host.launchUrl()),
    (p) => {
      const write = `one bare 4 KB write with fdatasync here: p50 ${disk.p50.toFixed(2)}, p95 ${disk.p95.toFixed(2)}`;
      const durable = `${p.n} saves with the window open, p50 ${p.p50.toFixed(1)}, p99 ${p.p99.toFixed(1)}; ${write}`;
      row('edit durable, round trip', p.p95, { budget: 20, unit: 'ms p95' }, durable);
    },
  );
  await context.close();
}

async function moves(page, of) {
  await of(
    'move',
    () => interactions(page, () => page.keyboard.press('j'), 60),
    (p) => row('key to paint: j through the list', p.p95, painted, percentiles(p)),
  );
  await of(
    'select',
    () => interactions(page, (n) => page.keyboard.press(n % 2 === 0 ? 'x' : 'j'), 60),
    (p) => row('key to paint: x selects, j moves on', p.p95, painted, percentiles(p)),
  );
  if (wants('select')) await page.keyboard.press('Escape');
  await of(
    'scroll',
    () => scrolling(page),
    (p) => {
      const frames = `${p.n} frames, p95 ${p.p95.toFixed(1)} ms, ${p.late} longer than two`;
      row('scrolling: frames a second', Math.round(1000 / p.p50), { budget: 60, unit: 'per s', least: true }, frames);
    },
  );
}

/** The query language in the core, by random queries; what follows a page is counted apart. */
function queries() {
  const { page, counting, slowest } = queryMoments(Number(values.records));
  const detail = (p) => `1,000 random queries, p50 ${p.p50.toFixed(1)}, p99 ${p.p99.toFixed(1)}, max ${p.max.toFixed(1)}, in the core`;
  const budget = { budget: 50, unit: 'ms p95' };
  row('query: a page', page.p95, budget, detail(page));
  for (const { ms, what } of slowest) console.log(`       ${ms.toFixed(1).padStart(6)} ms  ${what}`);
  row('query: how many there are', counting.p95, budget, detail(counting));
}

function bundles() {
  const folder = path.join(root, 'out/renderer');
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.(js|mjs)$/.test(file));
  const kilobytes = (list) => list.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0) / 1024;
  const rest = `all scripts together ${Math.round(kilobytes(scripts))} KB, the PDF reader's included; not compressed`;
  row('scripts that the first page needs', kilobytes(firstScripts(folder)), { budget: 705, unit: 'KB' }, rest);
}

function report() {
  const [records, edits] = [values.records, values.edits].map((count) => Number(count).toLocaleString('en'));
  writeMoments(
    'desk',
    `\`npm run bench:desk\` on ${today()}, ${machine()}; load a processor before it began ${busy}. ${records} cached records, ${edits} queued edits, Chromium ${browser.version()} without a graphics processor.`,
    rows,
  );
}
