import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { openWindow, tickTheRest } from './window.ts';
import { fullTest } from '#test/full-test.ts';

// Unsaved typing over an edit that waits for review.

const approve = () => page.getByRole('button', { name: /^Approve/ });
const form = () => page.getByRole('dialog', { name: 'Record payment' });
const amount = () => form().getByRole('textbox', { name: /^Amount/ });

async function typeOver(): Promise<{ app: FakeApp; id: string }> {
  const app = scenario('working');
  const payment = app.edits.find(({ kind, state }) => kind === 'recordInvoicePayment' && state === 'draft');
  await openWindow(app, `outbox/${payment?.id}?tab=review`);
  await page.getByRole('article', { name: 'Edit' }).getByRole('button', { name: 'Edit', exact: true }).click();
  await amount().fill('7.5');
  return { app, id: payment?.id ?? '' };
}

test('an edit is not approved over what was typed for it: it is saved or put back first', async () => {
  const { app } = await typeOver();
  const approved: string[][] = [];
  app.api.review.approve = async ({ ids }) => {
    approved.push(ids);
    return { batchId: 'b' };
  };
  await approve().click();
  const notice = page.getByText(/is not saved yet\. Save it or put it back first\./).first();
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: /^Approve/ })).not.toBeInTheDocument();
  await expect.element(amount()).toHaveValue('7.5');
  await form().getByRole('button', { name: 'Cancel' }).click();
  await tickTheRest();
  await approve().click();
  await expect.element(page.getByRole('dialog', { name: /^Approve/ })).toBeVisible();
  expect(approved).toEqual([]);
});

fullTest('closed with Esc it is kept, and still asks to be saved; it is shown again from there', async () => {
  await typeOver();
  await form().getByRole('button', { name: 'Close' }).click();
  await expect.element(form()).not.toBeInTheDocument();
  await approve().click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect.element(amount()).toHaveValue('7.5');
});

test('an edit that left under its form, from another window, says what was typed for it', async () => {
  const { app, id } = await typeOver();
  app.setState([id], 'applied');
  await expect.element(page.getByText(/went on without your change: .*What you typed: Amount.* 7\.5\./).first()).toBeVisible();
});
