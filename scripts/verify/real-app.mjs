// An unpacked package over its real Electron, driven from outside: its own window by a debugging port that is opened for this run, its own
// note of who runs, its own files. What it is put through stands in real-steps.mjs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const programs = { linux: 'layover', win32: 'Layover.exe', darwin: 'MacOS/Layover' };

export async function until(what, check, limitMs = 60_000) {
  const limit = Date.now() + limitMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > limit) throw new Error(`${what} did not come`);
    await pause(100);
  }
}

/** Starts the package and connects to its window. `env` is added to this process's own. */
export async function open({ folder, dataFolder }, env = {}) {
  const { chromium } = await import('@playwright/test');
  const program = path.join(folder, programs[process.platform] ?? programs.linux);
  const child = spawn(program, ['--data', dataFolder, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  });
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
