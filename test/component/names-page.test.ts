import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { fakeName, nothingTaken } from './fake-names.ts';
import { learned } from './named-desk.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, stillness, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const unnamed = () => page.getByRole('rowgroup', { name: 'Unnamed', exact: true });
const named = () => page.getByRole('rowgroup', { name: 'Named', exact: true });

/** A company whose first ledger account has a name, and nothing else. */
const appLearned = (theme: 'light' | 'dark' = 'light') => {
  const app = learned(scenario('working', { theme }));
  const first = app.names.find(({ kind }) => kind === 'ledgerAccount');
  Object.assign(first ?? {}, { name: 'Hotels', code: '6210', origin: 'file', namedAt: Date.UTC(2026, 2, 1) });
  app.names = app.names.filter(({ kind }) => kind !== 'company');
  return app;
};

test('names are typed row by row by keyboard: Tab moves on, Enter saves, Esc reverts', async () => {
  const app = appLearned();
  await openWindow(app, 'today');
  await press('Control+k');
  await userEvent.keyboard('names');
  await page.getByRole('option', { name: /Go to Names/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Names' })).toBeVisible();
  await expect.element(named()).toMatchTextContent(/6210 Hotels.*Ledger account.*Expense lines.*File, 1 Mar 2026/);
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: /^Ledger accounts/ }).click();
  const [first, second] = app.names.filter(({ kind, name }) => kind === 'ledgerAccount' && name === null);
  await page.getByRole('button', { name: `Name this ${first!.id.slice(0, 8)}` }).click();
  await userEvent.keyboard('6200{Tab}Travel{Tab}');
  await expect.poll(() => app.names.find(({ id }) => id === first!.id)).toMatchObject({ name: 'Travel', code: '6200', origin: 'typed' });
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus();
  await userEvent.keyboard('{Tab}Not this');
  await press('Escape');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  expect(app.names.find(({ id }) => id === second!.id)?.name).toBeNull();
  await expect.element(named()).toMatchTextContent(/6200 Travel/);
  await expect.element(unnamed()).not.toMatchTextContent(new RegExp(first!.id.slice(0, 8)));
});

test('more names that are asked for twice before they come stand once', async () => {
  const app = appLearned();
  const names = Array.from({ length: 70 }, (_, n) =>
    fakeName({ kind: 'ledgerAccount', id: `b0000000-0000-4000-8000-${String(n).padStart(12, '0')}` }),
  );
  app.names = names;
  await openWindow(app, 'names');
  const more = unnamed().getByRole('button', { name: /20/ }).element() as HTMLElement;
  more.click();
  more.click();
  await expect
    .poll(
      () =>
        unnamed()
          .getByRole('button', { name: /^Name this/ })
          .elements().length,
    )
    .toBe(70);
});

fullTest('no key is lost between two names, however slowly the first is saved; a code alone is the name', async () => {
  const app = appLearned();
  const give = app.api.names.give;
  let save = () => {};
  const saved = new Promise<void>((resolve) => (save = resolve));
  app.api.names.give = async (told) => {
    await saved;
    return give(told);
  };
  await openWindow(app, 'names');
  await page.getByRole('button', { name: /^Ledger accounts/ }).click();
  const [first, second] = app.names.filter(({ kind, name }) => kind === 'ledgerAccount' && name === null).map(({ id }) => id);
  await page.getByRole('button', { name: `Name this ${first!.slice(0, 8)}` }).click();
  await userEvent.keyboard('V-01{Tab}Visa Jonas{Tab}Visa Mei{Enter}');
  save();
  const called = (id?: string) => app.names.find((each) => each.id === id);
  await expect.poll(() => called(second)?.name).toBe('Visa Mei');
  expect(called(first)).toMatchObject({ code: 'V-01', name: 'Visa Jonas' });
});

