import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test, type RunningHost } from './fixtures.ts';

/** Gives the first listed purchase invoice one of the documents of test/documents, and fetches it in the window. */
async function fetchDocument(host: RunningHost, page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: /^Documents/ })
    .first()
    .click();
  const first = page.getByRole('navigation', { name: 'Documents' }).getByRole('link').first();
  const id = (await first.getAttribute('href'))?.split('/').at(-1);
  await first.click();
  const base64 = readFileSync(new URL(`../documents/${name}`, import.meta.url)).toString('base64');
  await host.sandbox().post('/sandbox/document', { id, base64 });
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
}

/** The share of the first page's pixels that are dark. */
const ink = (page: Page) =>
  page
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      if (canvas.width === 0) return 0;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.reduce((dark, value, at) => dark + (at % 4 === 0 && value < 128 ? 1 : 0), 0) / (data.length / 4);
    });

test('a scanned page is drawn by its decoder, within the policy', async ({ host, app }) => {
  await fetchDocument(host, app, 'p13b-jpx-scan-only.pdf');
  await expect.poll(() => ink(app)).toBeGreaterThan(0.05);
});

test('a Japanese invoice whose font is not embedded is read', { tag: '@slow' }, async ({ host, app }) => {
  await fetchDocument(host, app, 'p15-cjk-cmap.pdf');
  await expect(app.getByText(/As read from the document: .*12,500 JPY/)).toBeVisible();
});
