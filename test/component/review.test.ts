import { ORPCError } from '@orpc/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ReviewRow } from '#shared/contract/views/views.ts';
import { scenario } from './scenarios.ts';
import { referred, usedApp } from './named-desk.ts';
import { openWindow, press, tickTheRest, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const heading = () => page.getByRole('heading', { level: 1, name: 'Outbox' });
const approve = () => page.getByRole('button', { name: /^Approve/ }).first();

test('groups, how many of them, and the sums of their payments beside the one button', async () => {
  const app = scenario('working');
  await openWindow(app, 'review');
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  const foot = page.getByRole('group', { name: 'What will be sent' });
  await expect.element(foot).toMatchTextContent(/2 of 3 1 payment 1,250.00/);
  await expect.element(page.getByRole('button', { name: /Payment date 11 Mar 2026/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Choose all of Payments' }).click();
  await expect.element(foot).toMatchTextContent(/^1 of 3$/);
});

test('a bank change and a payment of more than is open start unticked, with the note in their own rows', async () => {
  const app = scenario('working');
  app.record('invoiceReceivable').service['state'] = 'PAID';
  await openWindow(app, 'review');
  await expect.element(page.getByRole('group', { name: 'What will be sent' })).toMatchTextContent(/^1 of 3$/);
  const row = (text: RegExp) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await expect.element(row(/vendor’s own letter/)).toMatchTextContent(/Account number/);
  await expect.element(row(/vendor’s own letter/).getByRole('checkbox')).not.toBeChecked();
  await expect.element(row(/this pays 1,250\.00.SEK too much/).getByRole('checkbox')).not.toBeChecked();
  await press('Control+Enter');
  await expect.poll(() => app.edits.filter(({ state }) => state === 'draft').length).toBe(2);
});

test('like edits are one line: ticked together, opened to be ticked one by one', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const line = { productId: '11111111-1111-4111-8111-111111111111', productNameOverwrite: 'Annual support' };
  for (const n of [0, 1, 2]) app.put('createInvoiceLine', { kind: 'invoiceReceivable', id: app.record('invoiceReceivable', n).id }, line);
  await openWindow(app, 'outbox');
  const foot = page.getByRole('group', { name: 'What will be sent' });
  await expect.element(page.getByRole('heading', { name: 'Invoice lines' })).toBeVisible();
  const together = page.getByRole('checkbox', { name: /^Send 3 alike/ });
  await together.click();
  await expect.element(foot).toMatchTextContent('0 of 3');
  await together.click();
  await page.getByRole('button', { name: /3 invoices.*Annual support/ }).click();
  await page
    .getByRole('checkbox', { name: /^Send Add invoice line: / })
    .nth(1)
    .click();
  await expect.element(foot).toMatchTextContent('2 of 3');
  await expect.element(together).toBePartiallyChecked();
  expect(await violations()).toEqual([]);
});

test('a changed account number is grouped by four, old beside new, with changed characters marked', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const vendor = app.records.find(({ kind, service }) => kind === 'vendor' && /^DE\d{20}$/.test(String(service['bankAccountNumber'])));
  const old = String(vendor?.service['bankAccountNumber']);
  const now = `${old.slice(0, -2)}${(Number(old.at(-2)) + 1) % 10}${old.at(-1) ?? ''}`;
  app.put('updateVendor', { kind: 'vendor', id: vendor?.id ?? '' }, { bankAccountNumber: now });
  await openWindow(app, 'outbox');
  await expect.element(page.getByRole('checkbox', { name: /^Send Update vendor/ })).toBeVisible();
  const marksIn = (place: string) => [...document.querySelectorAll(`${place} mark`)].map((mark) => mark.textContent);
  expect(marksIn('main ul')).toEqual([old.at(-2), now.at(-2)]);
  await expect.element(page.getByText(now.match(/.{1,4}/g)?.join(' ') ?? '').first()).toBeVisible();
  // One figure is wrong: said in the line, beside it, and where it is approved.
  const misfit = 'Account number: This IBAN isn’t valid (check digits).';
  await expect.element(page.getByRole('main').getByRole('listitem').getByText(misfit)).toBeVisible();
  await page.getByRole('button', { name: /Update vendor, with bank data Account/ }).click();
  await expect.element(page.getByRole('article', { name: 'Edit' }).getByText(misfit)).toBeVisible();
  await expect.poll(() => marksIn('[aria-label=Changes]')).toEqual([old.at(-2), now.at(-2)]);
  await tickTheRest();
  await press('a');
  await expect.element(page.getByRole('dialog', { name: 'Approve changed bank details?' }).getByText(misfit)).toBeVisible();
  await expect.poll(() => marksIn('[role=dialog]')).toEqual([old.at(-2), now.at(-2)]);
  await press('Escape');
  app.setState([app.edits[0]?.id ?? ''], 'discarded');
  app.put('updateVendor', { kind: 'vendor', id: vendor?.id ?? '' }, { bankAccountNumber: old.slice(0, -1) });
  await expect.poll(() => marksIn('main ul')).toEqual([old.at(-1)]);
});

test('a payment’s row names the customer and what is open after it, warns, and is sent without a second question', async () => {
  const app = scenario('working');
  app.edits = app.edits.filter(({ kind, state }) => kind === 'recordInvoicePayment' && state === 'draft');
  const payment = app.edits[0]?.id ?? '';
  const { batch } = app.api.review;
  let leftMinor = 0n;
  app.api.review.batch = async () => {
    const { groups, ...rest } = await batch();
    const warnings = [{ kind: 'overpayment' as const, editId: payment, amountMinor: 1_141_875n, openMinor: 1_134_250n, currency: 'EUR' }];
    const follows = { customerId: app.record('invoiceReceivable').service['customerId'] as string, leftMinor, atMost: false };
    return {
      ...rest,
      groups: groups.map((group) => ({ ...group, warnings, rows: group.rows.map((row) => ({ ...row, payment: follows })) })),
    };
  };
  const { approve: send } = app.api.review;
  const confirmed: unknown[] = [];
  app.api.review.approve = async (asked) => {
    confirmed.push(asked.secondConfirmation);
    return send(asked);
  };
  await openWindow(app, 'review');
  const row = page.getByRole('main').getByRole('listitem').first();
  await expect.element(row).toMatchTextContent(/SE01-2026-00001.*After this Paid in full.*1,250.00.*11,342\.50/);
  leftMinor = -7_625n;
  app.publish({ kind: 'edits', ids: [] });
  await expect.element(row).toMatchTextContent(/After this Overpaid by 76.25/);
  expect(await violations()).toEqual([]);
  await press('Control+Enter');
  await expect.element(page.getByRole('group', { name: 'What will be sent' })).toMatchTextContent(/^0 of 1$/);
  await expect.element(page.getByRole('button', { name: /^Approve and send(?! \d)/ })).toBeDisabled();
  expect(confirmed).toEqual([]);
  await tickTheRest();
  await press('Control+Enter');
  await expect.element(page.getByRole('region', { name: 'What became of it' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(confirmed).toEqual([true]);
});

test('the record of the current line is beside it', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox?tab=review');
  const beside = page.getByRole('article', { name: 'Edit' });
  await page.getByRole('button', { name: /Payment date 11 Mar 2026/ }).click();
  await expect.element(beside.getByRole('link', { name: 'Open invoice' })).toBeVisible();
  await expect.element(beside.getByRole('region', { name: 'Invoice', exact: true })).toMatchTextContent(/Customer/);
  await press('h');
  await expect.poll(() => app.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === 'held')).toBeDefined();
});

test('a payment whose currency is not known is in no total, and both say so', async () => {
  const app = scenario('working');
  const payment = app.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === 'draft');
  const invoice = app.records.find(({ kind, id }) => kind === payment?.record.kind && id === payment.record.id);
  if (!payment || !invoice) throw new Error('no payment to review');
  invoice.service['currency'] = null;
  payment.base['currency'] = null;
  await openWindow(app, 'review');
  const foot = page.getByRole('group', { name: 'What will be sent' });
  await expect.element(foot).toMatchTextContent(/1 payment in a currency that is not known here/);
  await expect.element(page.getByRole('main').getByRole('listitem').last()).toMatchTextContent(/125,000 ?minor units/);
});

test('j and k move, x excludes, the sums follow, and changed bank details are asked about once more, with the focus on the way back', async () => {
  const app = scenario('working');
  await openWindow(app, 'review');
  await expect.element(page.getByRole('checkbox').first()).toBeVisible();
  const before = page.getByRole('checkbox', { checked: true }).elements().length;
  await press('j', 'x');
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).elements().length).toBeLessThan(before);
  await press('x');
  await tickTheRest();
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve changed bank details?' });
  await expect.element(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
  await expect.element(dialog).toMatchTextContent(/PT50 0002 0123 1234 5678 9015 4/);
  expect(await violations()).toEqual([]);
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.edits.filter((edit) => edit.state === 'draft').length).toBeGreaterThan(0);
  await press('a');
  await dialog.getByRole('button', { name: /^Approve and send/ }).click();
  await expect.poll(() => app.edits.filter((edit) => edit.state === 'draft')).toEqual([]);
  await expect.element(page.getByRole('region', { name: 'What became of it' })).toBeVisible();
});

