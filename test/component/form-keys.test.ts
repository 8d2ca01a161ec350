import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, stillness } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const heading = page.getByRole('article').getByRole('heading', { level: 1 });
const date = page.getByRole('textbox', { name: 'Date', exact: true });
const record = page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ });
const putBack = page.getByRole('button', { name: 'Cancel', exact: true });
async function openExpense(): Promise<FakeApp> {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense', 20).id}`);
  await expect.element(heading).toBeVisible();
  return app;
}
async function openPayment(): Promise<FakeApp> {
  const app = new FakeApp();
  const invoice = app.records.find(({ kind, service }) => kind === 'invoiceReceivable' && service['state'] === 'OPEN')!;
  await openWindow(app, `invoices/${invoice.id}`);
  await expect.element(heading).toBeVisible();
  return app;
}

test('Tab leads from the last field in place to Save, then to Cancel, and back the same way', async () => {
  const app = await openExpense();
  await press('e');
  await expect.element(date).toHaveFocus();
  const fields = [...document.querySelectorAll<HTMLElement>('article [data-field]')];
  const last = fields.at(-1)!;
  last.focus();
  // A date’s calendar belongs to its field.
  for (let tabs = 0; last.closest('.control')?.contains(document.activeElement) === true && tabs < 3; tabs += 1) await press('Tab');
  await expect.element(record).toHaveFocus();
  await press('Tab');
  await expect.element(putBack).toHaveFocus();
  await press('Shift+Tab', 'Shift+Tab');
  expect(last.closest('.control')?.contains(document.activeElement)).toBe(true);
  const [left, right] = [putBack, record].map((each) => each.element().getBoundingClientRect().left);
  expect(left).toBeLessThan(right ?? 0);
  expect(app.edits).toEqual([]);
});

fullTest('Tab leads from the last field of a pane to Save, then to Cancel', async () => {
  await openPayment();
  await press('p');
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  await userEvent.click(pane.getByRole('combobox', { name: /bank account/ }));
  await press('Tab');
  await expect.element(pane.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ })).toHaveFocus();
  await press('Tab');
  await expect.element(putBack).toHaveFocus();
});

fullTest('Ctrl+Enter records from anywhere on the record’s page, once, and never from another dialog', async () => {
  const app = await openExpense();
  await press('e');
  await userEvent.fill(date, '9 Mar 2026');
  await heading.click();
  await press('Control+k');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('zzzz');
  await press('Control+Enter', 'Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /search/i }))
    .first()
    .click();
  await press('Control+Enter');
  await stillness();
  expect(app.edits).toEqual([]);
  await expect.element(date).toHaveValue('9 Mar 2026');
  await userEvent.click(document.querySelector('article dt:not(.unseen)')!);
  expect(document.activeElement?.closest('article')).toBeNull();
  await press('Control+Enter');
  await expect.element(page.getByText('Saved.').first()).toBeVisible();
  expect(app.edits.map(({ body }) => body)).toEqual([{ performedDate: '2026-03-09' }]);
});

fullTest('Ctrl+Enter on the record beside a payment’s form records the payment; on its Cancel it saves, and cancels nothing', async () => {
  const app = await openPayment();
  await press('p');
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  await userEvent.fill(pane.getByLabelText(/^Amount, /), '1');
  await heading.click();
  await press('Control+Enter');
  await expect.element(page.getByText('Saved. Review it before it’s sent.').first()).toBeVisible();
  await expect.element(pane).not.toBeInTheDocument();
  expect(app.edits).toHaveLength(1);
  await press('p');
  await userEvent.fill(pane.getByLabelText(/^Amount, /), '2');
  (putBack.element() as HTMLElement).focus();
  await press('Control+Enter');
  await expect.poll(() => app.edits.length).toBe(2);
  await stillness();
  await expect.element(pane).not.toBeInTheDocument();
  expect(app.edits).toHaveLength(2);
});

test.each(['by its button', 'by its key, with the focus nowhere'])(
  'after Ctrl+Enter on a payment opened %s the focus stays on the page',
  async (way) => {
    const app = await openPayment();
    if (way === 'by its button') await page.getByRole('button', { name: 'Record payment' }).first().click();
    else {
      (document.activeElement as HTMLElement | null)?.blur();
      await press('p');
    }
    const pane = page.getByRole('dialog', { name: 'Record payment' });
    await userEvent.fill(pane.getByLabelText(/^Amount, /), '1');
    await press('Control+Enter');
    await expect.poll(() => app.edits.length).toBe(1);
    await expect.element(pane).not.toBeInTheDocument();
    await stillness();
    expect(document.activeElement?.matches('main *')).toBe(true);
  },
);
