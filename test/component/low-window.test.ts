import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { overlaps } from './layout.ts';
import { scenario } from './scenarios.ts';
import { asHighAsItsPage, openWindow, press, stillness, tickTheRest } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const inSight = (element: Element) => {
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight + 1 && at !== null && (element.contains(at) || at.contains(element));
};

test('360 × 225 px, as at 400 %: a question fills the window and is scrolled as one, so that what changes and the buttons come into sight', async () => {
  const app = scenario('working');
  app.edits = app.edits.filter(({ kind, body }) => kind === 'updateVendor' && 'bankAccountNumber' in body);
  await openWindow(app, 'outbox?tab=review');
  const approve = page.getByRole('button', { name: /^Approve/ }).last();
  await tickTheRest();
  await approve.click();
  const dialog = page.getByRole('dialog', { name: 'Approve changed bank details?' });
  await expect.element(dialog).toBeVisible();
  await page.viewport(360, 225);
  await stillness();
  await expect.poll(() => Math.round(dialog.element().getBoundingClientRect().height)).toBe(225);
  await expect.poll(() => Math.round(dialog.element().getBoundingClientRect().width)).toBe(360);
  const box = dialog.element();
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
  // One thing scrolls, not a slit between head and foot.
  const scrolling = [...box.querySelectorAll<HTMLElement>('*')].filter(
    (each) => getComputedStyle(each).overflowY === 'auto' && each.scrollHeight > each.clientHeight + 1,
  );
  expect(scrolling).toEqual([]);
  const change = box.querySelector('.asked li');
  change?.scrollIntoView({ block: 'center' });
  expect(change && inSight(change)).toBe(true);
  const last = dialog.getByRole('button').last().element();
  last.scrollIntoView({ block: 'center' });
  expect(inSight(last)).toBe(true);
});

test('900 × 400 px: a warning about a payment’s amount scrolls into sight while typing', async () => {
  const app = scenario('working');
  const place = app.records
    .filter(({ kind }) => kind === 'invoiceReceivable')
    .findIndex(({ service }) => service['state'] === 'OPEN' && service['currency'] === 'EUR');
  await openWindow(app, `invoices/${app.record('invoiceReceivable', place).id}`);
  await page.viewport(900, 400);
  asHighAsItsPage();
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('p');
  const amount = page.getByRole('textbox', { name: /^Amount/ });
  await expect.element(amount).toBeVisible();
  await userEvent.click(amount);
  await userEvent.keyboard('{Control>}a{/Control}9999999');
  const warning = page
    .getByRole('dialog')
    .getByRole('status')
    .filter({ hasText: /more than/i });
  await expect.element(warning).toBeInTheDocument();
  await expect.poll(() => inSight(warning.element())).toBe(true);
  expect(inSight(amount.element())).toBe(true);
});

fullTest('900 × 400 px: the foot of the review, with Approve, is in sight under what is reviewed', async () => {
  await openWindow(scenario('working'), 'outbox?tab=review');
  await page.viewport(900, 400);
  asHighAsItsPage();
  await stillness();
  const approve = page.getByRole('button', { name: /^Approve/ }).last();
  await expect.element(approve).toBeVisible();
  await expect.poll(() => inSight(approve.element())).toBe(true);
});

test.each(['today', 'expenses', 'outbox?tab=review', 'history'])(
  'letters twice as large, as the browser’s own setting makes them: nothing lies over anything in the frame (%s)',
  async (address) => {
    await openWindow(scenario('working'), address);
    document.documentElement.style.fontSize = '200%';
    try {
      await stillness();
      const nav = page.getByRole('navigation', { name: 'Sections' }).element();
      const cutLines = () =>
        [...nav.querySelectorAll<HTMLElement>('a, button')]
          .filter((each) => [...each.querySelectorAll('*')].some((part) => part.scrollHeight > each.clientHeight + 1))
          .map((each) => each.textContent.trim());
      await expect.poll(cutLines).toEqual([]);
      await expect.poll(() => overlaps()).toEqual([]);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  },
);
