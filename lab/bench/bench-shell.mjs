// `npm run bench:shell`: the packaged app over the older Electron in a desktop session: first paint, a usable window, memory by process, the
// processor's time while nobody does anything, and quitting. `-- --pictures` makes the pictures of the README and the guide instead.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { busyBefore, machine, root, today, writeMoments } from './report.mjs';
import { packForOldElectron } from '#scripts/old-electron/pack.mjs';
import { oldVersion } from '#scripts/old-electron/runtime.mjs';
import { runInSession } from '#scripts/old-electron/session.mjs';
import { changeFirstExpense } from '#test/e2e/first-day.ts';
import { launch, programOf, windowOf } from '#scripts/verify/real-app.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: { inside: text, package: text, seconds: { ...text, default: '600' }, pictures: { type: 'boolean' } },
});
const out = path.join(root, 'out/bench-shell');
const pictures = path.join(root, 'docs/pictures');

if (values.inside) await (values.pictures ? draw(values.inside) : measure(values.inside));
else {
  const busy = busyBefore();
  const folder = values.package ?? (await packForOldElectron());
  rmSync(out, { recursive: true, force: true });
  const again = [process.execPath, import.meta.filename, '--inside', folder, '--seconds', values.seconds];
  const code = await runInSession([...again, ...(values.pictures ? ['--pictures'] : [])], { runtime: programOf(folder), writable: [out] });
  if (code !== 0) process.exit(code);
  if (values.pictures) keepPictures();
  else report(busy);
}

/** A process and everything that it started, directly or not. */
function family(pid) {
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [[Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1])]] : [];
    } catch {
      return [];
    }
  });
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
}

function kindOf(pid) {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  const service = /--utility-sub-type=node\.mojom/.test(words) ? 'practice company' : 'network, storage and the like';
  const kind = /--type=([a-z-]+)/.exec(words)?.[1];
  return kind === 'utility' ? service : ({ renderer: 'window', 'gpu-process': 'painting', zygote: 'zygotes' }[kind] ?? 'main process');
}

function memoryOf(pids) {
  const sums = {};
  for (const pid of pids) {
    const kb = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    sums[kindOf(pid)] = (sums[kindOf(pid)] ?? 0) + kb / 1024;
  }
  return sums;
}

/** Seconds of the processor that these processes have had. */
function processorOf(pids) {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
}

/** Starts the app; answers it with the milliseconds from the start to its first paint and to its page. */
async function start(folder, dataFolder) {
  const began = Date.now();
  const app = await windowOf(launch({ folder, dataFolder }));
  const page = Date.now() - began;
  const painted = await app.page.evaluate(() => performance.timeOrigin + performance.getEntriesByName('first-paint')[0].startTime);
  return { app, painted: painted - began, page };
}

async function quit({ child, ended }) {
  const began = performance.now();
  child.kill('SIGTERM');
  if ((await ended) !== 0) throw new Error('it did not end in order');
  return performance.now() - began;
}

async function measure(folder) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const found = { first: [], later: [], quit: [] };
  for (let round = 0; round < 5; round++) {
    const dataFolder = path.join(work, `data-${round}`);
    for (const kind of ['first', 'later']) {
      const { app, painted, page } = await start(folder, dataFolder);
      found[kind].push({ painted, page });
      // what follows behind the first page is not part of the end
      await pause(3_000);
      found.quit.push(await quit(app));
    }
  }
  const { app } = await start(folder, path.join(work, 'data-0'));
  // what follows behind the first page is over by then
  await pause(20_000);
  const pids = family(app.child.pid);
  found.memory = memoryOf(pids);
  const before = processorOf(pids);
  await pause(Number(values.seconds) * 1000);
  found.idle = ((processorOf(pids) - before) / Number(values.seconds)) * 100;
  await quit(app);
  writeFileSync(path.join(out, 'figures.json'), JSON.stringify(found));
  process.exit(0);
}

function range(numbers) {
  const sorted = numbers.map(Math.round).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], message: `median of ${sorted.length}, ${sorted[0]} to ${sorted.at(-1)}` };
}

function report(busy) {
  const found = JSON.parse(readFileSync(path.join(out, 'figures.json'), 'utf8'));
  const against = (moment, figure, unit, budget, detail) => {
    const met = budget === null ? '' : figure <= budget ? 'met' : '**missed**';
    return { moment, figure, unit, budget, met, detail };
  };
  const ms = (moment, numbers, budget) => against(moment, range(numbers).median, 'ms', budget, range(numbers).message);
  const of = (start, part) => found[start].map((one) => one[part]);
  const memory = Object.values(found.memory).reduce((sum, mb) => sum + mb, 0);
  const parts = Object.entries(found.memory).map(([name, mb]) => `${name} ${Math.round(mb)}`);
  writeMoments('shell', headOf(busy), [
    ms('first start: first paint', of('first', 'painted'), 500),
    ms('first start: the page with the practice company', of('first', 'page'), null),
    ms('later start: first paint', of('later', 'painted'), null),
    ms('later start: the page', of('later', 'page'), 700),
    ms('quit', found.quit, null),
    against('memory (PSS)', memory, 'MB', 280, parts.join(', ')),
    against('processor while idle', found.idle, '% of a core', 0.1, `${values.seconds} s, figure to two places: ${found.idle.toFixed(2)}`),
  ]);
}

function headOf(busy) {
  return `\`npm run bench:shell\` on ${today()}, ${machine()}; load a processor before it began ${busy}. Packaged, Electron ${oldVersion}, Xvfb without a graphics processor, a debugging port open.`;
}

async function draw(folder) {
  const work = mkdtempSync(path.join(os.tmpdir(), 'pictures-'));
  const { app } = await start(folder, path.join(work, 'data'));
  const { page } = app;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { width: 1024, height: 700, deviceScaleFactor: 1, mobile: false });
  await changeFirstExpense(page, '12 Mar 2026');
  await page.mouse.move(1, 1);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await pause(700);
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    writeFileSync(path.join(out, `window-${colorScheme}.png`), Buffer.from(data, 'base64'));
  }
  await quit(app);
  process.exit(0);
}

function keepPictures() {
  mkdirSync(pictures, { recursive: true });
  for (const name of readdirSync(out).filter((one) => one.endsWith('.png'))) {
    cpSync(path.join(out, name), path.join(pictures, name));
    console.log(`docs/pictures/${name}: ${Math.round(statSync(path.join(out, name)).size / 1024)} kB`);
  }
  if (!existsSync(path.join(pictures, 'window-dark.png'))) process.exit(1);
}
