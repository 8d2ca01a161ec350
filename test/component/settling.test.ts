import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { SettleInput } from '#shared/contract/inputs.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('a conflict is settled with 1, 2, 3 and a, and what was typed is sent', async () => {
  const app = scenario('working');
  const settled: SettleInput[] = [];
  app.api.edits.settle = async (input) => {
    settled.push(input);
    app.setState([input.id], 'superseded');
    return { id: null };
  };
  await openWindow(app, 'conflicts');
  await expect.element(page.getByRole('button', { name: 'Save choice' })).toBeDisabled();
  await expect.element(page.getByText('1 field left')).toBeVisible();
  await press('1');
  await expect.element(page.getByRole('radio', { name: /mine EUR/ })).toBeChecked();
  await press('2');
  await expect.element(page.getByRole('radio', { name: /theirs GBP/ })).toBeChecked();
  await press('3');
  const written = page.getByRole('textbox', { name: /another value/ });
  await expect.element(written).toHaveFocus();
  await userEvent.fill(written, 'NOK');
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Save choice' }).click();
  await expect.poll(() => settled[0]?.fields).toEqual([{ path: ['originalCurrency'], take: 'edited', value: 'NOK', shown: 'GBP' }]);
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});

test('a new value of the service replaces the old one, and asks again for a choice against it', async () => {
  const app = scenario('working');
  await openWindow(app, 'conflicts');
  await press('1');
  await expect.element(page.getByRole('radio', { name: /mine EUR/ })).toBeChecked();
  const conflict = app.edits.find((edit) => edit.state === 'conflict');
  if (conflict?.reason?.kind !== 'baseMoved') throw new Error('no conflict');
  const differences = conflict.reason.differences.map((one) => ({ ...one, theirs: 'CHF' }));
  app.setState([conflict.id], 'conflict', { ...conflict.reason, differences });
  await expect.element(page.getByRole('radio', { name: /theirs CHF/ })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /mine EUR/ })).not.toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Save choice' })).toBeDisabled();
});

test('a bank field that only the service changed is theirs or retyped, never a “mine” that nobody typed', async () => {
  const app = scenario('working');
  const conflict = app.edits.find((edit) => edit.state === 'conflict');
  if (conflict?.reason?.kind !== 'baseMoved') throw new Error('no conflict');
  const untouched = { path: ['performedDate'], base: '2026-01-01', theirs: '2026-01-09' };
  const differences = [...conflict.reason.differences, untouched];
  app.setState([conflict.id], 'conflict', { kind: 'baseMoved', hardStop: true, differences });
  const settled: SettleInput[] = [];
  app.api.edits.settle = async (input) => {
    settled.push(input);
    return { id: null };
  };
  await openWindow(app, 'conflicts');
  await expect.element(page.getByText('You did not change it.')).toBeVisible();
  expect(page.getByRole('radio').elements()).toHaveLength(3);
  await press('1', '1');
  await expect.element(page.getByText('1 field left')).toBeVisible();
  await page.getByRole('button', { name: 'all' }).first().click();
  await expect.element(page.getByText('1 field left')).toBeVisible();
  await page.getByRole('button', { name: /^Write another value for Date|^Write another value for .*date/i }).click();
  await expect.element(page.getByRole('textbox', { name: /another value/ })).toHaveValue('9 Jan 2026');
  await page.getByRole('button', { name: 'Save choice' }).click();
  await expect
    .poll(() => settled[0]?.fields)
    .toEqual([
      { path: ['originalCurrency'], take: 'mine', shown: 'GBP' },
      { path: ['performedDate'], take: 'edited', value: '2026-01-09', shown: '2026-01-09' },
    ]);
});

test('a settlement that the kind refuses keeps the typing and says what is wrong beside it', async () => {
  const app = scenario('working');
  app.api.edits.settle = async () => {
    const issues = [{ path: ['originalCurrency'], message: 'This is not a currency.' }];
    throw new ORPCError('INVALID_BODY', { defined: true, status: 422, data: { issues } });
  };
  await openWindow(app, 'conflicts');
  await press('3');
  const written = page.getByRole('textbox', { name: /another value/ });
  await userEvent.fill(written, 'XX');
  await page.getByRole('button', { name: 'Save choice' }).click();
  await expect.element(page.getByText('This is not a currency.')).toBeVisible();
  await expect.element(written).toHaveValue('XX');
});

