import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeDesk } from './fake-desk.ts';
import { openWindow } from './window.ts';

test.each([1100, 400])('a name that is written from the right and has no room keeps its beginning (%i px)', async (width) => {
  const desk = new FakeDesk();
  const name =
    'شركة الساحل للطباعة والنشر والتوزيع والخدمات اللوجستية المحدودة ذات المسؤولية المحدودة في الكويت والخليج العربي بأكمله ومكاتبها';
  const vendor = desk.record('vendor');
  desk.records = [{ ...vendor, service: { ...vendor.service, name } }];
  await openWindow(desk, 'vendors');
  await page.viewport(width, 640);
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /Search/ }))
    .first()
    .fill('شركة');
  const text = () => {
    const cell = page.getByRole('gridcell').filter({ hasText: 'شركة' }).element();
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let node = walk.nextNode();
    while (node && !node.textContent?.includes('شركة')) node = walk.nextNode();
    const range = document.createRange();
    range.setStart(node!, node!.textContent!.indexOf('شركة'));
    range.setEnd(node!, node!.textContent!.indexOf('شركة') + 1);
    return { cell: cell.getBoundingClientRect(), letter: range.getBoundingClientRect() };
  };
  await expect.element(page.getByRole('gridcell').filter({ hasText: 'شركة' })).toBeVisible();
  const { cell, letter } = text();
  expect([letter.left >= cell.left, letter.right <= cell.right + 1]).toEqual([true, true]);
});
