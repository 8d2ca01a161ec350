import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** Where the guide's pictures go; unset, nothing is drawn (`npm run guide` sets it). */
const folder = process.env['LAYOVER_GUIDE'];

/** Takes a picture for the guide, with the sentence that stands under it. Waits for what moves and hides the caret. */
export async function picture(page: Page, name: string, title: string, says: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
  appendFileSync(path.join(folder, 'pictures.ndjson'), `${JSON.stringify({ name, title, says })}\n`);
}
