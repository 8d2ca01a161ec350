import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { linuxOnly } from './test/linux-only.ts';

/** A browser that is there, silent: it talks to nothing but what a test opens. Shared with the component tests. */
export const chromium = {
  ...findBrowser(),
  args: [
    ...(process.platform === 'linux' ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
    '--disable-quic',
  ],
};

const ignored = [
  ...(process.platform === 'linux' ? [] : Object.keys(linuxOnly).map((file) => path.basename(file))),
  // `npm test` leaves the slow ones to `npm run test:full`; a file that is named runs in any case
  ...(process.env.LAYOVER_TIER === 'quick' ? ['*.slow.spec.ts'] : []),
];
const long = ['trip.slow.spec.ts', 'canary.slow.spec.ts', 'sign-in.slow.spec.ts', 'main-job.spec.ts'];
const realShell = 'electron*.spec.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testIgnore: ignored,
  outputDir: 'out/test-results/e2e',
  timeout: 300_000,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  // the long ones first, so that no worker ends with one alone
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: [...ignored, ...long, realShell] },
    // needs a runtime and a desktop session: `npm run e2e:electron`
    { name: 'electron', testMatch: realShell },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // no film of every page: it costs more than the page
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
