import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { EditState, Reason } from '#shared/edit.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

// Notices about known payments before a further one is recorded.

function invoiceIn(app: FakeApp, state: string, amount: number, currency = 'EUR') {
  const invoice = app.records.find(({ kind, service }) => kind === 'invoiceReceivable' && service['state'] === 'OPEN');
  if (!invoice) throw new Error('no open invoice');
  Object.assign(invoice.service, { state, amount, currency });
  return { kind: 'invoiceReceivable' as const, id: invoice.id };
}
type Invoice = ReturnType<typeof invoiceIn>;
const paid = (app: FakeApp, invoice: Invoice, amountInInvoiceCurrency: bigint, state: EditState) =>
  app.put('recordInvoicePayment', invoice, { paymentDate: '2026-03-10', amountInInvoiceCurrency }, state);
const pane = () => page.getByRole('dialog', { name: 'Record payment' });
const amount = () => pane().getByLabelText(/^Amount, /);
const near = /Nearly the same payment is here already/;
const another = 'Another payment of this invoice is recorded here already.';
const partly = 'Part of it is paid already; how much is not known here.';

async function openForm(app: FakeApp, { id }: Invoice) {
  await openWindow(app, `invoices/${id}`);
  await page.getByRole('button', { name: 'Record payment' }).click();
}

fullTest('a payment that was sent and confirmed is near another one; one that was refused or discarded is not', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'OPEN', 500_000);
  paid(app, invoice, 10_000n, 'applied');
  paid(app, invoice, 20_000n, 'rejected');
  paid(app, invoice, 30_000n, 'discarded');
  await openForm(app, invoice);
  await expect.element(pane().getByText(another)).toBeVisible();
  await userEvent.fill(pane().getByLabelText('Payment date'), '15 Mar 2026');
  await userEvent.fill(amount(), '100.00');
  await expect.element(pane().getByText(/Nearly the same payment is here already: 100\.00.EUR, 10 Mar 2026/)).toBeVisible();
  for (const typed of ['200.00', '300.00', '100.01']) {
    await userEvent.fill(amount(), typed);
    await expect.element(pane().getByText(near)).not.toBeInTheDocument();
  }
  await userEvent.fill(amount(), '100.00');
  await userEvent.fill(pane().getByLabelText('Payment date'), '16 Mar 2026');
  await expect.element(pane().getByText(near)).not.toBeInTheDocument();
});

fullTest('an invoice that came partly paid offers at most its total, and says why', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'PARTIALLY_PAID', 818_700);
  paid(app, invoice, 100n, 'draft');
  await openForm(app, invoice);
  await expect.element(pane().getByText(partly)).toBeVisible();
  const chip = pane().getByRole('button', { name: /^At most 8,186\.00.EUR/ });
  await expect.element(chip).toBeVisible();
  await userEvent.click(amount());
  await press('Alt+o');
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  await expect.element(pane()).toMatchTextContent(/After this At most paid in full/);
  await userEvent.fill(amount(), '8,000.00');
  await expect.element(pane()).toMatchTextContent(/After this At most 186\.00EUR still open/);
  await userEvent.fill(amount(), '8,187.00');
  await expect.element(pane()).toMatchTextContent(/After this Overpaid by 1\.00EUR/);
  await expect.element(pane().getByText(/More than what’s still open on this laptop: 8,186\.00.EUR\./)).toBeVisible();
  const open = page.getByRole('article').getByText('Still open', { exact: true });
  await expect.poll(() => open.element().parentElement?.innerText).toMatch(/at most\s*8,187\.00.*8,186\.00/s);
  expect(await violations()).toEqual([]);
});

test('an invoice of which nothing is open warns of a further payment, and offers one in its menu only', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'OPEN', 500_000);
  const first = paid(app, invoice, 500_000n, 'applied');
  paid(app, invoice, 125_000n, 'draft');
  await openWindow(app, `invoices/${invoice.id}`);
  const payments = page.getByRole('region', { name: 'Payments' });
  const warning = payments.getByText('Nothing is open any more: this pays 1,250.00 EUR too much.');
  await expect.element(warning).toBeVisible();
  await expect.element(page.getByRole('article').getByRole('button', { name: 'Record payment' })).not.toBeInTheDocument();
  await page.getByRole('article').getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Record payment/ })).toBeVisible();
  await press('Escape');
  app.setState([first.id], 'rejected');
  await expect.element(page.getByRole('article').getByRole('button', { name: 'Record payment' })).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
});

test('an open invoice says nothing of it', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'OPEN', 818_700);
  paid(app, invoice, 100n, 'applied');
  await openForm(app, invoice);
  await expect.element(pane().getByRole('button', { name: /^Open 8,186\.00.EUR/ })).toBeVisible();
  await expect.element(pane().getByText(partly)).not.toBeInTheDocument();
});

test('an invoice whose part was paid from here has at most the rest open, and no payment is spoken of that nobody made', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'PARTIALLY_PAID', 818_700);
  paid(app, invoice, 100n, 'applied');
  await openForm(app, invoice);
  await expect.element(pane().getByRole('button', { name: /^At most 8,186\.00.EUR/ })).toBeVisible();
  await expect.element(pane().getByText(partly)).not.toBeInTheDocument();
});

