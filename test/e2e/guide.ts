import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { formatsNow } from '#shared/values/language.ts';

/** The folder for the guide's pictures; unset, nothing is drawn (`npm run guide` sets it). */
const folder = process.env['LAYOVER_GUIDE'];

/** True when the guide is drawn: its extra chapters are walked only then. */
export const isDrawn = folder !== undefined;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The guide's picture of the window as it is now, with the sentence that is under it. Waits for fonts, stops what moves and hides the caret. The guide
 * is English: pictures in another language are kept in its own folder, for whoever reads the translation.
 */
export async function picture(page: Page, name: string, title: string, message: string): Promise<void> {
  if (folder === undefined) return;
  await page.evaluate(() => document.fonts.ready);
  const { language } = formatsNow();
  const into = language === 'en' ? folder : path.join(folder, language);
  mkdirSync(into, { recursive: true });
  await page.screenshot({ path: path.join(into, `${name}.png`), animations: 'disabled', caret: 'hide' });
  appendFileSync(path.join(into, 'pictures.ndjson'), `${JSON.stringify({ name, title, message })}\n`);
}

/** A stop of the trip: axe finds nothing wrong for WCAG 2.2 A and AA in the window as it is now, and the guide gets its picture. */
export async function stop(page: Page, name: string, title: string, message: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)),
    `axe at "${title}"`,
  ).toEqual([]);
  await picture(page, name, title, message);
}
