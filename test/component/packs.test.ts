import { lookAt } from './fake-library.ts';
import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const dialog = () => page.getByRole('dialog', { name: 'Import', exact: true });
const start = () => dialog().getByRole('button', { name: /^Import 1 / });
const csv = new File(['id,name\n1,Rheinholt\n2,Aozora\n'], 'vendors.csv', { type: 'text/csv' });

/** Drops files, each of which holds its own name, on the middle of the window; says whether the app took them, or the browser would have. */
const drop = (...names: string[]) => dropFiles(names.map((name) => new File([name], name)));
function dropFiles(files: File[]): 'taken' | 'opened by the browser' {
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
  const given = { dataTransfer: held, bubbles: true, cancelable: true };
  at.dispatchEvent(new DragEvent('dragover', given));
  return at.dispatchEvent(new DragEvent('drop', given)) ? 'opened by the browser' : 'taken';
}

/** Names the first pack, and asks for what goes into it. */
async function addToLisbon(): Promise<void> {
  await page.getByRole('button', { name: 'New trip pack' }).first().click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Lisbon');
  await press('Enter');
  await expect.element(page.getByRole('heading', { level: 2, name: /Lisbon/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add records' }).click();
}

test('an empty page leads to the first pack: named, filled from pasted ids, fetched', async () => {
  const app = scenario('working');
  await openWindow(app, 'packs');
  await addToLisbon();
  const ids = [app.record('expense', 0).id, app.record('expense', 1).id];
  await userEvent.fill(page.getByLabelText('Ids', { exact: true }), `a mail with ${ids.join(' and ')} in it`);
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/2 ids found/);
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

fullTest('two keys add a selection to the newest pack, or to a new one; records already in it are named', async () => {
  const app = scenario('working');
  await app.api.library.createPack({ name: 'Kuwait' });
  await openWindow(app, 'expenses', 'small');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x', 'Shift+J', 'Shift+J', 't');
  const ask = page.getByRole('dialog', { name: 'Add 3 expenses to a trip pack' });
  await expect.element(ask.getByRole('radio', { name: /Kuwait/ })).toBeChecked();
  expect(await violations()).toEqual([]);
  await press('Enter');
  await expect.element(page.getByText('3 expenses added to Kuwait.').first()).toBeVisible();
  expect(app.asked).toContain('run pack, again 0');
  // Records of the pack are no longer selected: the next key is about one record.
  await expect.element(page.getByRole('toolbar', { name: 'Selection' })).not.toBeInTheDocument();
  await press('x');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to trip pack' }).click();
  await page.getByRole('radio', { name: /Kuwait/ }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('All of it was in Kuwait already.').first()).toBeVisible();
  await press('x');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Add to trip pack' }).click();
  await page.getByRole('radio', { name: 'A new trip pack' }).click();
  await page.getByLabelText('Name of the new pack').fill('Osaka');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('1 expense added to Osaka.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open the pack' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Osaka' })).toBeVisible();
});

fullTest('a record is added from its menu and from the palette, a document from its page', async () => {
  const app = scenario('offline');
  const [invoice, document] = [app.record('invoiceReceivable'), app.record('invoicePayable')];
  const ask = page.getByRole('dialog', { name: /^Add 1 .* to a trip pack$/ });
  await openWindow(app, `invoices/${invoice.id}`, 'small');
  const article = page.getByRole('article').first();
  await article.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Add to trip pack/ }).click();
  await ask.getByLabelText('Name of the new pack').fill('Lisbon');
  await press('Enter');
  await expect.element(page.getByText('1 invoice added to Lisbon.').first()).toBeVisible();
  await press('Control+k');
  await expect.element(page.getByRole('dialog', { name: 'Search or run a command' })).toBeVisible();
  await userEvent.keyboard('trip pack');
  await page.getByRole('option', { name: /Add to trip pack/ }).click();
  await expect.element(ask).toBeVisible();
  await press('Escape');
  location.hash = `#/documents/${document.id}`;
  await expect.element(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await page.getByRole('article').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Add to trip pack/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Add 1 purchase invoice to a trip pack' })).toBeVisible();
});

test('found ids of a pasted text, known ones, and lines without any are shown before anything is added', async () => {
  const app = scenario('working');
  await app.api.library.createPack({ name: 'Lisbon' });
  const put: unknown[] = [];
  const { addToPack } = app.api.library;
  app.api.library.addToPack = (input, ...rest) => {
    put.push([input.kind, input.ids.length]);
    return addToPack(input, ...rest);
  };
  await openWindow(app, 'packs');
  await page.getByRole('button', { name: 'Add records' }).click();
  const stranger = '0a1b2c3d-0000-4000-8000-00000000000f';
  const text = `Hello,\n${app.record('expense').id} and (${app.record('vendor').id})\nalso ${stranger}.`;
  await userEvent.fill(page.getByLabelText('Ids', { exact: true }), text);
  const box = page.getByRole('dialog');
  await expect.element(box).toMatchTextContent(/3 ids found.*On this laptop: 1 expense, 1 vendor.*1 not on this laptop yet/);
  await page.getByText('1 line without an id').click();
  await expect.element(box.getByText('Hello,', { exact: true })).toBeVisible();
  await userEvent.selectOptions(box.getByRole('combobox'), 'invoicePayable');
  expect(put).toEqual([]);
  await page.getByRole('button', { name: 'Add 3 and fetch' }).click();
  const counts = [
    ['expense', 1],
    ['vendor', 1],
    ['invoicePayable', 1],
  ];
  await expect.poll(() => put).toEqual(counts);
});

test('a pack shows its gaps first, each with its reason and two ways out, and folds what is ready', async () => {
  const app = packed(scenario('working'));
  const asked: unknown[] = [];
  app.api.library.runPack = async ({ again = [] }) => {
    asked.push(['again', again.length]);
    return app.api.library.packs().then(([pack]) => pack!);
  };
  app.api.library.leaveOutOfPack = async ({ refs }) => {
    asked.push(['left out', refs.length]);
    return app.api.library.packs().then(([pack]) => pack!);
  };
  await openWindow(app, 'packs/p1');
  const gaps = page.getByRole('region', { name: 'Gaps' });
  await expect.element(gaps.getByRole('heading')).toMatchTextContent('4 gaps');
  await expect.element(gaps).toMatchTextContent(/No access\. Your account may not read this record\./);
  const ready = page.getByRole('region', { name: 'What is ready' });
  // The three groups add up to the pack.
  await expect
    .element(page.getByRole('region', { name: 'What is not fetched yet' }).getByRole('heading'))
    .toMatchTextContent('2 not fetched yet');
  await expect.element(ready.getByRole('heading')).toMatchTextContent('2 ready');
  await expect.element(page.getByRole('button', { name: 'Fetch', exact: true })).toHaveClass(/primary/);
  await expect.element(page.getByRole('button', { name: 'Add records' }).first()).not.toHaveClass(/primary/);
  await expect.element(ready.getByRole('link', { name: 'Expense 1' })).not.toBeInTheDocument();
  await ready.getByText('Expenses').click();
  await expect.element(ready.getByRole('link', { name: 'Expense 1' })).toBeVisible();
  await gaps.getByRole('button', { name: 'Try again' }).first().click();
  await gaps.getByRole('button', { name: 'Leave out' }).first().click();
  await expect
    .poll(() => asked)
    .toEqual([
      ['again', 1],
      ['left out', 1],
    ]);
  expect(await violations()).toEqual([]);
});

fullTest('a fetch that stops says why; removing asks first and gives the focus back', async () => {
  const app = packed(scenario('working'));
  app.api.library.runPack = async () => {
    throw new ORPCError('UNREACHABLE', {
      defined: true,
      status: 503,
      data: { failure: 'captivePortal', code: null, status: null, next: 'openNetworkSignIn' },
    });
  };
  await openWindow(app, 'packs/p1');
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
  const app = scenario('working');
  const asked: unknown[] = [];
  app.api.library.inspectImport = async ({ mapping = {} }) => {
    const isMapped = Object.values(mapping).includes('vendorId');
    return lookAt({
      ...{ columns: ['id', 'name'], mapping: isMapped ? mapping : { name: 'name' }, fields: ['vendorId', 'name', 'city'], rows: 2 },
      ...{ preview: [{ row: 2, value: { name: 'Rheinholt' } }], problems: isMapped ? [] : [{ line: 0, what: 'noMatchColumn' }] },
    });
  };
  app.api.library.importRecords = async ({ kind, mapping, complete }) => {
    asked.push({ kind, mapping, complete });
    return { imported: 2, kept: 1, left: 0, drafts: [], at: 1 };
  };
  await openWindow(app, 'packs/import?kind=vendor');
  await expect.element(dialog().getByRole('combobox', { name: 'Contents' })).toHaveValue('vendor');
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(dialog().getByText(/Choose the column that holds the id/)).toBeVisible();
  const start = dialog().getByRole('button', { name: 'Import 2 vendors' });
  await expect.element(start).toBeDisabled();
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Field for the column id' }), 'vendorId');
  await dialog()
    .getByRole('checkbox', { name: /Each record in this file is complete/ })
    .click();
  expect(await violations()).toEqual([]);
  await start.click();
  await expect.poll(() => asked).toEqual([{ kind: 'vendor', mapping: { name: 'name', id: 'vendorId' }, complete: true }]);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  await expect.element(page.getByText('2 vendors imported, 1 newer here and kept.').first()).toBeVisible();
});

test('a file is taken for what its fields say, and one of names is no import of records', async () => {
  const app = scenario('working');
  let columns = ['vendorId', 'name', 'vatId', 'city', 'bankName', 'identifier'];
  app.api.library.inspectImport = async ({ kind }) => {
    const mapping: Record<string, string> = kind === 'vendor' ? { vendorId: 'vendorId' } : { identifier: 'id' };
    return lookAt({ columns, mapping, fields: ['id'], rows: 2, known: { ...lookAt({ columns, mapping, rows: 2 }).known, vendor: 6 } });
  };
  await openWindow(app, 'packs/import');
  const kind = dialog().getByRole('combobox', { name: 'Contents' });
  await expect.element(kind).toHaveValue('expense');
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(kind).toHaveValue('vendor');
  await expect.element(dialog().getByRole('button', { name: 'Import 2 vendors' })).toBeEnabled();

  columns = ['kind', 'id', 'name', 'code', 'currency'];
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(dialog().getByText(/These are names of ids, not records/)).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: /^Import \d/ })).toBeDisabled();
  await dialog().getByRole('button', { name: 'Import names' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Import names' })).toBeVisible();
});

fullTest('files dropped anywhere on the window are looked at one after another; names among them go on to the names', async () => {
  const app = scenario('working');
  const asked: string[] = [];
  app.api.library.inspectImport = async ({ name, kind }) => {
    const columns = name === 'names.csv' ? ['kind', 'id', 'name', 'code', 'currency'] : ['id', 'amount', 'currency'];
    return lookAt({ columns, mapping: { id: 'id' }, fields: ['id', kind ?? 'expense'], rows: 1 });
  };
  app.api.library.importRecords = async ({ name }) => {
    asked.push(name);
    return { imported: 1, kept: 0, left: 0, drafts: [], at: 1 };
  };
  const summary = app.api.names.inspectFile;
  app.api.names.inspectFile = async (file) => {
    asked.push(`names ${file.name}`);
    return { ...(await summary(file)), kindsInside: true };
  };
  await openWindow(app, 'today');
  drop('one.csv', 'left-out.csv', 'names.csv', 'last.csv');
  await expect.element(dialog()).toMatchTextContent(/one\.csv.*3 more files follow/);
  await expect.element(start()).toBeEnabled();
  expect(await violations()).toEqual([]);
  await start().click();
  await expect.element(dialog()).toMatchTextContent(/left-out\.csv.*2 more files follow/);
  await dialog().getByRole('button', { name: 'Leave this one out' }).click();
  await expect.element(dialog()).toMatchTextContent(/names\.csv.*One more file follows/);
  await dialog().getByRole('button', { name: 'Import names' }).click();
  const names = page.getByRole('dialog', { name: 'Import names' });
  await names.getByRole('button', { name: /^Import 1/ }).click();
  await expect.element(dialog()).toMatchTextContent(/last\.csv/);
  await expect.element(dialog()).not.toMatchTextContent(/follow/);
  await start().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  expect(asked).toEqual(['one.csv', 'names names.csv', 'last.csv']);
});

test('a file that is too large is refused with a message, and not read', async () => {
  await openWindow(scenario('working'), 'today');
  const large = new File([new Uint8Array(100_000_001)], 'everything.csv');
  dropFiles([large]);
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Nothing was imported.*everything\.csv has 100 MB/);
  await expect.element(dialog().getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
});

fullTest('a file dropped over another question is not brought in, and never takes the window’s place', async () => {
  const app = scenario('working');
  await openWindow(app, 'packs');
  await addToLisbon();
  const ids = [app.record('expense', 0).id, app.record('expense', 1).id];
  expect(drop(ids[0]!, ids[1]!)).toBe('taken');
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/2 ids found/);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('an import with bad lines imports nothing and names them', async () => {
  const app = scenario('working');
  app.api.library.inspectImport = async () => {
    const problems = [{ line: 3, what: 'cell' as const, quoted: 'id', text: '12', cell: 'id' as const }];
    throw new ORPCError('IMPORT_REFUSED', { defined: true, status: 422, data: { problems, total: 41 } });
  };
  await openWindow(app, 'packs/import');
  await userEvent.upload(dialog().getByLabelText('File to import'), csv);
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Nothing was imported.*This is not an id.*Line 3.*“12”.*40 more/);
  expect(await violations()).toEqual([]);
});

test('a file opened with the app is previewed in the import, and imported by the user alone; a second one replaces it', async () => {
  const app = scenario('working');
  const asked: string[] = [];
  const opened = [{ name: 'first.csv', file: new Blob(['id\n1']) }];
  app.api.library.openedFile = async () => opened.shift() ?? null;
  app.api.library.inspectImport = async ({ name }) => {
    asked.push(`look ${name}`);
    return lookAt({ columns: ['id'], mapping: { id: 'id' }, rows: 1, preview: [{ row: 2, value: { id: '1' } }] });
  };
  app.api.library.importRecords = async ({ name }) => {
    asked.push(`import ${name}`);
    return { imported: 1, kept: 0, left: 0, drafts: [], at: 1 };
  };
  await openWindow(app, 'today');
  app.publish({ kind: 'fileOpened', name: 'a.csv' });
  await expect.element(dialog()).toMatchTextContent(/first\.csv/);
  await expect.poll(() => asked).toEqual(['look first.csv']);
  opened.push({ name: 'second.csv', file: new Blob(['id\n2']) });
  app.publish({ kind: 'fileOpened', name: 'a.csv' });
  await expect.element(dialog()).toMatchTextContent(/second\.csv/);
  await expect.poll(() => asked).toEqual(['look first.csv', 'look second.csv']);
  await dialog()
    .getByRole('button', { name: /^Import 1/ })
    .click();
  await expect.poll(() => asked.at(-1)).toBe('import second.csv');
});

fullTest('the palette leads to the import', async () => {
  await openWindow(scenario('working'), 'today');
  await press('Control+k');
  await expect.element(page.getByRole('dialog', { name: 'Search or run a command' })).toBeVisible();
  await userEvent.keyboard('import records');
  await press('Enter');
  await expect.element(dialog()).toBeVisible();
});

test('a trip ends with what will go and what stays in sight, and not while something of it is unsent', async () => {
  const app = packed(scenario('working'));
  const { library } = app.api;
  const [unsent, other] = [app.record('expense', 0), app.record('expense', 1)];
  const stays = [{ ref: { kind: 'expense' as const, id: other.id }, title: 'Hotel Avenida', why: 'otherPack' as const }];
  const end = { records: 41, documents: 12, bytes: 18_000_000, unsent: 0, stays };
  const waiting = { ref: { kind: 'expense' as const, id: unsent.id }, title: 'Taxi to the airport', why: 'unsent' as const };
  let now = { ...end, unsent: 1, stays: [waiting, ...stays] };
  const ended: unknown[] = [];
  library.tripEnd = async () => now;
  library.endTrip = async (seen) => {
    ended.push(seen);
    return { kind: 'ended', records: 41, documents: 12, bytes: 18_000_000, stayed: 1 };
  };
  const dialog = page.getByRole('dialog', { name: 'End “Lisbon”?' });
  const open = async () => {
    await page.getByRole('article', { name: 'Lisbon' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'End the trip…' }).click();
  };
  await openWindow(app, 'packs/p1');
  await open();
  await expect.element(dialog.getByText('One edit of it is not finished.')).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: 'Taxi to the airport' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove and end the trip' })).toBeDisabled();
  expect(await violations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  now = end;
  await open();
  await expect.element(dialog.getByText('41 records and 12 PDFs (18 MB) leave this laptop.')).toBeVisible();
  await expect.element(dialog.getByText('In another pack')).toBeVisible();
  expect(ended).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove and end the trip' }).click();
  await expect.element(page.getByText(/“Lisbon” is ended: 41 records and 12 PDFs/).first()).toBeVisible();
  expect(ended).toEqual([{ id: 'p1', records: 41, documents: 12 }]);
});

fullTest('a saved view is added to a pack from its menu, listed as a source, and can be removed', async () => {
  const app = scenario('working');
  await app.api.library.createPack({ name: 'Kuwait' });
  const standing = { columns: [], sort: 'date', descending: true };
  await app.api.lists.saveView({ kind: 'expense', name: 'In draft', query: 'status:IN_DRAFT', ...standing });
  await openWindow(app, 'packs');
  await page.getByRole('article', { name: 'Kuwait' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add the view “Expenses: In draft”' }).click();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect.element(sources.getByRole('listitem')).toMatchTextContent(/Expenses: In draft.*takes in what is new at each fetch.*3/);
  await sources.getByRole('button', { name: 'Take in no more of In draft' }).click();
  await expect.element(sources).not.toBeInTheDocument();
});
