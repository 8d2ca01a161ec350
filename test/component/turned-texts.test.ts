import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow } from './window.ts';

const turned = '\u202Egnirts\u202C ODD';
const turning = /[\u202A-\u202E\u2066-\u2069]/;

test('characters that turn what follows them are shown nowhere on a record’s page: facts, lines, custom properties, history', async () => {
  const app = new FakeApp();
  const { id, service } = app.record('vendor', 2);
  Object.assign(service, {
    city: turned,
    customProperties: [{ groupId: 'g', groupInternalName: turned, values: [{ id: 'v', label: turned }] }],
  });
  app.put('updateVendor', { kind: 'vendor', id }, { address: turned });
  app.put('createUserComment', { kind: 'vendor', id }, { content: turned });
  await openWindow(app, `vendors/${id}`);
  const article = page.getByRole('article');
  await expect.element(article.getByRole('region', { name: 'History' })).toMatchTextContent('ODD');
  const said = article.element().textContent;
  expect(said.split('gnirts').length).toBeGreaterThan(4);
  expect(said).not.toMatch(turning);
  expect([...article.element().querySelectorAll('[title]')].filter((each) => turning.test(each.getAttribute('title') ?? ''))).toEqual([]);
  // The sent text keeps its bytes.
  expect(app.edits[0]?.body).toEqual({ address: turned });
});

test('nor in the lines of a record', async () => {
  const app = new FakeApp();
  const { id, service } = app.record('expense', 20);
  for (const line of service['lineItems'] as Record<string, unknown>[]) line['description'] = turned;
  await openWindow(app, `expenses/${id}`);
  const table = page.getByRole('article').getByRole('table').first();
  await expect.element(table).toMatchTextContent('[U+202E]gnirts[U+202C] ODD');
  expect(table.element().textContent).not.toMatch(turning);
});

test('a fact with a right-to-left name is drawn right to left, whatever is beside it', async () => {
  const app = new FakeApp();
  const { id, service } = app.record('vendor', 2);
  Object.assign(service, { city: 'الكويت (2)' });
  await openWindow(app, `vendors/${id}`);
  const value = page.getByRole('article').getByText('الكويت (2)', { exact: true });
  await expect.element(value).toBeVisible();
  expect(getComputedStyle(value.element()).direction).toBe('rtl');
});
