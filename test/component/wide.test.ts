import { userEvent, page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { cutCells } from './layout.ts';
import { learned, nameOf } from './named-desk.ts';
import { scenario } from './scenarios.ts';
import { openWindow } from './window.ts';

const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
const widthOf = (name: string) => head(name).element().closest('.head')!.getBoundingClientRect().width;
/** Names as companies give them to accounts and cost centres. */
const long = { ledgerAccount: '6071 Representation EU', costCenter: 'CC-900 Administration' } as const;

const wideApp = () =>
  learned(scenario('working'), (row, place) => ({ ...nameOf(row, place), code: null, name: long[row.kind as keyof typeof long] ?? 'Ada' }));

test('a wide window gives its room to names that a narrower one cuts off, and the title keeps the most', async () => {
  await openWindow(wideApp(), 'expenses');
  await page.viewport(1920, 1080);
  await expect.element(head('Account')).toBeVisible();
  await expect.poll(() => cutCells('Account', 'Cost centre', 'Description')).toEqual([]);
  expect(widthOf('Description')).toBeGreaterThan(widthOf('Account'));
});

test('a head’s edge is dragged from its position, and the user’s width stays', async () => {
  await openWindow(wideApp(), 'expenses');
  await page.viewport(1920, 1080);
  await expect.poll(() => widthOf('Account')).toBeGreaterThan(190);
  const before = widthOf('Account');
  const edge = head('Account').element().closest('.head')!.querySelector('.edge')!;
  await userEvent.dragAndDrop(edge, head('Cost centre').element(), { sourcePosition: { x: 3, y: 10 }, targetPosition: { x: 30, y: 10 } });
  await expect.poll(() => widthOf('Account')).toBeGreaterThan(before + 15);
  const given = widthOf('Account');
  await page.viewport(1600, 1080);
  await expect.poll(() => widthOf('Cost centre')).toBeLessThan(before);
  expect(widthOf('Account')).toBe(given);
});
