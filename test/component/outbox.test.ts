import { t } from '#shared/messages/t.ts';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { fakeId } from './fake-edits.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const edit = () => page.getByRole('article', { name: 'Edit' });

test('five tabs with their counts, none with a zero; it opens on the first that has something', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox');
  await expect.element(tab(/^To review/)).toHaveAttribute('aria-selected', 'true');
  const words = () =>
    page
      .getByRole('tab')
      .elements()
      .map((each) => each.textContent?.trim().replace(/\s+/g, ' '));
  await expect.poll(words).toEqual(['To review3', 'Needs you3', 'In doubt1', 'Queued6', 'Sent today1']);
  for (const one of app.edits) if (one.state === 'draft') one.state = 'waiting';
  app.publish({ kind: 'edits', ids: [] });
  await expect.poll(words).toEqual(['To review', 'Needs you3', 'In doubt1', 'Queued9', 'Sent today1']);
});

test.each([
  ['review', 'To review'],
  ['conflicts', 'Needs you'],
  ['in-doubt', 'In doubt'],
])('the old address %s leads to its tab', async (address, name) => {
  await openWindow(scenario('working'), address);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await expect.element(tab(new RegExp(`^${name}`))).toHaveAttribute('aria-selected', 'true');
});

test('a tab walks by keyboard, each edit with its record beside it', async () => {
  await openWindow(scenario('working'), 'outbox?tab=waiting');
  await expect.element(page.getByRole('grid', { name: 'Queued' })).toHaveAttribute('aria-rowcount', '6');
  await expect.element(edit()).toMatchTextContent(/Update card transaction/);
  await expect.element(edit().getByRole('region', { name: 'Card transaction' })).toMatchTextContent(/Original amount|Amount/);
  await press('j', 'j', 'j');
  await expect.element(edit().getByRole('region', { name: 'Expense' })).toMatchTextContent(/unchanged since you saw it/);
});

test('a record that was not read since an edit was recorded is not said to be unchanged', async () => {
  const app = scenario('working');
  const { get } = app.api.edits;
  app.api.edits.get = async (input) => ({ ...(await get(input)), recordedAt: Date.UTC(2027, 0) });
  await openWindow(app, 'outbox?tab=waiting');
  await press('j', 'j', 'j');
  const beside = edit().getByRole('region', { name: 'Expense' });
  await expect.element(beside).toMatchTextContent(/updated .*, not read again since you recorded this/);
  expect(beside.element().textContent).not.toContain('unchanged');
});

test('the record beside a conflict shows the service’s value, and is never said to be unchanged', async () => {
  const app = scenario('working');
  const conflict = app.edits.find(({ state }) => state === 'conflict');
  await openWindow(app, `outbox/${conflict?.id ?? ''}?tab=needsYou`);
  const beside = page.getByRole('region', { name: 'Expense', exact: true });
  await expect.element(beside).toMatchTextContent(/updated .*, changed since you saw it.*GBP/);
  Object.assign(app.record('expense', 2).service, { originalCurrency: 'USD' });
  app.publish({ kind: 'records', refs: [app.record('expense', 2)] });
  await expect.element(beside).toMatchTextContent(/USD/);
  expect(beside.element().textContent).not.toContain('since you saw it');
});

