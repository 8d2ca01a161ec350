import { expect, pack, test } from './desk-fixtures.ts';

test('the sign-in ends elsewhere: "sign in to continue", nothing is lost, and after it the same batch completes', async ({
  app,
  far,
  systemBrowser,
  browser,
}) => {
  await app.getByRole('link', { name: 'Connect your account' }).click();
  await app.getByLabel('Address of the service').fill(far.address);
  await app.getByLabel('Client id').fill(far.clientId);
  await app.getByLabel('Client secret').fill(far.clientSecret);
  await app.getByText('Name and certificate').click();
  await app.getByLabel(/Extra CA certificate/).fill(far.ca);
  await app.getByRole('button', { name: 'Continue in the browser' }).click();
  await systemBrowser.signIn(browser);
  await expect(app.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await app.getByRole('link', { name: 'Trip packs' }).click();
  await app.getByRole('button', { name: 'New trip pack' }).first().click();
  await app.getByLabel('Name').fill('Lisbon');
  await app.getByRole('button', { name: 'Make it' }).click();
  await pack(app, 'Lisbon', 'Expenses', (await far.ids('expenses')).slice(0, 3));
  await expect(app.getByRole('heading', { name: /Lisbon.*Ready to travel/ })).toBeVisible();

  await far.control('POST', '/sandbox/sign-out', { refreshTokens: true });
  await app.getByRole('link', { name: /^Expenses/ }).click();
  const grid = app.getByRole('grid', { name: 'Expenses' });
  for (let row = 0; row < 3; row++) {
    await grid.getByRole('row').nth(row).click();
    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.getByRole('dialog').getByLabel('Date').fill('12 Mar 2026');
    await app.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
    await expect(app.getByRole('dialog')).toBeHidden();
  }
  await expect(app.getByText('Sign in to continue.')).toBeVisible();
  expect((await far.journal()).filter((entry) => entry.applied)).toEqual([]);
  await app.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(app.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await expect(app.getByRole('main')).toContainText('3 edits go on');
  await app.getByRole('button', { name: 'Sign in again' }).click();
  await systemBrowser.signIn(browser, 2);
  await expect(app.getByRole('button', { name: /^Connection: Online/ })).toBeVisible();
  await expect.poll(async () => (await far.journal()).filter((entry) => entry.applied).length).toBe(3);
});
