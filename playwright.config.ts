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

export default defineConfig({
  testDir: 'test/e2e',
  testIgnore: process.platform === 'linux' ? [] : Object.keys(linuxOnly).map((file) => path.basename(file)),
  outputDir: 'out/test-results/e2e',
  timeout: 300_000,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
