import { cdp, page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeDesk } from './fake-desk.ts';
import { fakeId } from './fake-edits.ts';
import { scenario } from './scenarios.ts';
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
  expect(shown('nav, button:not(.on-paper), [role=grid], [role=search]')).toEqual([]);
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
  expect(shown('nav, button:not(.on-paper), [role=grid]')).toEqual([]);
  expect(shown('h1').map((heading) => heading.textContent)).toEqual([vendor.service['name']]);
  const article = shown('article')[0];
  expect(article?.scrollHeight).toBeLessThanOrEqual((article?.clientHeight ?? 0) + 1);
});

test('a report prints whole, as a page of its own that says whose it is; its PDF is the same page', async () => {
  const desk = scenario('working');
  const [report] = await desk.api.reports.list({ limit: 1 });
  const whole = await desk.api.reports.get({ id: report?.id ?? '' });
  const [line] = whole.lines;
  if (!line) throw new Error('the fake has a report with a line');
  const lines = Array.from({ length: 520 }, (_, place) => ({ ...line, edit: { ...line.edit, id: fakeId(9_000 + place) } }));
  desk.api.reports.get = async () => ({ ...whole, lines });
  await openWindow(desk, `history/${whole.id}`);
  const article = page.getByRole('article', { name: 'Report' });
  await expect.element(article.getByRole('button', { name: /^Show more/ })).toBeVisible();
  const onPage: number[] = [];
  printed.mockImplementation(() => onPage.push(document.querySelectorAll('article[aria-label=Report] section li').length));
  await article.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => onPage).toEqual([520]);
  await article.getByRole('button', { name: 'PDF', exact: true }).click();
  await expect.poll(() => onPage).toEqual([520, 520]);
  expect(desk.asked.some((asked) => asked.startsWith('pdf layover-report-'))).toBe(true);
  await onPaper('print');
  expect(shown('nav, button:not(.on-paper), [role=grid], [role=search]')).toEqual([]);
  expect(shown('h1, h2').map((heading) => heading.textContent)).toEqual(['Sync report']);
  expect(shown('article')[0]?.innerText).toContain('Nordlicht Handel');
});

test('the menu of a narrow window, open or closed, is not on paper', async () => {
  await openWindow(scenario('working'), 'expenses');
  await page.viewport(360, 640);
  await page.getByRole('button', { name: /^Menu/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await onPaper('print');
  expect(shown('[role=dialog], .veil, nav, button:not(.on-paper)')).toEqual([]);
});
