import { ORPCError } from '@orpc/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const heading = () => page.getByRole('heading', { level: 1, name: 'Review and send' });
const approve = () => page.getByRole('button', { name: /^Approve/ }).first();

test('groups, sums that add up, and totals beside the one button', async () => {
  await openWindow(scenario('working'), 'review');
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  const sums = page
    .getByRole('definition')
    .elements()
    .map((each) => Number(each.textContent));
  expect(sums).toHaveLength(4);
  expect((sums[0] ?? 0) + (sums[1] ?? 0) + (sums[2] ?? 0)).toBe(sums[3]);
  await expect.element(page.getByRole('group', { name: 'Payments that will be sent' })).toMatchTextContent(/1,250.00/);
  await expect.element(page.getByText('11 Mar 2026')).toBeVisible();
});

test('a payment whose currency is not known is in no total, and both say so', async () => {
  const desk = scenario('working');
  const payment = desk.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === 'draft');
  const invoice = desk.records.find(({ kind, id }) => kind === payment?.record.kind && id === payment.record.id);
  if (!invoice) throw new Error('no payment to review');
  invoice.service['currency'] = null;
  await openWindow(desk, 'review');
  const foot = page.getByRole('group', { name: 'Payments that will be sent' });
  await expect.element(foot).toMatchTextContent(/1 payment in a currency that is not known here/);
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve 1 payment?' });
  await expect.element(dialog).toMatchTextContent(/125,000 ?minor units/);
  await expect.element(dialog).toMatchTextContent(/1 in a currency that is not known here, in no total/);
});

test('j and k move, x leaves out, the sums follow, and a asks before a payment leaves', async () => {
  const desk = scenario('working');
  await openWindow(desk, 'review');
  await expect.element(page.getByRole('checkbox').first()).toBeVisible();
  const before = page.getByRole('checkbox', { checked: true }).elements().length;
  await press('j', 'j', 'x');
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).elements().length).toBeLessThan(before);
  await press('x', 'a');
  const dialog = page.getByRole('dialog', { name: 'Approve 1 payment?' });
  await expect.element(dialog).toMatchTextContent(/11 Mar 2026/);
  await expect.element(dialog).toMatchTextContent(/PT50 0002 0123 1234 5678 9015 4/);
  expect(await violations()).toEqual([]);
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(desk.edits.filter((edit) => edit.state === 'draft').length).toBeGreaterThan(0);
  await press('a');
  await dialog.getByRole('button', { name: /^Approve and send/ }).click();
  await expect.poll(() => desk.edits.filter((edit) => edit.state === 'draft')).toEqual([]);
  await expect.element(page.getByText(/approved\./).first()).toBeVisible();
});

test('what is left out stays a draft', async () => {
  const desk = scenario('working');
  await openWindow(desk, 'review');
  await page.getByRole('checkbox', { name: 'Choose all of Vendors' }).click();
  await page.getByRole('checkbox', { name: 'Choose all of Payments' }).click();
  await expect.element(approve()).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Choose all of Payments' }).click();
  await approve().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  await expect
    .poll(() => desk.edits.filter((edit) => edit.state === 'draft').map((edit) => edit.kind))
    .toEqual(['updateVendor', 'updateVendor']);
});

test('offline, the button says when it is sent', async () => {
  await openWindow(scenario('offline'), 'review');
  await expect.element(page.getByRole('button', { name: /send when online/ })).toBeVisible();
});

test('data that changed while looking approves nothing and says so', async () => {
  const desk = scenario('working');
  await openWindow(desk, 'review');
  await expect.element(approve()).toBeEnabled();
  desk.api.review.approve = async () => {
    throw new ORPCError('STALE_BATCH', { defined: true, status: 409, data: { fingerprint: 'other' } });
  };
  await press('a');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  await expect.element(page.getByText('The data changed while you were looking.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Nothing was approved./);
});

test('a check that fails says why and leaves the batch as it was', async () => {
  const desk = scenario('working');
  desk.api.review.preflight = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'dns', code: null, status: null, next: 'checkNetwork' },
    });
  };
  await openWindow(desk, 'review');
  await page.getByRole('button', { name: 'Check against the service' }).click();
  await expect
    .element(page.getByText(/There is no network, or the address of the service is not known to it\. Check the network/))
    .toBeVisible();
  await expect.element(approve()).toBeEnabled();
});

test('a batch that cannot be read says so and can be tried again', async () => {
  const desk = scenario('working');
  const { batch } = desk.api.review;
  desk.api.review.batch = async () => {
    throw new Error('the line broke');
  };
  await openWindow(desk, 'review');
  await expect.element(page.getByRole('heading', { name: 'This could not be read' })).toBeVisible();
  expect(await violations()).toEqual([]);
  desk.api.review.batch = batch;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
});

test('nothing to review says what would wait here', async () => {
  await openWindow(scenario('empty'), 'review');
  await expect.element(heading()).toBeVisible();
  await expect.element(page.getByText('Nothing needs your review')).toBeVisible();
});

test('after approval the rows stay and turn into their verdicts; nothing is said to be on its way that is not', async () => {
  const desk = scenario('working');
  const drafts = desk.edits.filter((edit) => edit.state === 'draft');
  await openWindow(desk, 'review');
  await approve().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and send/ })
    .click();
  const became = page.getByRole('region', { name: 'What became of it' });
  await expect.element(became.getByRole('status')).toMatchTextContent(`${drafts.length} on their way`);
  const [doubtful, ...others] = drafts.map(({ id }) => id);
  desk.setState(others, 'applied', { kind: 'clean' });
  desk.setState([doubtful ?? ''], 'inDoubt', { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 });
  await expect.element(became.getByRole('status')).toMatchTextContent(`${others.length} confirmed, 1 in doubt`);
  await expect.element(became).not.toMatchTextContent('on their way');
  await expect.element(became.getByRole('listitem').first()).toMatchTextContent('In doubt');
  expect(await violations()).toEqual([]);
});
