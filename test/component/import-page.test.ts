import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { datesAsked } from './fake-imports.ts';
import { lookAt } from './fake-library.ts';
import { scenario } from './scenarios.ts';
import { openWindow, stillness } from './window.ts';

// The page of one file: its questions, what is to mend, and bank details, answered by a user.

const dialog = () => page.getByRole('dialog', { name: 'Import', exact: true });
const file = new File(['vendorId,name\n1,Rheinholt\n'], 'vendors.csv', { type: 'text/csv' });

test('a question keeps the button off until it is answered; a cell is mended in place; bank details are taken by choice alone', async () => {
  const app = scenario('working');
  const wantsSummary: unknown[] = [];
  const taken: unknown[] = [];
  app.api.library.inspectImport = async ({ choices = {} }) => {
    wantsSummary.push(choices);
    const base = { columns: ['vendorId', 'name', 'iban'], mapping: { vendorId: 'vendorId' }, rows: 3 };
    if (choices.dates === undefined)
      return lookAt({
        ...base,
        questions: [datesAsked],
      });
    const problem = { line: 3, what: 'cell' as const, quoted: 'iban', text: '5.02E+13', cell: 'shortened' as const, at: 'C3' };
    const isMended = choices.mended?.['C3'] !== undefined;
    const fields = [{ field: 'bankAccountNumber', old: 'DE02120300000000202051', now: 'DE89370400440532013000' }];
    return lookAt({
      ...base,
      good: isMended ? 3 : 2,
      problems: isMended ? [] : [problem],
      total: isMended ? 0 : 1,
      bank: [{ line: 2, id: 'b0000000-0000-4000-8000-000000000001', name: 'Rheinholt', fields }],
    });
  };
  app.api.library.importRecords = async ({ choices, bank, partly }) => {
    taken.push({ mended: choices?.mended, bank, partly });
    return { imported: 3, kept: 0, left: 0, drafts: ['e0000000-0000-4000-8000-000000000001'], at: 1 };
  };
  await openWindow(app, 'packs/import?kind=vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), file);
  await expect.element(dialog().getByRole('button', { name: 'Import 3 vendors' })).toBeDisabled();
  await dialog()
    .getByRole('button', { name: /^3 Apr 2026, day first/ })
    .click();
  await expect.element(dialog().getByRole('button', { name: 'Import 2, keep 1 in a file to mend' })).toBeEnabled();
  await dialog()
    .getByRole('tab', { name: /To mend/ })
    .click();
  await dialog().getByRole('textbox', { name: 'Value for C3' }).fill('50200012345678');
  await dialog().getByRole('button', { name: 'Mend' }).click();
  await dialog().getByRole('radio', { name: 'Take from file' }).click();
  await dialog().getByRole('button', { name: 'Import 3 vendors' }).click();
  await expect
    .poll(() => taken)
    .toEqual([{ mended: { C3: '50200012345678' }, bank: ['b0000000-0000-4000-8000-000000000001'], partly: false }]);
  expect(wantsSummary).toEqual([{}, { dates: 'dmy' }, { dates: 'dmy', mended: { C3: '50200012345678' } }]);
  await expect.element(page.getByText(/1 with other bank details wait for your review/).first()).toBeVisible();
});

test('records that share one line, as in a JSON file of one line, can be imported', async () => {
  const app = scenario('working');
  const rows = ['Rheinholt', 'Marés'].map((name) => ({ row: 1, value: { vendorId: 'b0000000-0000-4000-8000-000000000001', name } }));
  app.api.library.inspectImport = async () =>
    lookAt({ columns: ['vendorId', 'name'], mapping: { vendorId: 'vendorId', name: 'name' }, rows: 2, good: 2, preview: rows });
  await openWindow(app, 'packs/import?kind=vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), file);
  await expect.element(dialog().getByRole('button', { name: 'Import 2 vendors' })).toBeEnabled();
  await expect.element(dialog()).toMatchTextContent(/Marés/);
});

test('the look at the newest mapping is shown, whichever answer comes last', async () => {
  const app = scenario('working');
  const early = Promise.withResolvers<undefined>();
  app.api.library.inspectImport = async ({ mapping = {} }) => {
    if (mapping['b'] === 'name') await early.promise;
    return lookAt({ columns: ['a', 'b'], fields: ['name', 'city'], mapping, rows: mapping['b'] === 'name' ? 7 : 2 });
  };
  await openWindow(app, 'packs/import?kind=vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), file);
  const field = dialog().getByRole('combobox', { name: 'Field for the column b' });
  await userEvent.selectOptions(field, 'name');
  await userEvent.selectOptions(field, 'city');
  await expect.element(dialog().getByRole('button', { name: 'Import 2 vendors' })).toBeEnabled();
  early.resolve(undefined);
  await stillness();
  await expect.element(field).toHaveValue('city');
  await expect.element(dialog().getByRole('button', { name: 'Import 2 vendors' })).toBeEnabled();
});

test('an import under way shows its counts, can be cancelled before it writes, and is undone from its notice', async () => {
  const app = scenario('working');
  const signals: AbortSignal[] = [];
  let answered = Promise.withResolvers<undefined>();
  app.api.library.inspectImport = async () => lookAt({ columns: ['vendorId', 'name'], mapping: { vendorId: 'vendorId' }, rows: 3_000 });
  app.api.library.importRecords = async (_input, { signal } = {}) => {
    if (signal) signals.push(signal);
    await Promise.race([answered.promise, new Promise((resolve) => signal?.addEventListener('abort', resolve))]);
    if (signal?.aborted) throw signal.reason;
    return { imported: 3_000, kept: 0, left: 0, drafts: [], at: 7 };
  };
  const undone: unknown[] = [];
  app.api.library.undoImport = async (input) => {
    undone.push(input);
    return { undone: 2_999, stayed: 1 };
  };
  await openWindow(app, 'packs/import?kind=vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), file);
  const start = dialog().getByRole('button', { name: 'Import 3,000 vendors' });
  await start.click();
  app.publish({ kind: 'importing', done: 1_200, of: 3_000, writes: false });
  await expect.element(dialog().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1200');
  await expect.element(dialog().getByText('Reading 1,200 of 3,000')).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
  await expect.element(start).toBeEnabled();

  answered = Promise.withResolvers<undefined>();
  await start.click();
  app.publish({ kind: 'importing', done: 40, of: 3_000, writes: true });
  await expect.element(dialog().getByText('Importing 40 of 3,000')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled();
  answered.resolve(undefined);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => undone).toEqual([{ at: 7, drafts: [] }]);
  await expect.element(page.getByText(/2,999 records are as before. 1 stay/).first()).toBeVisible();
});
