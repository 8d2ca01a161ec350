// The steps of a package over its real Electron. docs/first-run.md lists the steps that no program can press or see.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { load } from 'js-yaml';
import { changeFirstExpense, openFirstDocument } from '../../test/e2e/first-day.ts';
import { root } from '../freshness.mjs';
import { signingKey } from '../packages/sign-feed.mjs';
import { pressQuit } from './quit-key.mjs';
import { launch, programOf, until, windowOf } from './real-app.mjs';
import { serveUpdate, verifyKeyFile } from './update-feed.mjs';

const expense = '11111111-2222-4333-8444-555555555555';

/** Listens where this folder's sandbox did. */
async function takeSandboxPort(dataFolder) {
  const port = Number(readFileSync(path.join(dataFolder, 'sandbox/port'), 'utf8'));
  const blocker = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => blocker.once('listening', resolve).once('error', reject));
  return blocker;
}

const close = ({ page }) => page.close();

async function endsWith(app, what, way) {
  await way(app);
  const code = await Promise.race([app.ended, pause(40_000, 'nothing')]);
  if (code !== 0) throw new Error(`${what}: it ended with ${code}`);
}

const placeOf = (page) =>
  page.evaluate(() => ['screenX', 'screenY', 'outerWidth', 'outerHeight'].map((side) => globalThis[side]).join(' '));

/** Electron moves a window that its page asks to move. */
async function move(page) {
  const before = await placeOf(page);
  await page.evaluate(() => {
    globalThis.moveTo(60, 70);
    globalThis.resizeTo(940, 660);
  });
  return until('the window in its new place', async () => {
    const now = await placeOf(page);
    return now === before ? null : now;
  });
}

function firstDay({ start, picture, dataFolder }) {
  let place = '';
  return [
    {
      title: 'opens its window, sends an edit, opens a PDF, is moved, and quits by the menu’s key',
      run: async () => {
        const app = await start();
        await changeFirstExpense(app.page, '12 Mar 2026');
        await picture(app.page, '1-edit-sent');
        await openFirstDocument(app.page);
        await picture(app.page, '2-pdf');
        place = await move(app.page);
        await endsWith(app, 'quit by menu', ({ child }) => pressQuit(child.pid));
        if (!existsSync(path.join(dataFolder, 'window.json'))) throw new Error('the place was not kept');
      },
    },
    {
      title: 'finds its place again and starts in under 10 s; a second launch brings a link and ends',
      run: async () => {
        const began = performance.now();
        const app = await start();
        const took = (performance.now() - began) / 1000;
        const found = await placeOf(app.page);
        const second = spawn(app.program, ['--data', dataFolder, `layover://expense/${expense}`], { stdio: 'ignore' });
        await until('the link', () => app.page.url().includes(expense));
        await new Promise((resolve) => (second.exitCode === null ? second.once('exit', resolve) : resolve()));
        await picture(app.page, '3-link');
        await endsWith(app, 'close', close);
        if (found !== place) throw new Error(`its place was ${place} and is ${found}`);
        if (took > 10) throw new Error(`it took ${took.toFixed(1)} s`);
        return `${took.toFixed(1)} s`;
      },
    },
    {
      title: 'starts in under 10 s when its sandbox’s port was taken',
      run: async () => {
        const blocker = await takeSandboxPort(dataFolder);
        const began = performance.now();
        const app = await start().finally(() => blocker.close());
        const took = (performance.now() - began) / 1000;
        await endsWith(app, 'close', close);
        if (took > 10) throw new Error(`it took ${took.toFixed(1)} s`);
        return `${took.toFixed(1)} s`;
      },
    },
  ];
}

function otherEnds({ start }) {
  const posix = process.platform !== 'win32';
  return [
    {
      title: 'quits twice at once',
      run: async () =>
        endsWith(await start(), 'twice', ({ child, page }) => {
          pressQuit(child.pid);
          return page.close().catch(() => undefined);
        }),
    },
    ...(posix
      ? ['SIGINT', 'SIGTERM'].map((signal) => ({
          title: `ends by ${signal}`,
          run: async () => endsWith(await start(), signal, ({ child }) => child.kill(signal)),
        }))
      : []),
    {
      title: 'is killed, and opens again',
      run: async () => {
        const app = await start();
        app.child.kill('SIGKILL');
        await app.ended;
        await endsWith(await start(), 'close', close);
      },
    },
  ];
}

