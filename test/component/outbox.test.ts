import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press } from './window.ts';

test('the outbox opens on what needs the person and walks by keyboard', async () => {
  await openWindow(scenario('working'), 'outbox');
  await expect.element(page.getByRole('tab', { name: /Needs you/ })).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('grid', { name: 'Edits' })).toHaveAttribute('aria-rowcount', '6');
  await press('j', 'Enter');
  await expect.element(page.getByRole('article', { name: 'Edit' })).toMatchTextContent('Draft');
  await press('j');
  await expect.element(page.getByRole('article', { name: 'Edit' })).toMatchTextContent('Lisboa');
});

test('a rejected edit opens with the service’s words beside the field, is corrected, and waits again', async () => {
  const desk = scenario('working');
  const rejected = desk.edits.find((edit) => edit.state === 'rejected');
  await openWindow(desk, `outbox/${rejected?.id ?? ''}`);
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect.element(page.getByText('performedDate must not be in the future').last()).toBeVisible();
  await expect.element(page.getByLabelText('Date', { exact: true })).toHaveFocus();
  await userEvent.clear(page.getByLabelText('Date', { exact: true }));
  await page.getByLabelText('Date', { exact: true }).fill('1 Feb 2026');
  await page.getByRole('button', { name: 'Save the change' }).click();
  await expect.poll(() => desk.edits.find(({ id }) => id === rejected?.id)?.state).toBe('waiting');
  expect(rejected?.body).toEqual({ performedDate: '2026-02-01' });
});

test('hold, release and discard say what happened', async () => {
  const desk = scenario('working');
  const waiting = desk.edits.find((edit) => edit.state === 'waiting');
  await openWindow(desk, `outbox/${waiting?.id ?? ''}`);
  await expect.element(page.getByText('Why it is waiting:')).toBeVisible();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect.element(page.getByText('1 edit held.').first()).toBeVisible();
  expect(waiting?.state).toBe('held');
  await page.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => waiting?.state).toBe('waiting');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => waiting?.state).toBe('discarded');
});

test('why is this waiting: behind an earlier edit, with the way to it', async () => {
  const desk = scenario('offline');
  const comment = desk.edits.find((edit) => edit.kind === 'createUserComment');
  await openWindow(desk, `outbox/${comment?.id ?? ''}`);
  await expect.element(page.getByText(/An earlier edit of the same record comes first/)).toBeVisible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect.element(page.getByText(/There is no connection to the service/)).toBeVisible();
});

test('an empty outbox says what would be here', async () => {
  await openWindow(scenario('empty'), 'outbox');
  await expect.element(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
});

test('what is done stands there once, and says what the service confirmed', async () => {
  await openWindow(scenario('working'), 'outbox');
  await expect.element(page.getByRole('grid', { name: 'Edits' })).toHaveAttribute('aria-rowcount', '6');
  await page.getByRole('tab', { name: 'Done' }).click();
  await expect.element(page.getByRole('grid', { name: 'Edits' })).toHaveAttribute('aria-rowcount', '1');
  await page.getByRole('row').click();
  expect(document.querySelectorAll('[role=row]')).toHaveLength(1);
  await expect.element(page.getByRole('article', { name: 'Edit' })).toMatchTextContent('The service confirmed it');
});

test('10,000 edits: only what is on screen is read and shown', async () => {
  const desk = scenario('empty');
  const [first] = scenario('working').editRows();
  if (!first) throw new Error('no edit');
  let reads = 0;
  desk.api.edits.list = async ({ after = null, limit = 100 }) => {
    reads += 1;
    const newest = after ?? 10_001;
    const rows = Array.from({ length: Math.min(limit, newest - 1) }, (_, place) => ({
      ...first,
      seq: newest - 1 - place,
      id: `e${newest - 1 - place}`,
    }));
    return { rows, next: rows.at(-1)?.seq === 1 ? null : (rows.at(-1)?.seq ?? null), total: 10_000 };
  };
  await openWindow(desk, 'outbox');
  await expect.element(page.getByRole('grid', { name: 'Edits' })).toHaveAttribute('aria-rowcount', '10000');
  await expect.element(page.getByRole('row').first()).toBeVisible();
  expect(document.querySelectorAll('[role=row]').length).toBeLessThan(60);
  expect(reads).toBeLessThan(3);
});
