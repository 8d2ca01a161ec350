// The steps of a package, in order, on one data folder. `start(more)` opens it; a step returns nothing or throws. The same steps run over the fake
// Electron and, without a window, over the real one.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const place = { x: 120, y: 90, width: 1000, height: 700 };
export const expense = '11111111-2222-4333-8444-555555555555';

/** Listens where this folder's sandbox did. */
export async function takeSandboxPort(dataFolder) {
  const port = Number(readFileSync(path.join(dataFolder, 'sandbox/port'), 'utf8'));
  const blocker = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => blocker.once('listening', resolve).once('error', reject));
  return blocker;
}

function must(good, what) {
  if (!good) throw new Error(what);
}

/** Opens the app and waits for its painted window. */
async function open(start, more = []) {
  const app = start(more);
  await app.until(() => app.act('painted'));
  return app;
}

/** It ended with 0, said nothing in a box of Electron's own, and left nobody noted as running. */
async function endsWell(app, what) {
  const code = await app.ended;
  must(code === 0, `${what}: it ended with ${code}`);
  must(app.troubles().length === 0, `${what}: ${app.troubles()[0]}`);
}

async function endsBy(start, what, way) {
  const app = await open(start);
  await way(app);
  await endsWell(app, what);
}

/** Every other way out, each from a start of its own. */
function waysOut(start) {
  return [
    { title: 'ends by its close button', run: () => endsBy(start, 'close', (app) => app.act('close').catch(() => undefined)) },
    { title: 'ends by Ctrl+C, twice', run: () => endsBy(start, 'SIGINT', (app) => [app.signal('SIGINT'), app.signal('SIGINT')]) },
    { title: 'ends by a polite kill', run: () => endsBy(start, 'SIGTERM', (app) => app.signal('SIGTERM')) },
    {
      title: 'ends before the machine does',
      run: () => endsBy(start, 'shutdown', async (app) => must(await app.act('shutdown'), 'not held')),
    },
    { title: 'ends with the session', run: () => endsBy(start, 'session', (app) => app.act('sessionEnd')) },
  ];
}

/** Starts that are no usual ones. */
function oddStarts(start, dataFolder) {
  return [
    {
      title: 'its page crashes and is loaded again; a second launch brings a link',
      run: async () => {
        const app = await open(start);
        await app.act('crash');
        must((await app.act('heard')).includes('webContents.reload'), 'not loaded again');
        await app.act('secondLaunch', [`layover://expense/${expense}`]);
        await app.act('quit');
        await endsWell(app, 'after a crash of the page');
      },
    },
    {
      title: 'opens in under 10 s when its sandbox’s port was taken',
      run: async () => {
        const blocker = await takeSandboxPort(dataFolder);
        const began = performance.now();
        const app = await open(start);
        const took = performance.now() - began;
        blocker.close();
        await app.act('quit');
        await endsWell(app, 'with a taken port');
        return `${(took / 1000).toFixed(1)} s`;
      },
    },
    {
      title: 'opens its window with the reason when its sandbox cannot start',
      run: () => withoutSandbox(start, '--sandbox=--no-such-flag', 'off'),
    },
    {
      title: 'opens its window with the reason when its sandbox hangs',
      run: () => withoutSandbox(start, '--hanging-sandbox', 'late'),
    },
  ];
}

/** The window is there, says what is wrong with the sandbox, and ends; answers how long that took. */
async function withoutSandbox(start, flag, trouble) {
  const began = performance.now();
  const app = await open(start, [flag]);
  await app.until(async () => (await app.act('sandboxTrouble')) === trouble);
  const seconds = (performance.now() - began) / 1000;
  await app.act('quit');
  await endsWell(app, 'without a sandbox');
  // It waits for no sandbox: one that hangs is given a minute. How long the rest takes is the machine's matter.
  must(seconds <= 30, `it took ${seconds.toFixed(1)} s`);
  return `${seconds.toFixed(1)} s`;
}

/** @param {{ start: (more?: string[]) => any, dataFolder: string }} given */
export function stepsOf({ start, dataFolder }) {
  let edit = '';
  return [
    {
      title: 'opens its window, sends an edit, opens a PDF, is moved, and quits by menu',
      run: async () => {
        const app = await open(start);
        await app.until(() => app.act('company'));
        edit = await app.act('edit');
        await app.until(async () => (await app.act('state', edit)) === 'applied');
        must((await app.act('pdf')) === '%PDF-', 'no PDF');
        await app.act('move', place);
        await app.act('menuQuit');
        await endsWell(app, 'quit by menu');
      },
    },
    {
      title: 'finds its window’s place and its edit again, and quits twice at once',
      run: async () => {
        const app = await open(start);
        const found = await app.act('place');
        must(
          Object.entries(place).every(([key, value]) => found[key] === value),
          `the place is ${JSON.stringify(found)}`,
        );
        must((await app.act('state', edit)) === 'applied', 'the edit is not there');
        await Promise.allSettled([app.act('quit'), app.act('quit')]);
        await endsWell(app, 'quit twice');
      },
    },
    ...waysOut(start),
    {
      title: 'is killed, and opens again with everything',
      run: async () => {
        const app = await open(start);
        const id = await app.act('edit');
        app.signal('SIGKILL');
        await app.ended;
        const again = await open(start);
        await again.until(async () => (await again.act('state', id)) === 'applied');
        await again.act('quit');
        await endsWell(again, 'after a kill');
      },
    },
    ...oddStarts(start, dataFolder),
  ];
}

/** Runs the steps in order, all of them; one row each. */
export async function runSteps(steps, heard = () => undefined) {
  const rows = [];
  for (const { title, run } of steps) {
    const began = performance.now();
    const row = await run().then(
      (note) => ({ title, good: true, note: note ?? '' }),
      (error) => ({ title, good: false, note: error.message }),
    );
    rows.push({ ...row, seconds: (performance.now() - began) / 1000 });
    heard(rows.at(-1));
  }
  return rows;
}

/** The rows as a table for people. */
export function tableOf(rows) {
  const lines = rows.map(
    ({ title, good, seconds, note }) => `| ${title} | ${good ? 'good' : 'FAILED'} | ${seconds.toFixed(1)} s | ${note} |`,
  );
  return ['| what | outcome | time | note |', '|---|---|---|---|', ...lines, ''].join('\n');
}