test('another date is typed as in a form; an unreadable one is explained beside it, once, without a request', async () => {
  const app = scenario('working');
  const conflict = app.edits.find((edit) => edit.state === 'conflict');
  const path = ['performedDate'];
  const difference = { path, base: '2026-01-02', mine: '2026-01-05', theirs: '2026-01-09' };
  if (conflict) conflict.reason = { kind: 'baseMoved', differences: [difference], hardStop: false };
  const settled: unknown[] = [];
  const { settle } = app.api.edits;
  app.api.edits.settle = async (input) => {
    settled.push(input.fields);
    return settle(input);
  };
  await openWindow(app, 'conflicts');
  await press('3');
  const written = page.getByRole('textbox', { name: /another value/ });
  await expect.element(written).toHaveFocus();
  await userEvent.keyboard('nonsense');
  await expect.element(written).toHaveValue('nonsense');
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Save choice' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect([page.getByRole('alert').elements().length, page.getByRole('group', { name: 'Notice' }).elements().length]).toEqual([1, 0]);
  expect(settled).toEqual([]);
  await userEvent.fill(written, '30 Sep 2026');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Save choice' }).click();
  await expect.poll(() => settled).toEqual([[{ path, take: 'edited', value: '2026-09-30', shown: '2026-01-09' }]]);
});

fullTest('evidence reads like a receipt; the user confirms, and the payment is removed from the list', async () => {
  const app = scenario('working');
  await openWindow(app, 'in-doubt');
  const receipt = page.getByRole('article');
  await expect.element(receipt).toMatchTextContent(/840\.50/);
  await expect.element(receipt).toMatchTextContent(/11 Mar 2026/);
  await expect.element(receipt).toMatchTextContent(/No answer came after 90 s/);
  expect(await violations()).toEqual([]);
  await press('1');
  const dialog = page.getByRole('dialog', { name: 'Close it as recorded?' });
  await expect.element(dialog).toMatchTextContent(/840\.50/);
  expect(await violations()).toEqual([]);
  expect(app.edits.filter(({ state }) => state === 'confirmed')).toEqual([]);
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^It is there/ }).click();
  await page.getByRole('button', { name: 'I looked, it is there' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing is in doubt' })).toBeVisible();
  expect(app.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === 'confirmed')).toBeDefined();
});

test('the question that closes a payment as recorded has its focus on the safe answer', async () => {
  const app = scenario('working');
  await openWindow(app, 'in-doubt');
  await expect.element(page.getByRole('button', { name: /^It is there/ })).toBeVisible();
  await press('1');
  const dialog = page.getByRole('dialog', { name: 'Close it as recorded?' });
  await expect.element(dialog.getByRole('button', { name: 'Not yet' })).toHaveFocus();
  await press('Enter');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.edits.filter(({ state }) => state === 'confirmed')).toEqual([]);
});

test('send again is locked with its countdown, then asks a second time', async () => {
  const app = scenario('working');
  const { evidence } = app.api.edits;
  app.api.edits.evidence = async (input) => ({ ...(await evidence(input)), unlocksInMs: 1500 });
  const asked: boolean[] = [];
  app.api.edits.sendAgain = async ({ secondConfirmation }) => {
    asked.push(secondConfirmation);
  };
  await openWindow(app, 'in-doubt');
  const again = page.getByRole('button', { name: /send again.*in 0:0\d/i });
  await expect.element(again).toBeDisabled();
  const unlocked = page.getByRole('button', { name: /^It is not there, send again You are asked once more/ });
  await expect.element(unlocked).toBeEnabled();
  await unlocked.click();
  const dialog = page.getByRole('dialog', { name: 'Send it a second time?' });
  await expect.element(dialog).toBeVisible();
  expect(asked).toEqual([]);
  await press('Escape');
  await expect.element(unlocked).toHaveFocus();
  await unlocked.click();
  await dialog.getByRole('button', { name: 'I looked, send again' }).click();
  await expect.poll(() => asked).toEqual([true]);
});

fullTest('what is not there can be left: locked with its countdown, then asked once', async () => {
  const app = scenario('working');
  const { evidence } = app.api.edits;
  app.api.edits.evidence = async (input) => ({ ...(await evidence(input)), unlocksInMs: 1500 });
  await openWindow(app, 'in-doubt');
  await expect.element(page.getByRole('button', { name: /leave it.*in 0:0\d/i })).toBeDisabled();
  const unlocked = page.getByRole('button', { name: /^It is not there, leave it Closed as not recorded/ });
  await expect.element(unlocked).toBeEnabled();
  await press('3');
  const dialog = page.getByRole('dialog', { name: 'Close it as not recorded?' });
  await expect.element(dialog).toBeVisible();
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'I looked, leave it' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing is in doubt' })).toBeVisible();
  expect(app.edits.find((edit) => edit.kind === 'recordInvoicePayment' && edit.state === 'discarded')).toBeDefined();
});

test('an unfinished wait is explained', async () => {
  const app = scenario('working');
  app.api.edits.confirm = async () => {
    throw new ORPCError('NOT_NOW', { defined: true, status: 409, data: { why: 'tooEarly', state: 'inDoubt', unlocksInMs: 9000 } });
  };
  await openWindow(app, 'in-doubt');
  await page.getByRole('button', { name: /^It is there/ }).click();
  await page.getByRole('button', { name: 'I looked, it is there' }).click();
  await expect.element(page.getByText(/An earlier try may still be on its way/).first()).toBeVisible();
});
