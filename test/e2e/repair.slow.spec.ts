import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectByKey, expect, pack, test } from './desk-fixtures.ts';
import { changeDate, packExpenses, recordIt, show, workOffline } from './person.ts';

test('a database that was damaged is set aside; what was typed is held, and Repair says so', async ({ app, far, host }) => {
  await connectByKey(app, far);
  await app.getByRole('link', { name: 'Trip packs' }).click();
  await app.getByRole('button', { name: 'New trip pack' }).first().click();
  await app.getByLabel('Name').fill('Lisbon');
  await app.getByRole('button', { name: 'Create trip pack' }).click();
  await pack(app, 'Lisbon', 'Expenses', (await far.ids('expenses')).slice(0, 1));
  await expect(app.getByRole('article', { name: 'Lisbon' }).getByText(/^Ready to travel/)).toBeVisible();
  await far.cable.pull();
  await app.getByRole('link', { name: /^Expenses/ }).click();
  await app.getByRole('grid', { name: 'Expenses' }).getByRole('row').first().click();
  await app.getByRole('button', { name: 'Edit', exact: true }).click();
  await app.getByRole('textbox', { name: 'Date', exact: true }).fill('12 Mar 2026');
  await recordIt(app);

  await host.end();
  const accounts = path.join(host.dataFolder, 'accounts');
  writeFileSync(path.join(accounts, readdirSync(accounts)[0] ?? '', 'account.db'), '');
  await far.cable.plug();
  await host.start();
  await host.open(app);
  await app.getByRole('button', { name: 'Open Repair' }).click();
  await expect(app.getByRole('heading', { name: 'The database was damaged' })).toBeVisible();
  await expect(app.getByRole('main')).toContainText('1 edit is held');
  await app.getByRole('button', { name: 'Go on with what was saved' }).click();
  await app.getByRole('link', { name: /^Outbox/ }).click();
  await expect(app.getByRole('grid', { name: 'Needs you' }).getByRole('row')).toHaveCount(1);
  expect(await far.journal()).toEqual([]);
});

test('a damaged list of accounts is made again: the account is there, signed in, its edits held, and Repair says so', async ({
  app,
  far,
  host,
}) => {
  await connectByKey(app, far);
  const [id = ''] = await far.ids('expenses');
  await packExpenses(app, [id]);
  await workOffline(app, true);
  await changeDate(app, id, '12 Mar 2026');
  await host.end('SIGKILL');
  for (const suffix of ['', '-wal']) writeFileSync(path.join(host.dataFolder, `registry.db${suffix}`), 'not a database any more');
  await host.start();
  await host.open(app);
  await expect(app.getByText('The list of accounts was damaged. It was made again, and everything open is held.')).toBeVisible();
  await app.getByRole('button', { name: 'Open Repair' }).click();
  await expect(app.getByRole('heading', { name: 'The list of accounts was damaged' })).toBeVisible();
  await expect(app.getByRole('main')).toContainText('1 edit is held');
  await app.getByRole('button', { name: 'I looked, go on' }).click();
  await expect(app.getByRole('button', { name: 'Account: Head office' })).toBeVisible();
  await workOffline(app, false);
  await expect(app.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
  expect(await far.journal()).toEqual([]);
  await show(app, '#/outbox');
  await expect(app.getByRole('grid', { name: 'Needs you' }).getByRole('row')).toHaveCount(1);
  await expect(app.getByRole('grid', { name: 'Needs you' })).toContainText('Held');
});
