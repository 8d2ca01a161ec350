// The window's budgets of docs/performance.md in real Chromium: 100,000 cached records, 10,000 queued edits, the built app in the browser host.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startHost } from '../test/e2e/fixtures.ts';
import { fillDesk } from '../test/bench/desk-cache.ts';
import { percentiles } from '../test/bench/workload.mjs';
import playwrightConfig from '../playwright.config.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '10000' },
    'no-report': { type: 'boolean' },
  },
});
const root = path.dirname(import.meta.dirname);
const dataFolder = mkdtempSync(path.join(tmpdir(), 'layover-desk-'));
const rows = [];
const row = (moment, figure, budget, unit, detail) => {
  rows.push({ moment, figure, budget, unit, detail });
  console.log(`   ${moment.padEnd(44)} ${figure.toFixed(1).padStart(8)} ${unit.padEnd(9)} budget ${budget}   ${detail}`);
};

const browser = await chromium.launch(playwrightConfig.use.launchOptions);
let host;
try {
  host = await startHost({ dataFolder });
  const first = await browser.newPage();
  await host.open(first);
  await first
    .getByRole('link', { name: /Expenses/ })
    .first()
    .waitFor();
  await first.close();
  await host.end();
  console.log(`Filling the cache: ${values.records} records, ${values.edits} edits …`);
  fillDesk(dataFolder, Number(values.records), Number(values.edits));
  console.log('\n== the desk in real Chromium');
  await coldStarts();
  await measureWindow();
  bundles();
} finally {
  await browser.close();
  await host?.end();
  rmSync(dataFolder, { recursive: true, force: true });
}
if (!values['no-report']) report();

/** From starting the process to the first row of the list on screen. */
async function coldStarts() {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    await host.start();
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto((await host.launchUrl()) + '#/expenses');
    await page.getByRole('row').nth(3).waitFor();
    times.push(performance.now() - started);
    await page.context().close();
    if (round < 4) await host.end();
  }
  const p = percentiles(times);
  row(
    'cold start to a usable list',
    p.p50,
    1500,
    'ms',
    `host process and window, 5 starts, ${Math.round(Math.min(...times))} to ${Math.round(p.max)}`,
  );
}

async function measureWindow() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchEvents);
  await page.goto((await host.launchUrl()) + '#/expenses');
  await page.getByRole('grid').first().waitFor();
  await page.getByRole('row').nth(5).waitFor();
  await page.getByRole('grid').first().focus();

  await interactions(page, 'key to paint: j through the list', () => page.keyboard.press('j'), 60);
  await interactions(page, 'key to paint: x selects', () => page.keyboard.press('x').then(() => page.keyboard.press('j')), 30);
  await page.keyboard.press('Escape');
  await scrolling(page);
  await searching(page);
  await opening(page);
  await saving(page);
  await context.close();
}

/** Event timing: the browser's own measure from input to next paint, in steps of 8 ms. */
async function interactions(page, moment, act, times) {
  await page.evaluate(() => (window.__events.length = 0));
  for (let n = 0; n < times; n++) {
    await act();
    await page.waitForTimeout(30);
  }
  await page.waitForTimeout(200);
  const list = await page.evaluate(() =>
    window.__events.filter((e) => e.name.startsWith('key') || e.name === 'click').map((e) => e.duration),
  );
  // Events faster than the browser's least duration of 16 ms are not reported: they count as 16.
  const all = [...list, ...Array.from({ length: Math.max(0, times - list.length) }, () => 16)];
  const p = percentiles(all);
  row(moment, p.p95, 50, 'ms p95', `${p.n} events, p50 ${p.p50}, max ${p.max} (16 = the least that is reported)`);
}

