import { cdp, page } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow } from './window.ts';

// The browser's own menu prints without a word before: what is on paper then is drawn at once, from what the window holds.

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
afterEach(() => onPaper(''));

async function printFromMenu() {
  window.dispatchEvent(new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('.sheet');
  await onPaper('print');
  return { rows: sheet?.querySelectorAll('table:first-of-type tbody tr').length ?? 0, sheet, message: sheet?.innerText ?? '' };
}

test('the browser’s own Print of a long list gives the rows that the window holds, says so, and how to print all', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const { rows, sheet, message } = await printFromMenu();
  expect(rows).toBeGreaterThan(20);
  expect(rows).toBeLessThan(340);
  expect(message).toContain(`${rows} of 340 records`);
  expect(message).toContain('Only what the window had read is on this paper. Print with Ctrl P in Layover to have all of it.');
  // A sum of some would look like the sum of all.
  expect(sheet?.querySelector('.sums')).toBeNull();
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.sheet')).toBeNull();
});

test('of a short list it gives all, with its sums', async () => {
  const app = new FakeApp();
  const expenses = app.records.filter(({ kind }) => kind === 'expense').slice(0, 8);
  app.records = [...app.records.filter(({ kind }) => kind !== 'expense'), ...expenses];
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const { rows, sheet, message } = await printFromMenu();
  expect(rows).toBe(8);
  expect(message).toContain('8 records');
  expect(message).not.toContain('Only what');
  expect(sheet?.querySelector('.sums')).not.toBeNull();
});
