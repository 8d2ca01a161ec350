import { connectByKey, expect, pack, test } from './desk-fixtures.ts';
import { recordIt } from './person.ts';

test('60 ids offline, 5 expenses edited with the cable pulled, killed, started again, back online: 5 sent exactly once', async ({
  app,
  far,
  host,
}) => {
  const ids = (await far.ids('expenses')).slice(0, 60);
  await connectByKey(app, far);
  await app.getByRole('link', { name: 'Trip packs' }).click();
  await app.getByRole('button', { name: 'New trip pack' }).first().click();
  await app.getByLabel('Name').fill('Lisbon');
  await app.getByRole('button', { name: 'Create trip pack' }).click();
  await pack(app, 'Lisbon', 'Expenses', ids);
  await expect(app.getByRole('article', { name: 'Lisbon' }).getByText(/^Ready to travel/)).toBeVisible();

  await far.cable.pull();
  await app.getByRole('link', { name: /^Expenses/ }).click();
  const grid = app.getByRole('grid', { name: 'Expenses' });
  await expect(grid).toBeVisible();
  for (let row = 0; row < 5; row++) {
    await grid.getByRole('row').nth(row).click();
    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.getByRole('textbox', { name: 'Date', exact: true }).fill('2026-03-12');
    await recordIt(app);
    await app.keyboard.press('Escape');
  }
  await expect(app.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible();

  await host.end('SIGKILL');
  await host.start();
  await host.open(app);
  await app.getByRole('link', { name: /^Outbox/ }).click();
  await expect(app.getByRole('tab', { name: /Queued/ })).toContainText('5');
  await expect(app.getByRole('main')).toContainText('5 expenses · Date → 12 Mar 2026');
  expect(await far.journal()).toEqual([]);

  await far.cable.plug();
  await expect(app.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
  await app.getByRole('link', { name: 'History' }).click();
  await expect(app.getByRole('main')).toContainText('5 edits: 5 confirmed');
  const journal = await far.journal();
  expect(journal.filter((entry) => entry.applied)).toHaveLength(5);
  expect(new Set(journal.map((entry) => entry.recordId)).size).toBe(5);
  expect(journal.every((entry) => entry.bodyText === '{"performedDate":"2026-03-12"}')).toBe(true);
});