fullTest('a payment’s row names its bank account', async () => {
  const app = usedApp();
  const account = app.names.find(({ id }) => id === referred(app, 'bankAccount'));
  await openWindow(app, 'review');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.element(rows.filter({ hasText: account?.name ?? '?' }).first()).toBeVisible();
});

fullTest('a comment that may be there already is asked about as what it is, and is no payment', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  app.put('createUserComment', { kind: 'expense', id: app.record('expense').id }, { content: 'Receipt follows.' }, 'draft');
  const { batch } = app.api.review;
  const raised = (row: ReviewRow) => ({ ...row, first: row.first && { ...row.first, review: 'person' as const } });
  app.api.review.batch = async () => {
    const read = await batch();
    return { ...read, groups: read.groups.map((group) => ({ ...group, rows: group.rows.map(raised) })) };
  };
  await openWindow(app, 'review');
  await expect.element(page.getByRole('group', { name: 'What will be sent' })).toMatchTextContent(/^0 of 1$/);
  await tickTheRest();
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve what may be recorded already?' });
  await expect.element(dialog).toMatchTextContent(/Look it up in the service first.*Receipt follows/);
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: /^Approve and send 1/ }).click();
  await expect.poll(() => app.edits.map(({ state }) => state)).toEqual(['waiting']);
});

