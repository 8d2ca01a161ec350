import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { opened, saved } from '#test/library/sheets/play-spreadsheet.ts';
import { expect, test } from './fixtures.ts';
import { show } from './person.ts';

// A list goes to a spreadsheet, a colleague edits it there, and it comes back as drafts: once, undone, and again.

/** Takes the vendors out with “Edit in Excel”; the file as it was downloaded. */
async function takeOut(app: Page): Promise<Blob> {
  await show(app, '#/vendors');
  await app.getByRole('grid', { name: 'Vendors' }).getByRole('row').nth(1).waitFor();
  await app.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([app.waitForEvent('download'), app.getByRole('menuitem', { name: /Edit in Excel/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/^Vendors to edit .*\.xlsx$/);
  return new Blob([new Uint8Array(await readFile(await download.path()))]);
}

async function drop(app: Page, file: Blob): Promise<void> {
  const held = await app.evaluateHandle(
    ([name, base64]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64 ?? ''), (each) => each.charCodeAt(0))], name ?? ''));
      return transfer;
    },
    ['Vendors to edit.xlsx', Buffer.from(await file.arrayBuffer()).toString('base64')],
  );
  await app.dispatchEvent('main', 'drop', { dataTransfer: held });
}

test('a list that is edited in Excel comes back as drafts in one act, which one Undo takes back and which can be made again', async ({
  app,
}) => {
  const sheets = await opened(await takeOut(app));
  const [main] = sheets;
  const heads = main?.data[0] ?? [];
  const type = (row: number, head: string, value: string | null) => {
    const cells = main?.data[row];
    if (cells) cells[heads.indexOf(head)] = value;
  };
  type(1, 'City', 'Lübeck');
  type(1, 'Address', 'Hafenstraße 1');
  type(2, 'City', 'Porto');
  type(3, 'New comment', 'Please send the new contract.');
  const file = await saved(sheets);

  await drop(app, file);
  await expect(app.getByRole('heading', { level: 1, name: 'Changes from Excel' })).toBeVisible();
  await expect(app.getByRole('status').filter({ hasText: '4 changes in 3 rows' })).toBeVisible();
  const drafting = app.getByRole('button', { name: 'Draft 4 changes' });
  await expect(drafting).toBeEnabled();
  await app.keyboard.press('Control+Enter');
  await expect(app).toHaveURL(/#\/outbox/);
  await expect(app.getByRole('main')).toContainText('Lübeck');
  await app.getByRole('button', { name: 'Undo' }).last().click();
  await expect(app.getByRole('main')).not.toContainText('Lübeck');

  await drop(app, file);
  await expect(drafting).toBeEnabled();
  await drafting.click();
  await expect(app).toHaveURL(/#\/outbox/);
  await expect(app.getByRole('main')).toContainText('Porto');
  await expect(app.getByRole('main')).toContainText('Please send the new contract.');

  // The same file is nothing new.
  await drop(app, file);
  await expect(app.getByRole('status').filter({ hasText: 'No changes' })).toBeVisible();
  await expect(app.getByRole('button', { name: /^Draft/ })).toBeDisabled();
});
