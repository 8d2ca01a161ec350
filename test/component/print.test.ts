import { cdp, page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeDesk } from './fake-desk.ts';
import { openWindow, press } from './window.ts';

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
const printed = vi.fn();
beforeEach(() => {
  printed.mockReset();
  vi.stubGlobal('print', printed);
});
afterEach(async () => {
  await onPaper('');
  vi.unstubAllGlobals();
});

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);

test('a list prints all its rows under heads that repeat, and none of the app', async () => {
  await openWindow(new FakeDesk(), 'expenses');
  await expect.element(page.getByRole('row').first()).toBeVisible();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  expect(shown('nav, button, [role=grid], [role=search]')).toEqual([]);
  expect(shown('table tbody tr')).toHaveLength(340);
  expect(getComputedStyle(shown('table thead')[0] ?? document.body).display).toBe('table-header-group');
  expect(shown('h1').map((heading) => heading.textContent)).toEqual(['Expenses']);
});

test('a record prints as a page of its own: the list beside it, bars and buttons stay on the screen', async () => {
  const desk = new FakeDesk();
  const vendor = desk.record('vendor', 2);
  await openWindow(desk, `vendors/${vendor.id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: String(vendor.service['name']) })).toBeVisible();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  expect(shown('nav, button, [role=grid]')).toEqual([]);
  expect(shown('h1').map((heading) => heading.textContent)).toEqual([vendor.service['name']]);
  const article = shown('article')[0];
  expect(article?.scrollHeight).toBeLessThanOrEqual((article?.clientHeight ?? 0) + 1);
});