test('an excluded edit stays a draft', async () => {
  const app = scenario('working');
  await openWindow(app, 'review');
  await page.getByRole('checkbox', { name: 'Choose all of Vendors' }).click();
  await page.getByRole('checkbox', { name: 'Choose all of Vendors' }).click();
  await page.getByRole('checkbox', { name: 'Choose all of Payments' }).click();
  await expect.element(approve()).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Choose all of Payments' }).click();
  await approve().click();
  await expect
    .poll(() => app.edits.filter((edit) => edit.state === 'draft').map((edit) => edit.kind))
    .toEqual(['updateVendor', 'updateVendor']);
});

fullTest('working offline, the key that checks asks before it goes online', async () => {
  const app = scenario('working');
  app.connection = { kind: 'workingOffline' };
  await openWindow(app, 'outbox?tab=review');
  await press('r');
  await expect.element(page.getByRole('button', { name: 'Go online and check' })).toBeVisible();
  expect([app.connection.kind, ...app.asked.filter((what) => what !== 'touch')]).toEqual(['workingOffline']);
});

test('offline, the button says when it is sent', async () => {
  await openWindow(scenario('offline'), 'review');
  await expect.element(page.getByRole('button', { name: /send when online/ })).toBeVisible();
});

test('data that changed while looking approves nothing and says so', async () => {
  const app = scenario('working');
  await openWindow(app, 'review');
  await expect.element(approve()).toBeEnabled();
  app.api.review.approve = async () => {
    throw new ORPCError('STALE_BATCH', { defined: true, status: 409, data: { fingerprint: 'other' } });
  };
  await tickTheRest();
  await press('a');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  await expect.element(page.getByText('The data changed while you were looking.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Nothing was approved./);
});

fullTest('a failed check explains why and keeps the batch', async () => {
  const app = scenario('working');
  app.api.review.preflight = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'dns', code: null, status: null, next: 'checkNetwork' },
    });
  };
  await openWindow(app, 'review');
  await page.getByRole('button', { name: 'Check against the service' }).click();
  await expect
    .element(page.getByText(/There is no network, or the address of the service is not known to it\. Check the network/))
    .toBeVisible();
  await expect.element(approve()).toBeEnabled();
});

test('a batch that cannot be read says so and can be tried again', async () => {
  const app = scenario('working');
  const { batch } = app.api.review;
  app.api.review.batch = async () => {
    throw new Error('the line broke');
  };
  await openWindow(app, 'review');
  await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
  expect(await violations()).toEqual([]);
  app.api.review.batch = batch;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
});

test('nothing to review says what would wait here', async () => {
  await openWindow(scenario('empty'), 'review');
  await expect.element(heading()).toBeVisible();
  await expect.element(page.getByText('Nothing needs your review')).toBeVisible();
});

