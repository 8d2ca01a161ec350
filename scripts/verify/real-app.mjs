// An unpacked package over its real Electron, driven from outside: its own window by a debugging port that is opened for this run, its own
// note of who runs, its own files. What it is put through is in real-steps.mjs.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const programs = { linux: 'layover', win32: 'Layover.exe', darwin: 'MacOS/Layover' };

/** The package's executable. */
export const programOf = (folder) => path.join(folder, programs[process.platform] ?? programs.linux);

export async function until(what, check, limitMs = 60_000) {
  const limit = Date.now() + limitMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > limit) throw new Error(`${what} did not come`);
    await pause(100);
  }
}

/**
 * Starts the package with a debugging port. `env` is added to this process's own.
 * @param {{ folder: string, dataFolder: string }} given
 * @param {Record<string, string>} [env]
 */
export function launch({ folder, dataFolder }, env = {}) {
  const program = programOf(folder);
  const child = spawn(program, ['--data', dataFolder, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  });
  const app = { child, program, dataFolder, said: '' };
  child.stderr.on('data', (chunk) => (app.said += chunk));
  app.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)).once('error', resolve));
  return app;
}

/** Connects to the window of a package that was launched, and waits for its first page. */
export async function windowOf(app) {
  const { chromium } = await import('@playwright/test');
  const gone = app.ended.then((code) => {
    throw new Error(`it ended with ${code} before its window was there: ${app.said.slice(-500)}`);
  });
  gone.catch(() => undefined);
  const port = () => /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(app.said)?.[1];
  const loaded = async () => {
    const targets = port()
      ? await fetch(`http://127.0.0.1:${port()}/json/list`).then(
          (answer) => answer.json(),
          () => [],
        )
      : [];
    return targets.some(({ type, url }) => type === 'page' && url.startsWith('app://layover/'));
  };
  // whoever connects while the first window is being made waits for ever
  await Promise.race([until('the window', loaded), gone]);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`);
  const page = await until('the page', async () =>
    browser
      .contexts()[0]
      ?.pages()
      .find((one) => one.url().startsWith('app://layover/')),
  );
  await page.getByRole('navigation').first().waitFor();
  return { ...app, page, browser };
}
