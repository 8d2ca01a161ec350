// Scrolls 10,000 bank lines in real Chromium, in the built app on the browser host.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startHost } from '#test/e2e/fixtures.ts';
import playwrightConfig from '../../playwright.config.ts';
import { build } from '#scripts/build.mjs';
import { fillLines } from './bank-lines.ts';
import { fillAccount } from './desk-cache.ts';
import { scrolling, showWhole } from './desk-moments.mjs';
import { openOnce } from './desk-starts.mjs';

/** Milliseconds from frame to frame, and how many were late, over this many bank lines. */
export async function bankLineFrames(lines = 10_000) {
  await build();
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'layover-lines-'));
  const browser = await chromium.launch(playwrightConfig.use.launchOptions);
  const host = await startHost({ dataFolder });
  try {
    await openOnce(browser, host);
    await fillAccount(dataFolder, (store) => fillLines(store, lines));
    await host.start(false);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await showWhole(page);
    await host.open(page);
    await page.evaluate(() => (location.hash = '#/bank-lines'));
    await page.getByRole('grid', { name: 'Bank lines' }).getByRole('row').nth(5).waitFor();
    return await scrolling(page);
  } finally {
    await browser.close();
    await host.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
