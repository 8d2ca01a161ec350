import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { firstScripts } from '#scripts/first-scripts.mjs';

const out = path.resolve(import.meta.dirname, '../../out');
const folder = path.join(out, 'renderer');

test('the window begins with little: 705 KB of scripts until Today is there, English among them, without the reader of PDFs and what imports a file', () => {
  expect(existsSync(path.join(folder, 'index.html')), 'run `npm run build` first').toBe(true);
  const scripts = firstScripts(folder);
  // The line's beginning, and the window with Today behind it; each further file would be a turn of the line more.
  expect(scripts.map((file) => path.basename(file).replace(/-.{8}\.js$/, ''))).toEqual(['index', 'window', 'en-first']);
  const [, window = '', english = ''] = scripts.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(window).toContain('today.steps.title');
  expect(english).toContain('Getting started');
  // The words of the pages behind the first one come with the first of those.
  expect(english).not.toContain('Number format');
  // Each has a file of its own, so that it can be read when it is asked for.
  const files = readdirSync(path.join(folder, 'assets'));
  for (const name of ['lists', 'Outbox', 'Settings', 'pdf', 'ImportDialog', 'ImportNames'])
    expect(files.filter((file) => file.startsWith(`${name}-`))).not.toEqual([]);
  const bytes = scripts.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
  expect(bytes / 1024).toBeLessThanOrEqual(705);
});

test('the browser host begins without the client for HTTP that an import of its server would make', () => {
  const program = path.join(out, 'host/browser.mjs');
  expect(existsSync(program), 'run `npm run build` first').toBe(true);
  const told = 'data:text/javascript,process.on("exit", () => console.log(`loaded: ${process.moduleLoadList.join()}`))';
  const { stdout } = spawnSync(process.execPath, ['--import', told, program, '--help'], { encoding: 'utf8' });
  const loaded = /^loaded: (.*)$/m.exec(stdout)?.[1]?.split(',') ?? [];
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});
