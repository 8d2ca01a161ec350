import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { formatDate } from '#shared/values/dates.ts';
import type { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { asHighAsItsPage, openWindow, stillness } from './window.ts';

/** The part of a row that is underlined with dots: what it shows, its ink, and what is there on hover. */
function dotted(app: FakeApp, place: number, what = '.cell, .code') {
  const { id } = app.record('expense', place);
  const at = app.rowsOf('expense').find((row) => row.id === id);
  const rows = [...document.querySelectorAll('.ledger [data-place]')];
  const row = rows.find((each) => each.textContent.includes(at?.title ?? '?') && each.querySelector('.changed, .recoded'));
  const found = [...(row?.querySelectorAll(what) ?? [])].find((each) => getComputedStyle(each).textDecorationStyle === 'dotted');
  return {
    message: found?.textContent.trim(),
    ink: found && getComputedStyle(found).color,
    hint: found?.closest('[title]')?.getAttribute('title'),
  };
}
const inkOf = (token: string) => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(--${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
const serviceDate = (app: FakeApp, place: number) => formatDate(String(app.record('expense', place).service['performedDate']));

test('an unconfirmed value has the ink of its state, underlined, with the service’s on hover', async () => {
  const app = scenario('working');
  app.connection = { kind: 'workingOffline' };
  app.records = app.records
    .filter(({ kind }) => kind !== 'expense')
    .concat(app.records.filter(({ kind }) => kind === 'expense').slice(0, 8));
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('row', { name: /Queued, service: / }).first()).toBeVisible();
  const told = (place: number) => dotted(app, place);
  expect(told(0)).toMatchObject({ ink: inkOf('waiting'), hint: `Queued. Service: ${serviceDate(app, 0)}` });
  expect(told(0).message).toContain('9 Mar 2026');
  expect(told(3)).toMatchObject({ ink: inkOf('needs'), hint: `Rejected. Service: ${serviceDate(app, 3)}` });
  expect(told(5)).toMatchObject({ ink: inkOf('unsure'), hint: `Checking. Service: ${serviceDate(app, 5)}` });
  expect(told(6).ink).not.toBe(inkOf('needs'));
  // Its currency alone is in conflict: the figures are the service's.
  expect(told(2)).toMatchObject({ message: 'EUR', ink: inkOf('needs') });
  expect(told(2).hint).toMatch(/^Conflict\. Service: [\d.,]+ GBP$/);
  // An applied edit is the service's value.
  expect(document.querySelectorAll('.ledger :is(.changed, .recoded)')).toHaveLength(7);

  asHighAsItsPage();
  await page.viewport(360, 640);
  await stillness();
  await expect.poll(() => dotted(app, 3, '.changed').ink).toBe(inkOf('needs'));
});