fullTest('like edits are one row that opens, and Esc closes it again', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  for (let n = 0; n < 40; n += 1)
    app.put('updateExpense', { kind: 'expense', id: app.record('expense', n).id }, { performedDate: '2026-11-19' });
  app.put('updateExpense', { kind: 'expense', id: app.record('expense', 50).id }, { performedDate: '2026-11-20' });
  await openWindow(app, 'outbox');
  const grid = page.getByRole('grid', { name: 'Queued' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
  const row = grid.getByRole('row', { name: /40 expenses · Date → 19 Nov 2026/ });
  await row.click();
  await expect.element(grid).toHaveAttribute('aria-rowcount', '40');
  await expect.element(page.getByText('40 expenses · Date → 19 Nov 2026')).toBeVisible();
  expect(await violations()).toEqual([]);
  await press('Escape');
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
});

test('a rejected edit opens with the service’s words beside the field, is corrected, and waits again', async () => {
  const app = scenario('working');
  const rejected = app.edits.find((one) => one.state === 'rejected');
  await openWindow(app, `outbox/${rejected?.id ?? ''}`);
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect.element(page.getByText('performedDate must not be in the future').last()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Date', exact: true })).toHaveFocus();
  await expect.element(page.getByRole('textbox', { name: 'Date', exact: true })).toHaveAttribute('aria-invalid', 'true');
  await userEvent.clear(page.getByRole('textbox', { name: 'Date', exact: true }));
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill('1 Feb 2026');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => app.edits.find(({ id }) => id === rejected?.id)?.state).toBe('waiting');
  expect(rejected?.body).toEqual({ performedDate: '2026-02-01' });
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent(/Changed\. Sending in [1-5] s/);
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('hold, release and discard say what happened', async () => {
  const app = scenario('working');
  const waiting = app.edits.find((one) => one.state === 'waiting');
  await openWindow(app, `outbox/${waiting?.id ?? ''}`);
  await expect.element(page.getByText('Why it is waiting:')).toBeVisible();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect.element(page.getByText('1 edit held.').first()).toBeVisible();
  expect(waiting?.state).toBe('held');
  await page.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => waiting?.state).toBe('waiting');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => waiting?.state).toBe('discarded');
  await page.getByRole('group', { name: 'Notice' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 edit brought back.').first()).toBeVisible();
  expect(waiting?.state).toBe('waiting');
});

fullTest('a vendor that lacks its full record is not released: it is imported, or sent only after what is emptied was seen', async () => {
  const app = scenario('working');
  const vendor = { kind: 'vendor' as const, id: app.record('vendor', 2).id };
  const held = app.put('updateVendor', vendor, { name: 'Renamed' });
  app.setState([held.id], 'held', { kind: 'incompleteBase' });
  held.wouldEmpty = [
    { path: ['bankAccountNumber'], base: 'SE3550000000054910000003' },
    { path: ['identifier'], base: '556677-8899' },
  ];
  const sent: string[] = [];
  const { sendPartly } = app.api.edits;
  app.api.edits.sendPartly = async (shown) => {
    sent.push(...shown.emptied.map(({ path }) => path.join('.')));
    await sendPartly(shown);
  };
  await openWindow(app, `outbox/${held.id}`);
  const bar = edit().getByRole('toolbar');
  const commands = () =>
    bar
      .getByRole('button')
      .elements()
      .map((each) => each.textContent?.trim());
  await expect.poll(commands).toEqual(['Import the full record', 'EditE', 'Send without the full record…', 'Discard']);
  await press('h');
  await bar.getByRole('button', { name: 'Import the full record' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Import', exact: true }).getByRole('combobox')).toHaveValue('vendor');
  await press('Escape');
  await bar.getByRole('button', { name: /^Send without/ }).click();
  const asks = page.getByRole('dialog', { name: /^Send “.+” without its full record\?$/ });
  await expect.element(asks).toMatchTextContent(/replaces the whole vendor with what is sent, and this edit holds only what you changed\./);
  await expect.element(asks).toMatchTextContent(/Account number\s*SE35 5000 0000 0549 1000 0003/);
  await expect.element(asks).toMatchTextContent(/Company number\s*556677-8899/);
  await expect
    .element(asks)
    .toMatchTextContent(/Everything else that the service holds of this vendor is emptied too, bank details included\./);
  await expect.element(asks).toMatchTextContent(/What is not known here cannot be put back from here\./);
  expect(await violations()).toEqual([]);
  await asks.getByRole('button', { name: 'Keep it here' }).click();
  expect(held.state).toBe('held');
  expect(sent).toEqual([]);
  await bar.getByRole('button', { name: /^Send without/ }).click();
  await asks.getByRole('button', { name: 'Empty the rest and send' }).click();
  await expect.poll(() => held.state).toBe('waiting');
  await expect.element(page.getByText('To be sent without the full record.').first()).toBeVisible();
  expect(sent).toEqual(['bankAccountNumber', 'identifier']);
});

test('once its full record came, the same edit is released as any other', async () => {
  const app = scenario('working');
  const held = app.put('updateVendor', { kind: 'vendor', id: app.record('vendor', 2).id }, { name: 'Renamed' });
  app.setState([held.id], 'held', { kind: 'incompleteBase' });
  held.wouldEmpty = [];
  await openWindow(app, `outbox/${held.id}`);
  await page.getByRole('button', { name: /^Send without/ }).click();
  await expect.element(page.getByText(/^Everything that the service holds of this vendor is emptied too/)).toBeVisible();
  await press('Escape');
  delete held.wouldEmpty;
  app.publish({ kind: 'records', refs: [held.record] });
  await page.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => held.state).toBe('waiting');
});

fullTest('a user can take over a check, or a held edit that may have arrived; nothing else offers that', async () => {
  const app = scenario('working');
  const look = page.getByRole('button', { name: 'I look myself' });
  const checking = app.edits.find((one) => one.state === 'checking');
  await openWindow(app, `outbox/${checking?.id ?? ''}`);
  await look.click();
  await expect.element(page.getByText(t('notices.lookMyself')).first()).toBeVisible();
  await expect.poll(() => checking?.state).toBe('inDoubt');
  await expect.poll(() => look.elements().length).toBe(0);
});

test.each([
  [true, 1],
  [false, 0],
])('a held edit that may have arrived: %s, so there are %i ways to look for it', async (mayBeSent, many) => {
  const app = scenario('working');
  const one = app.edits.find(({ state }) => state === 'waiting');
  if (!one) throw new Error('nothing waits');
  app.setState([one.id], 'held', { kind: 'heldByPerson' });
  if (mayBeSent) one.mayBeSent = true;
  await openWindow(app, `outbox/${one.id}`);
  await expect.element(page.getByRole('button', { name: 'Release' })).toBeVisible();
  expect(page.getByRole('button', { name: 'I look myself' }).elements()).toHaveLength(many);
});

fullTest('a held edit whose request may still arrive counts down on its button, and is released when that is over', async () => {
  const app = scenario('working');
  const one = app.edits.find(({ state }) => state === 'waiting');
  if (!one) throw new Error('nothing waits');
  app.setState([one.id], 'held', { kind: 'noKeychain' });
  one.releasesTo = 'waiting';
  one.releasableAt = Date.now() + 3_000;
  await openWindow(app, `outbox/${one.id}`);
  const release = page.getByRole('button', { name: /^Send/ });
  await expect.element(page.getByText(/^Send in 0:0[1-3]/)).toBeVisible();
  await expect.element(release).toBeDisabled();
  await expect.element(release).toBeEnabled();
  await release.click();
  await expect.poll(() => one.state).toBe('waiting');
});

test('an edit that needs a decision says how many later ones wait for it', async () => {
  const app = scenario('working');
  const one = app.edits.find(({ state }) => state === 'rejected');
  if (!one) throw new Error('nothing was refused');
  one.holdsBack = 2;
  await openWindow(app, `outbox/${one.id}`);
  await expect.element(page.getByText('2 later edits of the same record wait until this one is decided.')).toBeVisible();
});

test('why is this waiting: behind an earlier edit, with the way to it', async () => {
  const app = scenario('offline');
  const comment = app.edits.find((one) => one.kind === 'createUserComment');
  await openWindow(app, `outbox/${comment?.id ?? ''}`);
  await expect.element(page.getByText(/An earlier edit of the same record comes first/)).toBeVisible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect.element(page.getByText(/There is no connection to the service/)).toBeVisible();
});

test('an empty outbox says what would be here', async () => {
  await openWindow(scenario('empty'), 'outbox');
  await expect.element(page.getByText('Nothing needs your review')).toBeVisible();
  await expect.element(page.getByText(/whatever your rules keep for a review wait here until you approve them/)).toBeVisible();
  await tab('Queued').click();
  await expect.element(page.getByText('Nothing is queued')).toBeVisible();
});

test('an empty “Needs you” claims nothing about the other tabs, and points to what is to be reviewed', async () => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  app.put('createUserComment', { kind: 'expense', id: app.record('expense').id }, { content: 'Receipt follows.' }, 'draft');
  await openWindow(app, 'outbox?tab=needsYou');
  await expect.element(page.getByRole('heading', { name: 'Nothing needs you here' })).toBeVisible();
  await page.getByRole('button', { name: 'Review 1 edit' }).click();
  await expect.element(tab(/^To review/)).toHaveAttribute('aria-selected', 'true');
  app.setState([app.edits[0]?.id ?? ''], 'discarded');
  await tab('Needs you').click();
  await expect.element(page.getByRole('heading', { name: 'Nothing needs you here' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Review/ })).not.toBeInTheDocument();
});

test('edits undone today do not count as done', async () => {
  const app = scenario('working');
  const waiting = app.edits.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  app.setState(waiting, 'discarded');
  await openWindow(app, 'outbox?tab=done');
  await expect.element(page.getByRole('tab', { name: /^Sent today/ })).toMatchTextContent(/^Sent today ?1$/);
});

test('a finished edit is listed once, with the service’s confirmation', async () => {
  await openWindow(scenario('working'), 'outbox');
  await tab(/Sent today/).click();
  await expect.element(page.getByRole('grid', { name: 'Sent today' })).toHaveAttribute('aria-rowcount', '1');
  expect(document.querySelectorAll('[role=grid] [role=row]')).toHaveLength(1);
  await expect.element(edit()).toMatchTextContent('The service confirmed it');
});

test('10,000 edits: only what is on screen is read and shown', async () => {
  const app = scenario('empty');
  const [first] = scenario('working').editRows();
  if (!first) throw new Error('no edit');
  let reads = 0;
  app.api.edits.list = async ({ states, after = null, limit = 100 }) => {
    if (!states?.includes('waiting')) return { rows: [], next: null, total: 0 };
    reads += 1;
    const newest = after ?? 10_001;
    const rows = Array.from({ length: Math.min(limit, newest - 1) }, (_, place) => ({
      ...first,
      seq: newest - 1 - place,
      id: `e${newest - 1 - place}`,
    }));
    return { rows, next: rows.at(-1)?.seq === 1 ? null : (rows.at(-1)?.seq ?? null), total: 10_000 };
  };
  await openWindow(app, 'outbox?tab=waiting');
  await expect.element(page.getByRole('grid', { name: 'Queued' })).toHaveAttribute('aria-rowcount', '10000');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  expect(document.querySelectorAll('[role=grid] [role=row]').length).toBeLessThan(60);
  expect(reads).toBeLessThan(3);
  expect(page.getByRole('grid', { name: 'Queued' }).element().scrollTop, 'it begins at its first row').toBe(0);
});

fullTest.each([10, 8_833])('To review with %i like edits is one row, and opens a screen’s worth at a time', async (many) => {
  const app = scenario('empty');
  app.records = scenario('working').records;
  const ref = { kind: 'invoiceReceivable' as const, id: app.record('invoiceReceivable').id };
  const [first] = app.editRows([app.put('createInvoiceLine', ref, { productId: fakeId(0), productNameOverwrite: 'Support' })]);
  if (!first) throw new Error('no edit');
  const ids = Array.from({ length: many }, (_, n) => (n === 0 ? first.id : fakeId(n + 2)));
  let read = 0;
  app.api.review.batch = async () => ({
    ...{ fingerprint: 'f', totals: [], preflight: null },
    groups: [{ kind: 'ready', rows: [{ key: 'like', of: first.kind, ids, first }], warnings: [] }],
  });
  app.api.review.edits = async ({ ids: asked }) => {
    read += asked.length;
    return asked.map((id) => ({ ...first, id }));
  };
  await openWindow(app, 'outbox?tab=review');
  const row = page.getByRole('button', { name: new RegExp(`^${many.toLocaleString()} invoices`) });
  await expect.element(row).toBeVisible();
  expect(document.querySelectorAll('main *').length).toBeLessThan(400);
  expect(read).toBe(0);
  await row.click();
  const lines = () => document.querySelectorAll('main [data-edit]').length;
  await expect.poll(lines).toBe(Math.min(many, 59));
  expect(read).toBeLessThan(100);
  await page
    .getByRole('checkbox', { name: /^Send Add invoice line/ })
    .nth(1)
    .click();
  const foot = page.getByRole('group', { name: 'What will be sent' });
  await expect.element(foot).toMatchTextContent(`${(many - 1).toLocaleString()} of ${many.toLocaleString()}`);
  if (many === 10) return;
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expect.poll(lines).toBe(259);
});

test('a conflict has the head of any other edit, the way to its record, and the record below', async () => {
  const app = scenario('working');
  await openWindow(app, 'outbox?tab=needsYou');
  const detail = page.getByRole('article', { name: 'Edit' });
  await expect.element(detail.getByRole('columnheader', { name: /Theirs/ })).toBeVisible();
  await expect.element(detail.getByRole('link', { name: 'Open expense' })).toBeVisible();
  await expect.element(detail.getByText(/^Saved/)).toBeVisible();
  await expect.element(detail.getByRole('region', { name: 'Expense' })).toBeVisible();
});

fullTest('one notice at a time, beside a failure; none lies over a row of the list', async () => {
  const app = scenario('working');
  await openWindow(app, 'expenses');
  for (const place of [20, 21, 22]) {
    await press('j', 'e');
    const date = page.getByRole('textbox', { name: 'Date' });
    await date.fill(`${place - 18} Mar 2026`);
    await press('Control+Enter');
    await expect.element(page.getByRole('group', { name: 'Notice' })).toBeVisible();
  }
  const notice = page.getByRole('group', { name: 'Notice' }).element().getBoundingClientRect();
  const list = page.getByRole('grid', { name: 'Expenses' }).element().getBoundingClientRect();
  expect(notice.top).toBeGreaterThanOrEqual(list.bottom);
});
