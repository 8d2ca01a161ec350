import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { asHighAsItsPage, openWindow } from './window.ts';

const start = 'شركة';
const name = `${start} الساحل للطباعة والنشر والتوزيع والخدمات اللوجستية المحدودة ذات المسؤولية المحدودة في الكويت والخليج العربي بأكمله ومكاتبها في كل مكان`;

function firstLetter(within: Element): DOMRect {
  const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  let node = walk.nextNode();
  while (node && !node.textContent?.includes(start)) node = walk.nextNode();
  if (!node) throw new Error('no name');
  const at = node.textContent?.indexOf(start) ?? 0;
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + 1);
  return range.getBoundingClientRect();
}

test.each([1100, 400])('a name that is written from the right and has no room keeps its beginning (%i px)', async (width) => {
  const app = new FakeApp();
  const vendor = app.record('vendor');
  app.records = [{ ...vendor, service: { ...vendor.service, name } }];
  await openWindow(app, 'vendors');
  asHighAsItsPage();
  await page.viewport(width, 640);
  const cells = () => [...document.querySelectorAll('.ledger [role=gridcell]')].filter((each) => each.textContent.includes(start));
  await expect.poll(() => cells().some((each) => each.checkVisibility())).toBe(true);
  const [cell] = cells().filter((each) => each.checkVisibility());
  const [letter, room] = [firstLetter(cell!), cell!.getBoundingClientRect()];
  expect([letter.left >= room.left, letter.right <= room.right + 1]).toEqual([true, true]);
});
