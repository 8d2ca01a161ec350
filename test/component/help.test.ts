import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { editStates } from '#shared/edit.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('F1 opens the help: what each mark means, and what happens offline', async () => {
  await openWindow(scenario('offline'), 'today');
  await press('F1');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  const marks = page.getByRole('region', { name: 'What the marks mean' });
  for (const state of editStates) await expect.element(marks.getByText(wordsOfState(state).label, { exact: true })).toBeVisible();
  await page.getByText('What happens while I’m offline?').click();
  await expect.element(page.getByText(/stays on this laptop, in the Outbox/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test.each(['small', 'large'] as const)('the keyboard sheet is on one screen, one key a line (%s)', async (size) => {
  await openWindow(scenario('empty'), 'today', size);
  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(sheet).toBeVisible();
  const lines = [...sheet.element().querySelectorAll('dd')];
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) expect(line.querySelectorAll('.chord')).toHaveLength(1);
  for (const line of sheet.element().querySelectorAll('dt')) expect(line.textContent).not.toMatch(/[;:]/);
  await expect.element(sheet.getByText('Draft payment', { exact: true })).toBeVisible();
  const last = [...sheet.element().querySelectorAll('dl > div')].reduce(
    (low, line) => Math.max(low, line.getBoundingClientRect().bottom),
    0,
  );
  expect(last).toBeLessThanOrEqual(innerHeight);
  expect(await violations()).toEqual([]);
});

fullTest('before anything is typed, the palette begins with the record that was opened last', async () => {
  const app = scenario('working');
  const { id } = app.record('vendor', 3);
  await openWindow(app, `vendors/${id}`);
  await expect.element(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  location.hash = '#/history';
  await expect.element(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await press('Control+k');
  await expect.element(page.getByText('Recent', { exact: true })).toBeVisible();
  await press('Enter');
  await expect.poll(() => location.hash).toBe(`#/vendors/${id}`);
});

test('“lock” in the palette locks; without a PIN it says why not', async () => {
  const app = scenario('working');
  app.api.lockScreen.draw = async () => {
    throw new ORPCError('NOT_NOW', { defined: true, status: 409, data: { why: 'needsPin' } });
  };
  await openWindow(app, 'today');
  await press('Control+k');
  await userEvent.keyboard('lock');
  await page.getByRole('option', { name: /^Lock/ }).click();
  await expect.element(page.getByText(/Choose a PIN first/).first()).toBeVisible();
});