test('after approval the rows stay and show their verdicts; none is shown as sending before it is', async () => {
  const app = scenario('working');
  const drafts = app.edits.filter((edit) => edit.state === 'draft');
  await openWindow(app, 'review');
  await tickTheRest();
  await approve().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  const became = page.getByRole('region', { name: 'What became of it' });
  await expect.element(became.getByRole('status')).toMatchTextContent(`${drafts.length} on their way`);
  await expect.element(became.getByRole('heading', { name: /^Approved/ })).toBeVisible();
  await expect.element(became.getByRole('listitem').last()).toMatchTextContent('Record payment');
  const [doubtful, ...others] = drafts.map(({ id }) => id);
  app.setState(others, 'applied', { kind: 'clean' });
  app.setState([doubtful ?? ''], 'inDoubt', { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 });
  await expect.element(became.getByRole('status')).toMatchTextContent(`${others.length} confirmed, 1 in doubt`);
  await expect.element(became).not.toMatchTextContent('on their way');
  await expect.element(became.getByRole('heading', { name: /^Sent/ })).toBeVisible();
  await expect.element(became.getByRole('listitem').first()).toMatchTextContent('In doubt');
  await expect.element(became.getByRole('heading', { name: /^Needs you/ })).toBeVisible();
  expect(await violations()).toEqual([]);
});

/** Everything was approved, and the user went on to Today while it was sent. */
async function approvedAndLeft() {
  const app = scenario('working');
  const drafts = app.edits.filter((edit) => edit.state === 'draft').map(({ id }) => id);
  await openWindow(app, 'review');
  await tickTheRest();
  await approve().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  await expect.element(page.getByRole('region', { name: 'What became of it' })).toBeVisible();
  await press('g', 't');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  return { app, drafts };
}

fullTest('a user who left the page during sending gets one notice with the counts', async () => {
  const { app, drafts } = await approvedAndLeft();
  app.setState(drafts.slice(1), 'applied', { kind: 'clean' });
  app.setState(drafts.slice(0, 1), 'rejected', { kind: 'rejectedByService', status: 422, error: null });
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent(`What you approved: ${drafts.length - 1} confirmed, 1 rejected.`);
  await expect.element(notice.getByRole('button', { name: 'Open the report' })).toBeVisible();
});

fullTest('edits that may have replaced a colleague’s change are counted apart, and their notice stays until it is answered', async () => {
  const { app, drafts } = await approvedAndLeft();
  app.setState(drafts.slice(1), 'applied', { kind: 'clean' });
  app.setState(drafts.slice(0, 1), 'applied', { kind: 'versionJump', expected: '4', returned: '5', differences: [] });
  const notice = page.getByRole('group', { name: 'Notice' }).filter({ hasText: 'What you approved' });
  const message = `What you approved: ${drafts.length - 1} confirmed, 1 may have replaced somebody’s change.`;
  await expect.element(notice).toMatchTextContent(message);
  // The next word takes the place of whatever does not wait for an answer.
  await press('Control+Shift+z');
  await expect.element(page.getByText('There is nothing to redo.').first()).toBeVisible();
  await expect.element(notice).toMatchTextContent(message);
  await notice.getByRole('button', { name: 'Look at it' }).click();
  expect(location.hash).toBe(`#/outbox/${drafts[0] ?? ''}?tab=done`);
  await expect.element(page.getByText('Confirmed, may have replaced somebody’s change').first()).toBeVisible();
});

test('shows the findings of a check only', async () => {
  const app = scenario('working');
  const { preflight } = app.api.review;
  app.api.review.preflight = async () => {
    const batch = await preflight();
    return { ...batch, preflight: batch.preflight && { ...batch.preflight, reread: 0, unreadable: 1 } };
  };
  await openWindow(app, 'review');
  await page.getByRole('button', { name: 'Check against the service' }).click();
  await expect.element(page.getByText(/1 cannot be read again at this service/).first()).toBeVisible();
  expect(document.querySelector('main')?.textContent).not.toMatch(/\b0 read again/);
});

test('payments above the sum that the company set are asked about once more, with the focus on the way back', async () => {
  const app = scenario('working', { confirmAbove: ['1000 SEK'], managed: ['confirmAbove'] });
  for (const edit of app.edits) if (edit.kind === 'updateVendor' && edit.state === 'draft') app.setState([edit.id], 'discarded');
  await openWindow(app, 'outbox?tab=review');
  await page.getByRole('button', { name: /^Approve and send/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this much?' });
  await expect.element(dialog).toMatchTextContent(/set by your company[^]*1 payment, 1,250\.00\s*SEK/);
  await expect.element(dialog.getByRole('button', { name: 'Back' })).toHaveFocus();
  await dialog.getByRole('button', { name: /^Approve and send/ }).click();
  await expect.poll(() => app.edits.find(({ kind }) => kind === 'recordInvoicePayment')?.state).not.toBe('draft');
});
