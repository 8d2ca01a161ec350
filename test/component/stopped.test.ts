import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { stopped } from './scenarios.ts';
import { openWindow } from './window.ts';
import { fullTest } from '#test/full-test.ts';

/** Edits that stop for their user: each says why once, and offers what can be done. */

const openEdit = async (of: (edit: ReturnType<typeof stopped>['edits'][number]) => boolean, app = stopped()) => {
  const edit = app.edits.find(of);
  await openWindow(app, `outbox/${edit?.id ?? ''}`);
  return app;
};
const offered = page.getByRole('toolbar', { name: 'What you can do' });

test('an amount whose currency moved keeps the one it was entered in, and is entered again in an empty field', async () => {
  await openEdit(({ reason }) => reason?.kind === 'currencyMoved');
  await expect.element(page.getByText('The record’s currency changed from USD to JPY after you entered the amount.').last()).toBeVisible();
  await expect.element(page.getByLabelText('What was entered')).toMatchTextContent('100.00USD');
  await expect.element(page.getByRole('region', { name: 'Mine and theirs' })).not.toBeInTheDocument();
  await offered.getByRole('button', { name: 'Enter the amount again' }).click();
  await expect.element(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('');
});

test('an edit that a cancelled expense refused is rejected with that word, and offers no choice of mine and theirs', async () => {
  await openEdit(({ state }) => state === 'rejected');
  await expect.element(page.getByText('Rejected: this expense is cancelled').last()).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Mine and theirs' })).not.toBeInTheDocument();
  await expect.element(offered.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expect.element(offered.getByRole('button', { name: 'Correct' })).not.toBeInTheDocument();
});

test('the head of an invoice whose currency changed says so, as its row does', async () => {
  const app = stopped();
  await openWindow(app, `invoices/${app.record('invoiceReceivable').id}`);
  const head = page.getByRole('article').getByRole('banner').or(page.getByRole('article'));
  await expect.element(head.getByText('Currency changed').first()).toBeVisible();
  await expect.element(page.getByRole('article').getByText('Conflict', { exact: true })).not.toBeInTheDocument();
});

test.each([
  ['gone', 'What the service can do'],
  ['elsewhere', 'Trusted hosts'],
] as const)('an edit whose record no look brought (%s) leads to the settings that help', async (why, heading) => {
  await openEdit(({ reason }) => reason?.kind === 'cannotRead' && reason.why === why);
  await expect.element(offered.getByRole('button', { name: 'Release' })).toBeEnabled();
  await offered.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: heading })).toBeInViewport();
});

test('a reason begins with its cause; the number of the answer is behind Details, and in no row', async () => {
  const app = stopped();
  const gone = app.edits.find(({ reason }) => reason?.kind === 'cannotRead' && reason.why === 'gone');
  await openWindow(app, `outbox/${gone?.id ?? ''}?tab=needsYou`);
  const rows = page.getByRole('grid', { name: 'Needs you' });
  await expect.element(rows.getByText(/^Cannot check for newer changes/).first()).toBeVisible();
  expect(rows.element().textContent).not.toMatch(/\b40[34]\b/);
  const edit = page.getByRole('article', { name: 'Edit' });
  await edit.getByText('Details', { exact: true }).click();
  await expect.element(edit.getByText('HTTP status of the answer: 404')).toBeVisible();
});

fullTest('an edit that may still reach the service is released only after the countdown on the button', async () => {
  const app = stopped();
  const waits = app.edits.find(({ releasableAt }) => releasableAt !== undefined);
  Object.assign(waits ?? {}, { releasableAt: Date.now() + 4_000 });
  await openEdit(({ id }) => id === waits?.id, app);
  const release = offered.getByRole('button', { name: /^Send/ });
  await expect.element(release).toMatchTextContent(/Send in 0:0\d/);
  await expect.element(release).toBeDisabled();
  await expect.element(page.getByText('2 later edits of the same record wait until this one is decided.')).toBeVisible();
  await expect.element(release).toBeEnabled();
  await expect.element(release).not.toMatchTextContent(/ in /);
});

test('a payment like one that was refused is warned about in the review', async () => {
  await openWindow(stopped(), 'outbox?tab=review');
  await expect.element(page.getByText(/Nearly the same payment was refused or given up before/).first()).toBeVisible();
});

test('a record that was not read since a user’s word says that it may show old values', async () => {
  const app = stopped();
  await openWindow(app, `vendors/${app.record('vendor').id}`);
  await expect.element(page.getByText(/Layover has not read the record since, so it may show old values/)).toBeVisible();
});

test('edits recorded by a user’s word are counted apart from the service’s confirmations', async () => {
  await openWindow(stopped(), 'outbox?tab=done');
  await expect.element(page.getByText('You confirmed that it is recorded.').first()).toBeVisible();
});
