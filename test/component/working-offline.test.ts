import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, stillness } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('working offline, the key that reads a record asks, and its button goes online and reads', async () => {
  const app = new FakeApp({ connection: { kind: 'workingOffline' } });
  await openWindow(app, `expenses/${app.record('expense').id}`);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('r');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent('You are working offline: nothing leaves.');
  expect([app.connection.kind, ...app.asked.filter((what) => what !== 'touch')]).toEqual(['workingOffline']);
  await notice.getByRole('button', { name: 'Go online and read it' }).click();
  await expect.poll(() => app.asked.filter((what) => what !== 'touch')).toEqual(['refresh expense']);
  expect(app.connection.kind).toBe('online');
});

fullTest('working offline, a row’s menu says that reading goes online, its key does not; unreadable records offer none', async () => {
  const app = new FakeApp({ connection: { kind: 'workingOffline' } });
  await openWindow(app, 'expenses');
  await press('j', 'r');
  await expect.element(page.getByRole('button', { name: 'Go online and read it' })).toBeVisible();
  await press('Shift+F10');
  await expect.element(page.getByRole('menuitem', { name: /^Go online to read again/ })).toBeVisible();
  await press('Escape');
  location.hash = `#/vendors/${app.record('vendor').id}`;
  await expect.element(page.getByRole('article').getByRole('button', { name: 'More' })).toBeVisible();
  await stillness();
  await press('r');
  await page.getByRole('article').getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy id' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /read again/i }).elements()).toEqual([]);
  expect([app.connection.kind, ...app.asked.filter((what) => what !== 'touch')]).toEqual(['workingOffline']);
});
