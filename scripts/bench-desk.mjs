// The window's budgets of docs/performance.md in real Chromium: 100,000 cached records, 10,000 queued edits, the built app in the browser host.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { fillDesk } from '../test/bench/desk-cache.ts';
import { interactions, opening, scrolling, searching, watchEvents } from '../test/bench/desk-moments.mjs';
import { profiled } from '../test/bench/desk-profile.mjs';
import { queryMoments } from '../test/bench/queries.ts';
import { diskSync, saving } from '../test/bench/desk-saving.mjs';
import { busyBefore, machine, root, today, writePart } from '../test/bench/report.mjs';
import { percentiles } from '../test/bench/workload.mjs';
import { startHost } from '../test/e2e/fixtures.ts';
import playwrightConfig from '../playwright.config.ts';
import { build } from './build.mjs';
import { firstScripts } from './first-scripts.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '10000' },
    profile: { type: 'string' },
    'no-report': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run bench:desk [-- --records 100000 --edits 10000 --profile <folder> --no-report]
Writes the table of the window in docs/performance.md; --profile keeps processor profiles of every moment.`);
  process.exit(0);
}

const busy = busyBefore();
await build();
const dataFolder = mkdtempSync(path.join(tmpdir(), 'layover-desk-'));
const rows = [];
const browser = await chromium.launch(playwrightConfig.use.launchOptions);
let host;
try {
  await fill();
  console.log('\n== the desk in real Chromium');
  await coldStarts();
  await measureWindow();
  bundles();
  queries();
} finally {
  await browser.close();
  await host?.end();
  rmSync(dataFolder, { recursive: true, force: true });
}
if (!values['no-report']) report();

/** Remembers one row of the table: `met` compares as the budget is meant, at most unless `least`. */
function row(moment, figure, { budget, unit, least = false }, detail) {
  const met = least ? figure >= budget : figure <= budget;
  rows.push({ moment, figure, budget, unit, met, detail });
  console.log(`   ${met ? ' ' : '!'} ${moment.padEnd(42)} ${figure.toFixed(1).padStart(8)} ${unit.padEnd(9)} budget ${budget}   ${detail}`);
}

/** The host is opened once by itself, so that the account is the app's own; then its database is filled. */
async function fill() {
  const env = values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(values.profile)}` } : {};
  host = await startHost({ dataFolder, env });
  const page = await browser.newPage();
  await host.open(page);
  const link = page.getByRole('link', { name: /Expenses/ });
  await link.first().waitFor();
  await page.close();
  await host.end();
  console.log(`Filling the cache: ${values.records} records, ${values.edits} edits …`);
  fillDesk(dataFolder, Number(values.records), Number(values.edits));
}

/** A launch address has room for nothing else: the list is asked for once the window has taken the launch out of it. */
async function openExpenses(page) {
  await host.open(page);
  await page.evaluate(() => (location.hash = '#/expenses'));
}

/** From starting the process to the first rows of the list on screen, as a person starts it; the host of the last round stays. */
async function coldStarts(rounds = 7) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await host.end();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const started = performance.now();
    await host.start(false);
    await openExpenses(page);
    await page.getByRole('row').nth(3).waitFor();
    times.push(performance.now() - started);
    await context.close();
  }
  const p = percentiles(times);
  const range = `${Math.round(Math.min(...times))} to ${Math.round(p.max)}`;
  row('cold start to a usable list', p.p50, { budget: 900, unit: 'ms' }, `host process and window, median of ${rounds} starts, ${range}`);
}

async function measureWindow() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchEvents);
  await openExpenses(page);
  const grid = page.getByRole('grid').first();
  await page.getByRole('row').nth(5).waitFor();
  await grid.focus();
  const of = (name, work) => profiled(page, values.profile && path.join(values.profile, `${name}.cpuprofile`), work);

  const painted = { budget: 32, unit: 'ms p95' };
  const says = (p) => `${p.n} events, p50 ${p.p50}, max ${p.max} (the browser counts in steps of 8, from 16 on)`;
  const moving = await of('move', () => interactions(page, () => page.keyboard.press('j'), 60));
  row('key to paint: j through the list', moving.p95, painted, says(moving));
  const selecting = await of('select', () => interactions(page, (n) => page.keyboard.press(n % 2 === 0 ? 'x' : 'j'), 60));
  row('key to paint: x selects, j moves on', selecting.p95, painted, says(selecting));
  await page.keyboard.press('Escape');
  const scrolled = await of('scroll', () => scrolling(page));
  const frames = `${scrolled.n} frames, p95 ${scrolled.p95.toFixed(1)} ms, ${scrolled.late} longer than two`;
  row('scrolling: frames a second', Math.round(1000 / scrolled.p50), { budget: 60, unit: 'per s', least: true }, frames);
  const found = await of('search', () => searching(page));
  row(
    'search: keystroke to its rows',
    found.p95,
    painted,
    `${found.n} keystrokes, p50 ${found.p50.toFixed(1)}, max ${found.max.toFixed(1)}`,
  );
  const opened = await of('open', () => opening(page));
  const facts = `${opened.n} records, p50 ${opened.p50.toFixed(1)}, max ${opened.max.toFixed(1)}, to the frame after its facts are there`;
  row('open a record from the cache', opened.p95, { budget: 40, unit: 'ms p95' }, facts);
  const disk = diskSync(dataFolder);
  const saved = await of('save', async () => saving(await host.launchUrl()));
  const durable = `${saved.n} saves with the window open, p50 ${saved.p50.toFixed(1)}, p99 ${saved.p99.toFixed(1)}; one bare 4 KB write with fdatasync here: p50 ${disk.p50.toFixed(2)}, p95 ${disk.p95.toFixed(2)}`;
  row('edit durable, round trip', saved.p95, { budget: 20, unit: 'ms p95' }, durable);
  await context.close();
}

/** The query language in the core, by random queries; what follows a page is counted apart. */
function queries() {
  const { first, again, counting } = queryMoments(Number(values.records));
  const says = (p) => `1,000 random queries, p50 ${p.p50.toFixed(1)}, p95 ${p.p95.toFixed(1)}, max ${p.max.toFixed(1)}, in the core`;
  const budget = { budget: 5, unit: 'ms p99' };
  row('query: a page, asked for the first time', first.p99, budget, says(first));
  row('query: a page, asked for again', again.p99, budget, says(again));
  row('query: how many there are', counting.p99, { budget: 20, unit: 'ms p99' }, says(counting));
}

function bundles() {
  const folder = path.join(root, 'out/renderer');
  const scripts = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.(js|mjs)$/.test(file));
  const kilobytes = (list) => list.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0) / 1024;
  const rest = `all scripts together ${Math.round(kilobytes(scripts))} KB, the PDF reader's included; not compressed`;
  row('scripts that the first page needs', kilobytes(firstScripts(folder)), { budget: 600, unit: 'KB' }, rest);
}

function report() {
  const lines = rows.map(
    ({ moment, figure, unit, budget, met, detail }) =>
      `| ${moment} | ${figure.toFixed(1)} ${unit} | ${budget} | ${met ? 'met' : '**missed**'} | ${detail} |`,
  );
  writePart(
    'desk',
    [
      `\`npm run bench:desk\` on ${today()}, ${machine()}; load a processor before it began ${busy}. ${Number(values.records).toLocaleString('en')} cached records, ${Number(values.edits).toLocaleString('en')} queued edits, Chromium ${browser.version()} without a graphics processor.`,
      '',
      '| moment | figure | budget | | |',
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  );
  console.log('\nWrote docs/performance.md');
}
