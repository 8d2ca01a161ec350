import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from './playwright.config.ts';
import { makeMessages } from './scripts/messages/make.mjs';
import { pdfFiles } from './scripts/pdf-files.mjs';
import { linuxOnly } from './test/linux-only.ts';

makeMessages();
// Tests assert English, whatever the system speaks.
process.env.LC_ALL = 'en_US.UTF-8';

const at = (...parts: string[]) => path.join(import.meta.dirname, ...parts);
const fakeElectron = { resolve: { alias: { electron: at('test/fakes/electron.ts') } } };

// the sources are the same on every system: what only reads them runs once
const notHere = process.platform === 'linux' ? [] : ['test/lint/**', ...Object.keys(linuxOnly)];
// `npm test` leaves slow files, and slow tests in the others (test/full-test.ts), to `npm run test:full`
const isQuick = process.env.LAYOVER_TIER === 'quick';
const slow = isQuick ? ['**/*.slow.test.ts'] : [];
// Svelte's own checks of every update take two fifths of the time: `npm test` runs components as users have them, `npm run test:full` with the checks.
const compilerOptions = isQuick ? { dev: false } : {};

const everywhere = {
  provide: { isQuick },
  // of two processors both: the tool would leave one idle
  maxWorkers: '100%',
  // Machines are shared: what a test waits for may take a while, and waiting long costs nothing when it comes. No time-out here proves anything.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
  unstubEnvs: true,
};

export default defineConfig({
  test: {
    coverage: { provider: 'v8', include: ['shared/**', 'main/**', 'renderer/**', 'service/**'] },
    projects: [
      {
        ...fakeElectron,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts', 'lab/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/component/**', 'test/laws/**', 'test/e2e/**', ...notHere, ...slow],
          ...everywhere,
          // A process for each file, and every module anew, cost as much as the tests themselves: files share both, and leave nothing behind.
          isolate: false,
          setupFiles: [at('test/draws.ts'), at('test/speak-english.ts')],
        },
      },
      {
        ...fakeElectron,
        test: {
          name: 'laws',
          environment: 'node',
          include: ['test/laws/**/*.test.ts'],
          exclude: slow,
          ...everywhere,
          setupFiles: [at('test/speak-english.ts')],
          testTimeout: 900_000,
        },
      },
      {
        plugins: [svelte({ configFile: at('svelte.config.js'), compilerOptions }), pdfFiles()],
        // Prebundles imports: a new import during a run would wait for ever.
        optimizeDeps: { force: true },
        test: {
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          exclude: slow,
          ...everywhere,
          // an element that never comes is waited for as long as the test
          testTimeout: 90_000,
          isolate: false,
          setupFiles: [at('test/speak-english.ts'), at('test/component/fresh-page.ts')],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium', viewport: { width: 1100, height: 800 } }],
          },
        },
      },
    ],
  },
});
