import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press } from './window.ts';

const tooltip = () => document.querySelector('.tooltip')?.textContent.replaceAll(/\s+/g, ' ').trim();

test('the button that settles a conflict says on hover that it settles one', async () => {
  await openWindow(scenario('working'), 'conflicts');
  await press('1');
  await expect.element(page.getByRole('button', { name: 'Save choice' })).toBeEnabled();
  await page.getByRole('button', { name: 'Save choice' }).hover();
  await expect.poll(tooltip).toMatch(/^Save this choice ?Ctrl↵$/);
});

test('an edit that the service refuses while its notice is shown says why and leads to it', async () => {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense', 20).id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  await userEvent.fill(page.getByRole('textbox', { name: 'Date', exact: true }), '9 Mar 2026');
  await press('Enter');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent('Saved.');
  const [edit] = app.edits;
  app.setState([edit!.id], 'rejected', { kind: 'rejectedByService', status: 422, error: null });
  await expect.element(notice).toMatchTextContent(/: rejected\. The service answered 422 without a reason\./);
  await notice.getByRole('button', { name: 'Open it' }).click();
  await expect.poll(() => location.hash).toBe(`#/outbox/${edit!.id}`);
});
