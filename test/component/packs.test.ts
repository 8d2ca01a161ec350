import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const dialog = () => page.getByRole('dialog', { name: 'Import an export' });
const csv = new File(['id,name\n1,Rheinholt\n2,Aozora\n'], 'vendors.csv', { type: 'text/csv' });

test('an empty page leads to the first pack: named, filled from pasted ids, fetched', async () => {
  const desk = scenario('working');
  await openWindow(desk, 'packs');
  await page.getByRole('button', { name: 'New trip pack' }).first().click();
  await userEvent.fill(page.getByLabelText('Name'), 'Lisbon');
  await press('Enter');
  await expect.element(page.getByRole('heading', { level: 2, name: /Lisbon/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add records' }).click();
  const ids = [desk.record('expense', 0).id, desk.record('expense', 1).id];
  await userEvent.fill(page.getByLabelText('Ids', { exact: true }), `a mail with ${ids.join(' and ')} in it`);
  await expect.element(page.getByText(/ids found/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Add 2 and fetch' }).click();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('readiness says how many are here and why others are not', async () => {
  await openWindow(packed(scenario('working')), 'packs/p1');
  const bar = page.getByRole('progressbar', { name: 'Readiness of Lisbon' });
  await expect.poll(() => bar.query()?.getAttribute('aria-valuetext')).toMatch(/2 ready, .*1 no access/);
  await expect.element(page.getByText(/Your sign-in ends/)).toBeVisible();
});

test('a fetch that stops says why; removing asks first and gives the focus back', async () => {
  const desk = packed(scenario('working'));
  desk.api.library.runPack = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'captivePortal', code: null, status: null, next: 'openNetworkSignIn' },
    });
  };
  await openWindow(desk, 'packs/p1');
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect.element(page.getByText(/This network asks for its own sign-in/)).toBeVisible();
  const more = page.getByRole('article', { name: 'Lisbon' }).getByRole('button', { name: 'More' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove pack…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await press('Escape');
  await expect.element(more).toHaveFocus();
});

test('an import is looked at, mapped and done; the address names the kind', async () => {
  const desk = scenario('working');
  const asked: unknown[] = [];
  desk.api.library.inspectImport = async () => ({
    format: 'csv',
    columns: ['id', 'name'],
    mapping: { name: 'name' },
    fields: ['vendorId', 'name', 'city'],
    rows: 2,
    sample: [{ name: 'Rheinholt' }],
  });
  desk.api.library.importRecords = async ({ kind, mapping, complete }) => {
    asked.push({ kind, mapping, complete });
    return { imported: 2, kept: 1 };
  };
  await openWindow(desk, 'packs/import?kind=vendor');
  await expect.element(dialog().getByRole('combobox', { name: 'What is in it' })).toHaveValue('vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(dialog().getByText(/Choose the column that holds each record’s id/)).toBeVisible();
  const start = dialog().getByRole('button', { name: 'Import 2 vendors' });
  await expect.element(start).toBeDisabled();
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Field for the column id' }), 'vendorId');
  await dialog()
    .getByRole('checkbox', { name: /Each record in this file is whole/ })
    .click();
  expect(await violations()).toEqual([]);
  await start.click();
  await expect.poll(() => asked).toEqual([{ kind: 'vendor', mapping: { name: 'name', id: 'vendorId' }, complete: true }]);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  await expect.element(page.getByText('2 vendors imported, 1 newer here and kept.').first()).toBeVisible();
});

test('an import with bad lines imports nothing and names them', async () => {
  const desk = scenario('working');
  desk.api.library.inspectImport = async () => {
    const problems = [{ line: 3, message: 'id: This is not an identifier.' }];
    throw new ORPCError('IMPORT_REFUSED', { defined: true, status: 422, data: { problems, total: 41 } });
  };
  await openWindow(desk, 'packs/import');
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Nothing was imported.*Line 3.*This is not an identifier.*40 more/);
  expect(await violations()).toEqual([]);
});

test('a file opened with the app is looked at in the import, and written by nobody but the person; a second one takes its place', async () => {
  const desk = scenario('working');
  const asked: string[] = [];
  const opened = [{ name: 'first.csv', text: 'id\n1' }];
  desk.api.library.openedFile = async () => opened.shift() ?? null;
  desk.api.library.inspectImport = async ({ name }) => {
    asked.push(`look ${name}`);
    return { format: 'csv', columns: ['id'], mapping: { id: 'id' }, fields: ['id'], rows: 1, sample: [{ id: '1' }] };
  };
  desk.api.library.importRecords = async ({ name }) => {
    asked.push(`import ${name}`);
    return { imported: 1, kept: 0 };
  };
  await openWindow(desk, 'today');
  desk.publish({ kind: 'fileOpened' });
  await expect.element(dialog()).toMatchTextContent(/first\.csv/);
  opened.push({ name: 'second.csv', text: 'id\n2' });
  desk.publish({ kind: 'fileOpened' });
  await expect.element(dialog()).toMatchTextContent(/second\.csv/);
  expect(asked).toEqual(['look first.csv', 'look second.csv']);
  await dialog()
    .getByRole('button', { name: /^Import 1/ })
    .click();
  await expect.poll(() => asked.at(-1)).toBe('import second.csv');
});

test('the palette leads to the import', async () => {
  await openWindow(scenario('working'), 'today');
  await press('Control+k');
  await expect.element(page.getByRole('dialog', { name: /Find anything/ })).toBeVisible();
  await userEvent.keyboard('import an export');
  await press('Enter');
  await expect.element(dialog()).toBeVisible();
});
