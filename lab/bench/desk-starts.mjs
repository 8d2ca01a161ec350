// A cold start, from its process to the first rows on screen, beside the floor of the machine: a bare process and page in the same rounds.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBare } from './bare-page.mjs';
import { ofProcess, ofProcesses } from './desk-processor.mjs';
import { percentiles } from './workload.mjs';

/** Starts before those that count: a browser compiles ahead what it has read twice. */
const earlier = 3;

/**
 * Starts ours and a bare one in turn, each in a profile that it was started in before, as the installed app is: the browser holds what it
 * read and compiled then. The host of the last round stays.
 */
export async function coldStarts(browserType, launchOptions, host, rounds = 7) {
  const profile = mkdtempSync(path.join(tmpdir(), 'layover-profile-'));
  const context = await browserType.launchPersistentContext(profile, { ...launchOptions, viewport: { width: 1440, height: 900 } });
  const ours = [];
  const bare = [];
  try {
    for (let round = 0; round < earlier + rounds; round++) {
      const floor = await oneStart(context, startBare);
      await floor.running.end();
      if (round > 0) await host.end();
      const start = await oneStart(context, () => startOurs(host));
      if (round < earlier) continue;
      bare.push(floor);
      ours.push(start);
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return { ours: figures(ours), bare: figures(bare) };
}

/** Match system's browser opens it: at the address that was said, at once. */
async function startOurs(host) {
  await host.start(false);
  return { process: host.process, open: (page) => page.goto(host.said) };
}

/** Environment that gives the window one address for all starts of a host. */
export async function sameAddress() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  const preload = pathToFileURL(path.join(import.meta.dirname, 'same-port.mjs'));
  return { LAYOVER_BENCH_PORT: String(port), NODE_OPTIONS: `--import=${preload}` };
}

/** A launch address has room for nothing else: the list is asked for once the window has taken the launch out of it. */
export async function openExpenses(host, page) {
  await host.open(page);
  await page.evaluate(() => (location.hash = '#/expenses'));
}

/** Opens the host once on its own and ends it, so that the account in its folder is the app's own. */
export async function openOnce(browser, host) {
  const page = await browser.newPage();
  await host.open(page);
  const link = page.getByRole('link', { name: /Expenses/ });
  await link.first().waitFor();
  await page.close();
  await host.end();
}

async function oneStart(context, start) {
  const page = await context.newPage();
  const session = await context.browser().newBrowserCDPSession();
  const spent = async () => Object.values(await ofProcesses(session)).reduce((sum, each) => sum + each, 0);
  const before = await spent();
  const started = performance.now();
  const running = await start();
  await openExpenses(running, page);
  await page.getByRole('grid').getByRole('row').nth(3).waitFor();
  const ms = performance.now() - started;
  const hostMs = ofProcess(running.process.pid) * 1000;
  const chromiumMs = ((await spent()) - before) * 1000;
  await session.detach();
  await page.close();
  return { running, ms, hostMs, chromiumMs };
}

function figures(starts) {
  const of = (name) => percentiles(starts.map((start) => start[name]));
  const said = ({ p50, max }, least) => `${Math.round(p50)} ms, ${Math.round(least)} to ${Math.round(max)}`;
  const saidOf = (name) => said(of(name), Math.min(...starts.map((start) => start[name])));
  return {
    starts: starts.length,
    p50: of('ms').p50,
    said: saidOf('ms'),
    processor: `host ${saidOf('hostMs')}; Chromium ${saidOf('chromiumMs')}`,
  };
}