test('a payment that is being changed does not count against itself', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'OPEN', 500_000);
  const { id } = paid(app, invoice, 500_000n, 'draft');
  await openWindow(app, `outbox/${id}`);
  await page.getByRole('article', { name: 'Edit' }).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(amount()).toHaveValue('5,000.00');
  await expect.element(pane().getByRole('button', { name: /^Open 5,000\.00.EUR/ })).toBeVisible();
  await expect.element(pane()).toMatchTextContent(/After this Paid in full/);
  await userEvent.fill(amount(), '');
  await expect.element(pane().getByText('After this')).not.toBeInTheDocument();
  await userEvent.fill(amount(), '5,000.00');
  await expect.element(pane().getByText(another)).not.toBeInTheDocument();
  await expect.element(pane().getByText(near)).not.toBeInTheDocument();
  await expect.element(pane().getByText(/More than what’s still open/)).not.toBeInTheDocument();
});

test('the line under an amount shows how it was read, in place of its example', async () => {
  const app = new FakeApp();
  const invoice = invoiceIn(app, 'OPEN', 9_000_000, 'KWD');
  await openForm(app, invoice);
  await userEvent.fill(amount(), '');
  const line = () => document.getElementById(amount().element().getAttribute('aria-describedby') ?? '');
  const hint = () => line()?.textContent.replaceAll(/\s/g, ' ');
  await expect.poll(hint).toBe('e.g. 1,234.560');
  const [before] = [pane().getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }), amount()].map(
    () => line()?.getBoundingClientRect().top,
  );
  for (const [typed, read] of [
    ['1,250', '1,250.000 KWD'],
    ['1.250', '1.250 KWD'],
    ['100000', '100,000.000 KWD'],
    ['', 'e.g. 1,234.560'],
  ] as const) {
    await userEvent.fill(amount(), typed);
    await expect.poll(hint).toBe(read);
    expect(line()?.getBoundingClientRect().top).toBe(before);
  }
});

test('several invoices are paid in full as one act: each its own open amount, and what is not known to be open is left out by name', async () => {
  const app = new FakeApp();
  const invoices = app.records.filter(({ kind }) => kind === 'invoiceReceivable').slice(0, 4);
  const [first, second, part, gone] = invoices as [(typeof invoices)[0], (typeof invoices)[0], (typeof invoices)[0], (typeof invoices)[0]];
  app.records = app.records.filter(({ kind }) => kind !== 'invoiceReceivable').concat(invoices);
  const set = (at: typeof first, state: string, amount: number, currency: string) =>
    Object.assign(at.service, { state, amount, currency, payeeBankAccountId: null });
  set(first, 'OPEN', 818_700, 'EUR');
  set(second, 'OPEN', 500, 'JPY');
  set(part, 'PARTIALLY_PAID', 100_000, 'EUR');
  set(gone, 'ARCHIVED', 100_000, 'EUR');
  paid(app, { kind: 'invoiceReceivable', id: first.id }, 18_700n, 'applied');
  const before = app.edits.length;
  await openWindow(app, 'invoices');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('Control+a', 'p');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Paid in full: 2 invoices/)).toBeVisible();
  await expect.element(dialog.getByText(/8,000\.00/)).toBeVisible();
  await expect.element(dialog.getByText(/1 archived/)).toBeVisible();
  await expect.element(dialog.getByText(/1 paid in part elsewhere/)).toBeVisible();
  const account = dialog.getByRole('combobox', { name: /bank account/ });
  await userEvent.fill(account, '0b6f1c52-8f0e-4b6a-9a53-2f3f1b7d9a01');
  await press('Tab');
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save 2' }).click();
  await expect.poll(() => app.edits.length).toBe(before + 2);
  const made = app.edits.slice(before).map(({ record, body }) => [record.id, BigInt(String(body?.['amountInInvoiceCurrency']))]);
  expect(new Map(made as [string, bigint][])).toEqual(
    new Map([
      [first.id, 800_000n],
      [second.id, 500n],
    ]),
  );
});

const jump: Reason = { kind: 'versionJump', expected: '3', returned: '5', differences: [] };

test.each([
  [
    'invoiceReceivable',
    'invoices',
    'recordInvoicePayment',
    { paymentDate: '2026-03-10', amountInInvoiceCurrency: -500n },
    'confirmed',
    null,
  ],
  ['vendor', 'vendors', 'updateVendor', { description: 'Cabling' }, 'applied', jump],
] as const)(
  'at 360 px a long state wraps: it covers no amount and scrolls nothing sideways (%s)',
  async (...[kind, list, edit, body, state, reason]) => {
    const app = new FakeApp();
    const ref = { kind, id: app.record(kind, 0).id };
    app.put(edit, ref, body, state, reason);
    await openWindow(app, `${list}/${ref.id}`);
    await page.viewport(360, 640);
    await expect.poll(() => document.querySelector('main')?.clientWidth).toBe(360);
    const marks = () => [...document.querySelectorAll('article section .mark')];
    await expect.poll(() => marks().length).toBeGreaterThan(0);
    const covered = () =>
      marks().flatMap((mark) => {
        const amount = mark.closest('li')?.querySelector('.money')?.getBoundingClientRect();
        const { right, bottom } = mark.getBoundingClientRect();
        const covers =
          amount !== undefined && right > amount.left && bottom > amount.top && mark.getBoundingClientRect().top < amount.bottom;
        return covers || right > 360 ? [mark.textContent.trim()] : [];
      });
    await expect.poll(covered).toEqual([]);
    // A table of lines scrolls on its own.
    const sideways = [...document.querySelectorAll('article, article *:not(.sideways)')].filter(
      (each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth,
    );
    expect(sideways.map(({ className }) => className)).toEqual([]);
  },
);
