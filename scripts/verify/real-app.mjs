// An unpacked package over its real Electron, driven from outside: its own window by a debugging port that is opened for this run, its own
// note of who runs, its own files.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const programs = { linux: 'layover', win32: 'Layover.exe', darwin: 'MacOS/Layover' };
const expense = '11111111-2222-4333-8444-555555555555';

async function until(what, check, limitMs = 60_000) {
  const limit = Date.now() + limitMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > limit) throw new Error(`${what} did not come`);
    await pause(100);
  }
}

/** Starts the package and connects to its window. */
async function open({ folder, dataFolder }) {
  const { chromium } = await import('@playwright/test');
  const program = path.join(folder, programs[process.platform] ?? programs.linux);
  const child = spawn(program, ['--data', dataFolder, '--remote-debugging-port=0'], { stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const port = () => /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)).once('error', resolve));
  const gone = ended.then((code) => {
    throw new Error(`it ended with ${code} before its window was there: ${said.slice(-500)}`);
  });
  gone.catch(() => undefined);
  const noted = () => existsSync(path.join(dataFolder, 'host.json')) && port();
  const number = await Promise.race([until('the window', noted), gone]);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${number}`);
  const page = await until('the page', async () =>
    browser
      .contexts()[0]
      ?.pages()
      .find((one) => one.url().startsWith('app://layover/')),
  );
  await page.getByRole('navigation').first().waitFor();
  return { child, ended, page, program, browser };
}

async function endsWith(app, what, way) {
  await way(app);
  const code = await Promise.race([app.ended, pause(40_000, 'nothing')]);
  if (code !== 0) throw new Error(`${what}: it ended with ${code}`);
}

async function editOnce(page) {
  await page
    .getByRole('link', { name: /Expenses/ })
    .first()
    .click();
  await page.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(1).click();
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Date').fill('12 Mar 2026');
  await sheet.getByRole('button', { name: 'Record', exact: true }).click();
  await page
    .getByText(/Sent: synced/)
    .first()
    .waitFor();
}

const close = ({ page }) => page.close();

/** What a real machine can tell. The other ways out, and updates, are a person's list in docs/first-run.md. */
export function realSteps({ folder, dataFolder, report }) {
  const start = () => open({ folder, dataFolder });
  const picture = (page, name) => page.screenshot({ path: path.join(report, `${name}.png`) });
  const posix = process.platform !== 'win32';
  return [
    {
      title: 'opens its window, sends an edit, keeps its place, ends by its close button',
      run: async () => {
        const app = await start();
        await editOnce(app.page);
        await picture(app.page, '1-edit-sent');
        await endsWith(app, 'close', close);
        if (!existsSync(path.join(dataFolder, 'window.json'))) throw new Error('the place was not kept');
      },
    },
    {
      title: 'starts again in under 10 s; a second launch brings a link and ends',
      run: async () => {
        const began = performance.now();
        const app = await start();
        const took = (performance.now() - began) / 1000;
        const second = spawn(app.program, ['--data', dataFolder, `layover://expense/${expense}`], { stdio: 'ignore' });
        await until('the link', () => app.page.url().includes(expense));
        await new Promise((resolve) => (second.exitCode === null ? second.once('exit', resolve) : resolve()));
        await picture(app.page, '2-link');
        await endsWith(app, 'close', close);
        if (took > 10) throw new Error(`it took ${took.toFixed(1)} s`);
        return `${took.toFixed(1)} s`;
      },
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