/**
 * Updates of an AppImage: what is refused leaves the app as it is, what is taken runs. On Windows an installer and on macOS a signature of
 * Apple's would be needed: those are by hand.
 */
function updates({ launched, start, folder, dataFolder }) {
  const keyFile = path.join(path.dirname(folder), verifyKeyFile);
  if (process.platform !== 'linux' || !existsSync(keyFile)) return [];
  const key = signingKey(readFileSync(keyFile, 'utf8'));
  const place = path.join(dataFolder, '..', 'updates');
  const image = path.join(place, 'Layover.AppImage');
  const logged = () => readFileSync(path.join(dataFolder, 'logs/layover.log'), 'utf8');
  const own = { APPIMAGE: image, XDG_DATA_HOME: place, XDG_CACHE_HOME: place };
  const offer = async (wrong) => {
    mkdirSync(place, { recursive: true });
    writeFileSync(image, 'the version that runs');
    chmodSync(image, 0o755);
    return serveUpdate({ resources: path.join(folder, 'resources'), folder: place, key, wrong });
  };
  const refused = async (wrong, words) => {
    const stop = await offer(wrong);
    const app = await start(own);
    await until(words, () => logged().includes(words)).finally(stop);
    await app.page.getByRole('navigation').first().waitFor();
    await endsWith(app, 'close', close);
    if (existsSync(`${image}.ran`)) throw new Error('it was installed');
  };
  return [
    { title: 'refuses an update that another key has signed, and stays open', run: () => refused('key', 'update refused') },
    { title: 'refuses an update with other bytes than promised, and stays open', run: () => refused('bytes', 'update failed') },
    {
      title: 'takes an update: ends in order, and the new version runs',
      run: async () => {
        const stop = await offer(null);
        // it may be gone before its window has painted
        const app = launched(own);
        await endsWith(app, 'update', () => until('the new version', () => existsSync(`${image}.ran`))).finally(stop);
      },
    },
  ];
}

/** The fuses that electron-builder.yml asks for, by their names there. */
function wantedFuses() {
  return load(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')).electronFuses;
}

/** The state of every fuse of a program, by electron-builder's name: true, false, or undefined where the program has no such fuse. */
async function fusesOf(program) {
  const wire = await getCurrentFuseWire(program);
  const states = { [FuseState.ENABLE]: true, [FuseState.DISABLE]: false };
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  return Object.fromEntries(names.map((name) => [name[0].toLowerCase() + name.slice(1), states[wire[FuseV1Options[name]]]]));
}

/** A step of reading: the fuses that are burnt into the program are those of electron-builder.yml. */
const fuses = (folder) => ({
  title: 'has every fuse of electron-builder.yml',
  run: async () => {
    const wanted = wantedFuses();
    const found = await fusesOf(programOf(folder));
    const wrong = Object.keys(wanted).filter((name) => found[name] !== wanted[name]);
    if (wrong.length > 0) throw new Error(`other than in electron-builder.yml: ${wrong.join(', ')}`);
    return `${Object.keys(wanted).length} fuses`;
  },
});

/** The automatic steps, in order, on one data folder. A step that fails ends the processes that it started. */
export function realSteps({ folder, dataFolder, report }) {
  const running = [];
  const launched = (env) => {
    const app = launch({ folder, dataFolder }, env);
    running.push(app);
    return app;
  };
  const start = (env) => windowOf(launched(env));
  const picture = (page, name) => page.screenshot({ path: path.join(report, `${name}.png`) });
  const parts = { launched, start, picture, folder, dataFolder };
  const steps = [fuses(folder), ...firstDay(parts), ...otherEnds(parts), ...updates(parts)];
  const ending = async () => {
    for (const { child, ended } of running.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    }
  };
  return steps.map(({ title, run }) => ({ title, run: () => run().finally(ending) }));
}
