import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { sentenceOfWarning } from '#shared/messages/situation-words.ts';
import { valueDoubt } from '#shared/messages/change-words.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { spoofedNames, spoofedNumbers } from '#test/spoofed.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, tickTheRest } from './window.ts';
import { fullTest } from '#test/full-test.ts';

// The approving user sees each value as it is sent, in its own place, whatever characters it has.

const fromTheRight = ['אבג 12 דהו', 'شركة 34', '\u202Eemca', '\u200F12 34', 'אב\u2066'];
const drawsNothing = /[\u202A-\u202E\u2066\u2067\u2069\u200B-\u200F\u2060\uFEFF\u00AD\u061C\u034F\u180E\u2028\u3164]/;

/** A desk with a change of bank data on each of some vendors, of these names, to these values. */
function appWith(edits: { name: string; body: JsonObject; was?: JsonObject }[]): FakeApp {
  const app = new FakeApp();
  app.edits = [];
  for (const [place, { name, body, was = {} }] of edits.entries()) {
    const vendor = app.record('vendor', place);
    Object.assign(vendor.service, { name, ...was });
    app.put('updateVendor', { kind: 'vendor', id: vendor.id }, body);
  }
  return app;
}
async function openDialog(): Promise<Element> {
  await openWindow(app, 'outbox');
  await expect.element(page.getByRole('checkbox', { name: /^Send/ }).first()).toBeVisible();
  await tickTheRest();
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve changed bank details?' });
  await expect.element(dialog).toBeVisible();
  return dialog.element();
}
let app: FakeApp;

/** The positions of a line's parts: old, arrow, new; each begins after the one before it, or on a line below. */
function inOrder(...parts: (Element | null | undefined)[]): boolean {
  const boxes = parts.map((part) => part!.getBoundingClientRect());
  return boxes.every((box, place) => {
    const before = boxes[place - 1];
    return before === undefined || box.top >= before.bottom - 2 || box.left >= before.right - 1;
  });
}

fullTest('a name that turns the direction moves neither its neighbour nor what it replaces', async () => {
  app = appWith(fromTheRight.map((name) => ({ name, body: { bankName: name, bankCity: 'Porto' }, was: { bankName: 'שלום' } })));
  const dialog = await openDialog();
  const changes = [...dialog.querySelectorAll('.change')];
  expect(changes.length).toBe(fromTheRight.length * 2);
  for (const change of changes) {
    const [label, old, next] = [...change.children];
    expect(inOrder(label, old, next?.querySelector('svg'), next?.querySelector('bdi')), change.textContent).toBe(true);
  }
  expect(dialog.textContent).not.toMatch(drawsNothing);
  for (const { title } of [...dialog.querySelectorAll('h3')].map((each) => ({ title: each.querySelector('bdi') })))
    expect(getComputedStyle(title!).unicodeBidi).toBe('isolate');
});

test('account numbers are drawn from left to right, whatever the service sent, with each hidden character as a mark', async () => {
  const some = spoofedNumbers.filter(({ field }, place) => field === 'bankAccountNumber' && place % 20 === 0).slice(0, 6);
  const now = 'DE02120300000000202051';
  app = appWith(some.map(({ text }) => ({ name: 'Acme', body: { bankAccountNumber: now }, was: { bankAccountNumber: text } })));
  const dialog = await openDialog();
  const numbers = [...dialog.querySelectorAll('.number')];
  expect(numbers.length).toBe(some.length * 2);
  for (const number of numbers) {
    const style = getComputedStyle(number);
    expect([style.direction, style.unicodeBidi]).toEqual(['ltr', 'isolate']);
  }
  expect(dialog.textContent).not.toMatch(drawsNothing);
  const news = [...dialog.querySelectorAll('.number.new')].map((each) => each.textContent.replaceAll(' ', ''));
  expect(new Set(news)).toEqual(new Set([now + now]));
});

test('a spoofed name is pointed out under its change, in the review and in the dialog', async () => {
  const some = spoofedNames.filter((_one, place) => place % 50 === 7);
  app = appWith(some.map(({ text }) => ({ name: 'Acme', body: { bankName: text } })));
  const dialog = await openDialog();
  for (const { text } of some) {
    expect(valueDoubt(['bankName'], text)).not.toBeNull();
    const sentence = sentenceOfWarning(
      { kind: 'oddValue', editId: 'e', of: 'updateVendor', path: ['bankName'], value: text, from: 'edit' },
      'en',
    );
    for (const place of [document.querySelector('main')!, dialog]) expect(place.textContent).toContain(sentence);
  }
});

fullTest('the form refuses a number by its character at the field, and draws it from left to right', async () => {
  app = new FakeApp();
  const { id } = app.record('vendor', 0);
  await openWindow(app, `vendors/${id}`);
  await page.getByRole('button', { name: 'Edit bank' }).click();
  const number = page.getByLabelText('Account number', { exact: true });
  await number.fill('DE8937040044\u200B0532013000');
  await page.getByRole('button', { name: 'Save for review' }).click();
  await expect.element(page.getByText('It contains an invisible space (U+200B) after “0044”. Type it again without that.')).toBeVisible();
  expect(getComputedStyle(number.element()).direction).toBe('ltr');
  expect(app.edits.filter(({ kind }) => kind === 'updateVendor')).toEqual([]);
});
