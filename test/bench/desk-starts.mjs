// A cold start, from its process to the first rows on screen, beside the floor of the machine: a bare process and page in the same rounds.
import { startBare } from './bare-page.mjs';
import { ofProcess, ofProcesses } from './desk-processor.mjs';
import { percentiles } from './workload.mjs';

/** Starts ours and a bare one in turn; the host of the last round stays. */
export async function coldStarts(browser, host, rounds = 7) {
  const ours = [];
  const bare = [];
  for (let round = 0; round < rounds; round++) {
    const floor = await oneStart(browser, startBare);
    await floor.running.end();
    bare.push(floor);
    if (round > 0) await host.end();
    ours.push(await oneStart(browser, () => host.start(false).then(() => host)));
  }
  return { ours: figures(ours), bare: figures(bare) };
}

/** A launch address has room for nothing else: the list is asked for once the window has taken the launch out of it. */
export async function openExpenses(host, page) {
  await host.open(page);
  await page.evaluate(() => (location.hash = '#/expenses'));
}

/** Opens the host once by itself and ends it, so that the account in its folder is the app's own. */
export async function openOnce(browser, host) {
  const page = await browser.newPage();
  await host.open(page);
  const link = page.getByRole('link', { name: /Expenses/ });
  await link.first().waitFor();
  await page.close();
  await host.end();
}

async function oneStart(browser, start) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await browser.newBrowserCDPSession();
  const spent = async () => Object.values(await ofProcesses(session)).reduce((sum, each) => sum + each, 0);
  const before = await spent();
  const started = performance.now();
  const running = await start();
  await openExpenses(running, page);
  await page.getByRole('row').nth(3).waitFor();
  const ms = performance.now() - started;
  const hostMs = ofProcess(running.process.pid) * 1000;
  const chromiumMs = ((await spent()) - before) * 1000;
  await session.detach();
  await context.close();
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
