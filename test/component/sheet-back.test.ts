import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import { sheetChange, sheetLook } from './fake-sheet.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, stillness, violations } from './window.ts';

const change = sheetChange;
const comparison: SheetComparison = {
  ...{ ...sheetLook, unknownRows: 0, already: 0, unknownHeads: [] },
  changes: [
    change(0, {}),
    change(1, { state: 'conflict', title: 'Adlerbank Facility GmbH', sheet: 'Norderstedt', today: 'Ahrensburg' }),
    change(2, { state: 'emptied', field: 'Description', base: 'Cabling', sheet: '', today: 'Cabling' }),
    change(3, { id: 'id-0', line: 2, title: 'Vendor 0', field: 'Postal code', sheet: '560 058' }),
  ],
};

/** Chooses a file of this name on the page. */
const choose = async (name: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Excel sheet"]');
  const files = new DataTransfer();
  files.items.add(new File(['x'], name));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
};

test('a sheet that comes back is compared on one page; what the user takes becomes drafts in one act', async () => {
  const app = scenario('working');
  const drafted: unknown[] = [];
  app.api.library.compareSheet = async () => ({ ok: true, ...comparison });
  app.api.library.draftSheet = async ({ take }) => (drafted.push(take), { ids: ['a', 'b'], needYou: [] });
  await openWindow(app, 'vendors');
  const files = new DataTransfer();
  files.items.add(new File(['PK'], 'Vendors to edit.xlsx'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Changes from Excel' })).toBeVisible();
  await expect.element(page.getByText(/4 changes in 3 rows · 41 cells reformatted by the spreadsheet, ignored · 1 conflict/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Draft 2 changes' })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Norderstedt' }).click();
  await page.getByRole('button', { name: 'Clear 1' }).click();
  await page.getByRole('checkbox', { name: 'Draft Postal code of Vendor 0' }).click();
  await page.getByRole('button', { name: 'Draft 3 changes' }).click();
  expect(drafted).toEqual([
    [
      { at: 0, as: 'sheet' },
      { at: 1, as: 'sheet' },
      { at: 2, as: 'sheet' },
    ],
  ]);
  await expect.poll(() => location.hash).toMatch(/^#\/outbox/);
});

test('a sheet is compared once; Ctrl+Enter drafts it from its page, and never from under a dialog', async () => {
  const app = scenario('working');
  const done: string[] = [];
  app.api.library.compareSheet = async () => (done.push('summary'), { ok: true, ...comparison });
  app.api.library.draftSheet = async () => (done.push('draft'), { ids: ['a'], needYou: [] });
  await openWindow(app, 'vendors');
  const files = new DataTransfer();
  files.items.add(new File(['PK'], 'Vendors to edit.xlsx'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('button', { name: 'Draft 2 changes' })).toBeVisible();
  await press('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await press('Control+Enter');
  await stillness();
  expect(done).toEqual(['summary']);
  // Enter pressed the button that closes the dialog.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('Control+Enter');
  await expect.poll(() => done).toEqual(['summary', 'draft']);
});

test('without a base nothing is ticked, and a refused file says why', async () => {
  const app = scenario('working');
  const changes = [change(0, { state: 'different', base: null })];
  app.api.library.compareSheet = async () => ({ ok: true, ...comparison, exportedAt: null, changes });
  await openWindow(app, 'sheet');
  await choose('Stand Oktober.xlsx');
  await expect.element(page.getByText(/wasn’t exported from this laptop/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Draft changes' })).toBeDisabled();
  app.api.library.compareSheet = async () => ({ ok: false, why: 'macros' });
  await choose('Macros.xlsx');
  await expect.element(page.getByText(/holds macros, so it is not read/)).toBeVisible();
});

test('without an answer, a sheet that was only compared was not done; one that was drafted perhaps was', async () => {
  const app = scenario('working');
  const broken = () => Promise.reject(new Error('the line broke'));
  app.api.library.compareSheet = async () => ({ ok: true, ...comparison });
  app.api.library.draftSheet = broken;
  await openWindow(app, 'sheet');
  await choose('Vendors.xlsx');
  await page.getByRole('button', { name: 'Draft 2 changes' }).click();
  const banner = page.getByRole('alert');
  await expect.element(banner).toMatchTextContent(/See whether it was done before you try again/);
  await expect.element(banner).not.toMatchTextContent(/not taken|Nothing was drafted/);
  app.api.library.compareSheet = broken;
  await choose('Vendors.xlsx');
  await expect.element(banner).toMatchTextContent(/Vendors\.xlsx was not taken\. .*quit Layover and start it again/);
});

test('1, 2 and 3 choose for the row of the cursor, and go on to the next conflict; Esc leaves without a draft', async () => {
  const app = scenario('working');
  const drafted: unknown[] = [];
  const changes = ['a', 'b', 'c'].map((title, at) =>
    change(at, { state: 'conflict', title, base: `left ${title}`, today: `now ${title}` }),
  );
  app.api.library.compareSheet = async () => ({ ok: true, ...comparison, changes });
  app.api.library.draftSheet = async ({ take }) => (drafted.push(take), { ids: ['a', 'b'], needYou: [] });
  await openWindow(app, 'vendors');
  const drop = () => {
    const files = new DataTransfer();
    files.items.add(new File(['PK'], 'Vendors to edit.xlsx'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
  };
  drop();
  await expect.element(page.getByText('3 conflicts left')).toBeVisible();
  await press('1', '2', '3');
  await expect.element(page.getByRole('button', { name: 'left c' })).toHaveAttribute('aria-pressed', 'true');
  await press('Escape');
  await expect.poll(() => location.hash).toMatch(/^#\/vendors/);
  expect(drafted).toEqual([]);
  drop();
  await expect.element(page.getByText('3 conflicts left')).toBeVisible();
  await press('1', '2', '3', 'Control+Enter');
  await expect
    .poll(() => drafted)
    .toEqual([
      [
        { at: 0, as: 'sheet' },
        { at: 2, as: 'exported' },
      ],
    ]);
});
