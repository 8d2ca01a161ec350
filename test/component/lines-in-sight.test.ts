import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { behindPinned, overlaps } from './layout.ts';
import { openWindow, stillness } from './window.ts';

test('beside its list at 1280 px, every column of an invoice’s lines is whole: none hidden, no figures under others', async () => {
  const app = new FakeApp();
  const { id, service } = app.record('invoiceReceivable');
  const described = {
    productNameOverwrite: 'Consulting in March',
    billingStart: '2026-03-01',
    discountAmount: 120_000,
    taxAmount: 363_720,
  };
  for (const line of service['lines'] as Record<string, unknown>[]) Object.assign(line, described);
  await openWindow(app, `invoices/${id}`);
  await page.viewport(1280, 800);
  await expect.element(page.getByRole('columnheader', { name: /Tax amount/ })).toBeVisible();
  await expect.element(page.getByRole('grid')).toBeVisible();
  const lines = page.getByRole('region', { name: 'Lines' }).element();
  await expect.poll(() => lines.scrollWidth - lines.clientWidth).toBeLessThanOrEqual(0);
  expect([behindPinned(), overlaps('main article')]).toEqual([[], []]);
  const heads = [...lines.querySelectorAll('th')].map((head) => head.textContent).join(' ');
  for (const word of ['product', 'tax code', 'account', 'billing from', 'Quantity', 'Net amount', 'Tax amount'])
    expect(heads).toContain(word);
  const [first] = lines.querySelectorAll<HTMLElement>('tbody td');
  expect(first?.innerText).toMatch(/Consulting in March\s+Product \S+/);
  // A wide window has a column for each.
  await page.viewport(1800, 900);
  await expect.element(page.getByRole('columnheader', { name: 'Product', exact: true })).toBeVisible();
});

/** Words of the lines' cells that are broken over two lines of text. */
function brokenWords(): string[] {
  const broken: string[] = [];
  for (const cell of document.querySelectorAll('main article tbody td')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
  }
  return broken;
}

test.each([1280, 1440])('beside its list at %i px, no word of an invoice’s lines is broken', async (width) => {
  const app = new FakeApp();
  const { id, service } = app.record('invoiceReceivable');
  for (const line of service['lines'] as Record<string, unknown>[])
    Object.assign(line, { productNameOverwrite: 'Representation and entertainment', taxAmount: 363_720, customPrice: 129_900 });
  await openWindow(app, `invoices/${id}`);
  await page.viewport(width, 800);
  await expect.element(page.getByRole('columnheader', { name: /Tax amount/ })).toBeVisible();
  await stillness();
  expect(brokenWords()).toEqual([]);
});