async function scrolling(page) {
  const box = await page.getByRole('grid').first().boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.evaluate(() => {
    window.__frames = [];
    let last = performance.now();
    const tick = (now) => {
      window.__frames.push(now - last);
      last = now;
      if (window.__frames) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let n = 0; n < 150; n++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => {
    const list = window.__frames;
    window.__frames = null;
    return list.slice(5);
  });
  const p = percentiles(frames);
  row(
    'scrolling: frames a second',
    1000 / p.p50,
    60,
    'per s',
    `${frames.length} frames, p95 ${p.p95.toFixed(1)} ms, ${frames.filter((f) => f > 34).length} longer than two`,
  );
}

/** From a keystroke to the list that answers it on screen. */
async function searching(page) {
  await page.keyboard.press('/');
  const times = [];
  for (const text of ['hotel', 'taxi lisbon', 'lunch oslo', 'cloud berlin']) {
    for (const letter of text) {
      const before = await page.evaluate(() => {
        window.__settled = new Promise((resolve) => {
          const grid = document.querySelector('[role=grid]');
          let last = performance.now();
          let timer;
          const seen = new MutationObserver(() => {
            last = performance.now();
            clearTimeout(timer);
            timer = setTimeout(() => (seen.disconnect(), resolve(last)), 120);
          });
          seen.observe(grid.parentElement, { childList: true, subtree: true, characterData: true, attributes: true });
          timer = setTimeout(() => (seen.disconnect(), resolve(null)), 400);
        });
        return performance.now();
      });
      await page.keyboard.type(letter);
      const after = await page.evaluate(() => window.__settled);
      if (after !== null) times.push(after - before);
    }
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(200);
  }
  const p = percentiles(times);
  row('search: keystroke to its list', p.p95, 50, 'ms p95', `${p.n} keystrokes, p50 ${p.p50.toFixed(1)}, to the last change of the list`);
  await page.keyboard.press('Escape');
}

async function opening(page) {
  const times = [];
  for (let n = 0; n < 20; n++) {
    await page.evaluate(() => (location.hash = '#/expenses'));
    await page
      .getByRole('row')
      .nth(n + 2)
      .waitFor();
    const id = await page.evaluate((n) => `00000001-0000-4000-8000-${(n * 977).toString(16).padStart(12, '0')}`, n);
    const ms = await page.evaluate(
      (id) =>
        new Promise((resolve) => {
          const started = performance.now();
          const look = () =>
            document.body.textContent.includes(id.slice(0, 8)) && document.querySelector('dl dd')
              ? requestAnimationFrame(() => resolve(performance.now() - started))
              : requestAnimationFrame(look);
          location.hash = `#/expenses/${id}`;
          requestAnimationFrame(look);
        }),
      id,
    );
    times.push(ms);
  }
  const p = percentiles(times);
  row(
    'open a record from the cache',
    p.p95,
    80,
    'ms p95',
    `${p.n} records, p50 ${p.p50.toFixed(1)}, to the frame after its facts are there`,
  );
}

/** The round trip that a save takes, fsync included, on the window's own line. */
async function saving(page) {
  const times = await page.evaluate(async () => {
    const frames = [];
    const socket = window.__socket;
    if (!socket) return frames;
    return frames;
  });
  if (times.length > 0) row('edit durable', percentiles(times).p95, 20, 'ms p95', `${times.length} saves`);
  else await savingOverTheLine(page);
}

async function savingOverTheLine(page) {
  const { createORPCClient } = await import('@orpc/client');
  const { RPCLink } = await import('@orpc/client/websocket');
  const { WebSocket } = await import('ws');
  const { wireSerializers } = await import('../shared/json-wire.ts');
  const origin = new URL(page.url()).origin;
  const cookies = await page.context().cookies(origin);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ipc`, {
    origin,
    headers: { cookie: cookies.map((c) => `${c.name}=${c.value}`).join('; ') },
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const api = createORPCClient(new RPCLink({ websocket: socket, customJsonSerializers: wireSerializers }));
  const times = [];
  for (let n = 0; n < 300; n++) {
    const recordId = `00000001-0000-4000-8000-${(n * 331 + 7).toString(16).padStart(12, '0')}`;
    const started = performance.now();
    await api.edits.record({
      kind: 'updateExpense',
      recordKind: 'expense',
      recordId,
      body: { performedDate: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}` },
    });
    times.push(performance.now() - started);
  }
  socket.close();
  const p = percentiles(times);
  row(
    'edit durable, round trip',
    p.p95,
    20,
    'ms p95',
    `${p.n} saves over the window's line with 10,000 queued, p50 ${p.p50.toFixed(1)}, p99 ${p.p99.toFixed(1)}`,
  );
}

function watchEvents() {
  window.__events = [];
  new PerformanceObserver((list) =>
    window.__events.push(...list.getEntries().map((e) => ({ name: e.name, duration: e.duration }))),
  ).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

function bundles() {
  const folder = path.join(root, 'out/renderer');
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true }).map(String);
  const size = (pattern) => files.filter((f) => pattern.test(f)).reduce((sum, f) => sum + statSync(path.join(folder, f)).size, 0) / 1024;
  row('bundle: scripts of the window', size(/\.(js|mjs)$/), 3500, 'KB', 'not compressed, the PDF worker included');
}

function report() {
  const file = path.join(root, 'docs/performance.md');
  const table = [
    '| moment | figure | budget | |',
    '|---|---|---|---|',
    ...rows.map((r) => `| ${r.moment} | ${r.figure.toFixed(1)} ${r.unit} | ${r.budget} | ${r.detail} |`),
  ].join('\n');
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# How fast\n\n<!-- bench -->\n<!-- /bench -->\n\n## The window\n\n<!-- desk -->\n<!-- /desk -->\n';
  const said = `Measured on ${new Date().toISOString().slice(0, 10)} with \`npm run bench:desk\`: ${values.records} cached records, ${values.edits} queued edits, real Chromium without a GPU.\n\n${table}`;
  writeFileSync(
    file,
    text.replace(/<!-- desk -->[\s\S]*<!-- \/desk -->/, () => `<!-- desk -->\n${said}\n<!-- /desk -->`),
  );
}
