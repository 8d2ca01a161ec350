import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { JsonObject } from '#shared/json/json.ts';
import type { FakeApp } from './fake-app.ts';
import { fakeId } from './fake-edits.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, tickTheRest } from './window.ts';

// The review while its edits change: the current row, and an open question.

/** Replaces an edit by one with another body at the same place, as a correction does; any window may have made it. */
function correct(app: FakeApp, id: string, body: JsonObject): string {
  const at = app.edits.findIndex((edit) => edit.id === id);
  const old = app.edits[at];
  if (!old) throw new Error(`no edit ${id}`);
  const seq = app.edits.length + 1;
  app.edits.splice(at, 1, { ...old, state: 'superseded' }, { ...old, seq, id: fakeId(seq), body });
  app.publish({ kind: 'edits', ids: [id, fakeId(seq)] });
  return fakeId(seq);
}

/** Three payments to review, on three invoices; a correction of one has a new id. */
function threePayments(): { app: FakeApp; ids: string[] } {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const ids = [10_000n, 20_000n, 30_000n].map((amountInInvoiceCurrency, n) => {
    const { id } = app.record('invoiceReceivable', n);
    const payment = { amountInInvoiceCurrency, paymentDate: '2026-03-11', bankAccountId: id };
    return app.put('recordInvoicePayment', { kind: 'invoiceReceivable', id }, payment, 'draft').id;
  });
  app.api.edits.change = async ({ id, body }) => ({ id: correct(app, id, body as JsonObject), state: 'draft', leavesInMs: null });
  return { app, ids };
}

const statesOf = (app: FakeApp) => app.edits.map(({ state }) => state);
const currentRow = () => document.querySelector('main li:has([aria-current=true])');
const currentBox = () => currentRow()?.querySelector('input');

test('after a correction the keyboard and the focus are on the corrected payment, and the next key holds that one', async () => {
  const { app } = threePayments();
  await openWindow(app, 'review');
  await expect.element(page.getByRole('checkbox', { name: /^Send / }).nth(2)).toBeVisible();
  await press('j', 'j', 'j', 'e');
  const amount = page.getByRole('textbox', { name: /Amount/ });
  await amount.fill('150');
  await press('Control+Enter');
  await expect.element(amount).not.toBeInTheDocument();
  await expect.poll(() => currentRow()?.textContent).toMatch(/150\.00/);
  await expect.poll(() => currentBox() === document.activeElement).toBe(true);
  expect(statesOf(app)).toEqual(['draft', 'draft', 'superseded', 'draft']);
  await expect.element(page.getByRole('article', { name: 'Edit' }).getByRole('button', { name: /^Hold/ })).toBeVisible();
  await press('h');
  await expect.poll(() => statesOf(app)).toEqual(['draft', 'draft', 'superseded', 'held']);
});

test('an edit that leaves the review leaves the keyboard on the next row, and on the last one at the end', async () => {
  const { app, ids } = threePayments();
  await openWindow(app, 'review');
  await expect.element(page.getByRole('checkbox', { name: /^Send / }).nth(2)).toBeVisible();
  await press('j', 'j');
  app.setState([ids[1] ?? ''], 'held', { kind: 'heldByPerson' });
  await expect.poll(() => currentRow()?.textContent).toMatch(/300\.00/);
  await expect.poll(() => currentBox() === document.activeElement).toBe(true);
  app.setState([ids[2] ?? ''], 'held', { kind: 'heldByPerson' });
  await expect.poll(() => currentRow()?.textContent).toMatch(/100\.00/);
  await press('x');
  await expect.poll(() => currentBox()?.checked).toBe(false);
});

test('typing over an edit that another window holds stays in its form; the next move goes to the row after it', async () => {
  const { app, ids } = threePayments();
  await openWindow(app, 'review');
  await expect.element(page.getByRole('checkbox', { name: /^Send / }).nth(2)).toBeVisible();
  await press('j', 'j', 'e');
  const amount = page.getByRole('textbox', { name: /Amount/ });
  await amount.fill('150');
  app.setState([ids[1] ?? ''], 'held', { kind: 'heldByPerson' });
  await expect.element(page.getByRole('checkbox', { name: /^Send / }).nth(2)).not.toBeInTheDocument();
  await press('h');
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveValue('150h');
  expect(statesOf(app)).toEqual(['draft', 'held', 'draft']);
  await press('Escape', 'j');
  await expect.poll(() => currentRow()?.textContent).toMatch(/300\.00/);
});

test('the first row, current on arrival, is the one that x unticks', async () => {
  const { app } = threePayments();
  await openWindow(app, 'review');
  await expect.poll(() => currentRow()?.textContent).toMatch(/100\.00/);
  await press('x');
  await expect.poll(() => currentBox()?.checked).toBe(false);
});

test('a bank change that is corrected while its question is open closes the question, and approves nothing', async () => {
  const app = scenario('working');
  const bank = app.edits.find(({ kind, body }) => kind === 'updateVendor' && 'bankAccountNumber' in body)?.id ?? '';
  const approved: string[][] = [];
  app.api.review.approve = async ({ ids }) => {
    approved.push(ids);
    return { batchId: 'b' };
  };
  await openWindow(app, 'review');
  await tickTheRest();
  await press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/^Approve changed bank details\?/);
  correct(app, bank, { bankAccountNumber: 'PT50 0002 0123 1234 5678 9015 4' });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('The data changed while you were looking.')).toBeVisible();
  expect(approved).toEqual([]);
});
