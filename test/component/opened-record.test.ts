import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { ordered } from './fake-records.ts';
import { slowly } from './slowly.ts';
import { openWindow, press, stillness } from './window.ts';

const title = () => document.querySelector('article.record h1')?.textContent.trim() ?? null;

test('while the next record is read the one before stays, and no key is about it', async () => {
  const app = new FakeApp();
  const [first, second] = app.rowsOf('expense');
  await openWindow(app, `expenses/${first!.id}`);
  await expect.poll(title).toContain(first!.title);
  const slow = slowly(app.api.records.get);
  app.api.records.get = slow.command;
  location.hash = `#/expenses/${second!.id}`;
  await new Promise(requestAnimationFrame);
  expect(slow.asked).toHaveLength(1);
  // sooner than any hand: what is held is held for a moment only
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
  await new Promise(requestAnimationFrame);
  expect(title()).toContain(first!.title);
  expect(document.querySelector('article.record input')).toBeNull();
  slow.go();
  await expect.poll(title).toContain(second!.title);
  await press('e');
  await expect.poll(() => document.querySelector('article.record input')).not.toBeNull();
});

test('a slow record keeps its place empty until it is shown', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const slow = slowly(app.api.records.get);
  app.api.records.get = slow.command;
  const [first, second] = app.rowsOf('expense');
  location.hash = `#/expenses/${first!.id}`;
  await expect.element(page.getByRole('status', { name: 'Opening the record' })).toBeInTheDocument();
  location.hash = `#/expenses/${second!.id}`;
  await expect.poll(() => slow.asked.length).toBe(2);
  slow.go();
  await expect.poll(title).toContain(second!.title);
  expect(slow.asked.map(({ id }) => id)).toEqual([first!.id, second!.id]);
});

test('a list is not moved any more to a record that was left before its place was known', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const slow = slowly(app.api.records.place);
  app.api.records.place = slow.command;
  const oldest = app.rowsOf('expense').toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))[0]!;
  location.hash = `#/expenses/${oldest.id}`;
  await expect.poll(() => slow.asked.length).toBe(1);
  location.hash = '#/expenses';
  await expect.poll(title).toBeNull();
  slow.go();
  await stillness();
  expect(document.querySelector('[role=grid]')?.scrollTop).toBe(0);
  expect(document.querySelector('[role=grid] [role=row].cursor')).toBeNull();
});

test('the cursor is on the opened record, also among others of its day and read from the far end', async () => {
  const app = new FakeApp();
  const oldest = ordered(app.rowsOf('expense'), 'date', true).slice(-60);
  const twin = oldest.find((row, place) => row.date === oldest[place + 1]?.date)!;
  await openWindow(app, `expenses/${twin.id}`);
  await expect.poll(() => document.querySelector('[role=grid] [role=row].cursor .opened')?.textContent.trim()).toBe(twin.title);
});

test('a column without room beside a record is hidden, and unchanged when the record is closed', async () => {
  await page.viewport(1440, 900);
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const cells = () =>
    [...document.querySelectorAll('[role=grid] [role=row]')].slice(0, 5).flatMap((row) => [...row.querySelectorAll('.cell')]);
  const seen = () => cells().filter((cell) => cell.checkVisibility());
  await expect.poll(() => seen().length).toBe(40);
  const wide = cells();
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect.poll(() => seen().length).toBe(15);
  const heads = () => document.querySelectorAll('.heads .head').length;
  expect(heads()).toBe(3);
  location.hash = '#/expenses';
  await expect.poll(() => seen().length).toBe(40);
  expect([cells().every((cell, at) => cell === wide[at]), heads()]).toEqual([true, 8]);
});