test('a name that cannot be saved returns to its row', async () => {
  const app = appLearned();
  app.api.names.give = () => Promise.reject(new Error('the disk is full'));
  await openWindow(app, 'names');
  await page.getByRole('button', { name: /^Ledger accounts/ }).click();
  await page
    .getByRole('button', { name: /^Name this/ })
    .first()
    .click();
  await userEvent.keyboard('6200{Tab}Travel{Enter}');
  await expect.element(page.getByText(/“Travel” is not saved/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Travel');
});

test.each(['small', 'large'] as const)('the table has room on a laptop, however long names and their notes are (%s)', async (size) => {
  const app = appLearned();
  for (const row of app.names) {
    row.note = 'Kept for the office in the north of the town. '.repeat(5);
    row.name &&= `${row.name} of the company in the north of the town`.repeat(3);
  }
  await openWindow(app, 'names', size);
  await expect.element(named()).toMatchTextContent(/Hotels/);
  const { scrollWidth, clientWidth } = page.getByRole('region', { name: 'Names' }).element();
  expect(scrollWidth).toBe(clientWidth);
});

fullTest('a file is read, its kind named, differing names asked about once, and all of it imported', async () => {
  const app = appLearned();
  const asked: unknown[] = [];
  const mine = app.names.find(({ name }) => name === 'Hotels')!;
  app.api.names.importFile = async ({ kind, take = null }) => {
    asked.push([kind, take]);
    const theirs = { kind: mine.kind, id: mine.id, name: 'Lodging', code: '6210', note: '', currency: '', inUse: true };
    const view = { kind: 'invoiceReceivable' as const, name: 'Late', sort: 'due', descending: false, columns: [] };
    const viewConflict = { mine: { ...view, id: 'v1', query: 'overdue' }, theirs: { ...view, query: 'overdue amount>500' } };
    if (take === null) return { ...nothingTaken, conflicts: [{ mine, theirs }], viewConflicts: [viewConflict] };
    return { ...nothingTaken, imported: 3, kept: 1, views: { imported: 2, kept: 1 } };
  };
  await openWindow(app, 'names/import');
  const dialog = page.getByRole('dialog', { name: 'Import names' });
  await userEvent.upload(dialog.getByLabelText('File of names'), new File(['id,name\n1,Travel\n'], 'accounts.csv', { type: 'text/csv' }));
  const start = dialog.getByRole('button', { name: 'Import 1 name' });
  await expect.element(start).toBeDisabled();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'They are' }), 'ledgerAccount');
  expect(await violations()).toEqual([]);
  await start.click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /1 name and 1 view are here already.*Nothing is imported yet.*6210 Hotels.*6210 Lodging.*Late: overdue.*Late: overdue amount>500.*View of invoices/,
    );
  await dialog.getByRole('button', { name: 'Keep mine, import the rest' }).click();
  await expect.element(page.getByText('3 names and 2 views imported. 1 name and 1 view of yours kept.').first()).toBeVisible();
  expect(asked).toEqual([
    ['ledgerAccount', null],
    ['ledgerAccount', 'mine'],
  ]);
});

test('of two names files the last chosen is shown, whichever answer comes last', async () => {
  const app = appLearned();
  const { inspectFile } = app.api.names;
  const early = Promise.withResolvers<undefined>();
  app.api.names.inspectFile = async (asked) => {
    if (asked.name === 'first.csv') await early.promise;
    return { ...(await inspectFile(asked)), rows: asked.name === 'first.csv' ? 7 : 2 };
  };
  await openWindow(app, 'names/import');
  const dialog = page.getByRole('dialog', { name: 'Import names' });
  for (const name of ['first.csv', 'second.csv'])
    await userEvent.upload(dialog.getByLabelText('File of names'), new File(['id,name\n1,Travel\n'], name, { type: 'text/csv' }));
  await expect.element(dialog.getByRole('button', { name: 'Import 2 names' })).toBeVisible();
  early.resolve(undefined);
  await stillness();
  await expect.element(dialog.getByRole('button', { name: 'Import 2 names' })).toBeVisible();
});

test('names that could not be read say nothing of work that may be done', async () => {
  const app = appLearned();
  app.api.names.find = () => Promise.reject(new Error('the line broke'));
  await openWindow(app, 'names');
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent(/quit Layover and start it again/);
  await expect.element(main).not.toMatchTextContent(/See whether it was done/);
});

test('an account without records explains the empty page', async () => {
  await openWindow(scenario('empty'), 'names');
  await expect.element(page.getByRole('heading', { name: 'Nothing to name yet' })).toBeVisible();
});
