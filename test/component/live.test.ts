import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openExpenses } from './fake-records.ts';
import { openWindow, press, withHeads } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('an automatic edit can be undone for five seconds; once sent, its reverse is offered, where there is one', async () => {
  const app = new FakeApp();
  const expense = app.record('expense');
  await openWindow(app, `expenses/${expense.id}`);
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await press('e');
  await page.getByLabelText('Original currency').fill('nok');
  await press('Control+Enter');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent(/Saved\. Sending in [1-5] s/);
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
  const [edit] = app.edits;
  app.setState([edit?.id ?? ''], 'applied', { kind: 'clean' });
  await expect.element(notice.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await notice.getByRole('button', { name: 'Change it back' }).click();
  await expect.poll(() => app.asked).toContain(`reverse ${edit?.id}`);
});

fullTest('undoing by key what has just left offers its reverse, and is no alarm', async () => {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense', 20).id}`);
  await press('e');
  await userEvent.keyboard('9 Mar 2026{Enter}');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toMatchTextContent('Saved.');
  const edit = app.edits[0];
  app.setState([edit?.id ?? ''], 'applied', { kind: 'clean' });
  app.api.edits.undo = async () => {
    throw new ORPCError('NOT_NOW', { defined: true, status: 409, data: { why: 'alreadySent', state: 'applied', unlocksInMs: null } });
  };
  await press('Control+z');
  await expect.element(notice).toMatchTextContent('It was sent already');
  expect(notice.element().classList.contains('needs')).toBe(false);
  await notice.getByRole('button', { name: 'Change it back' }).click();
  await expect.poll(() => app.asked).toContain(`reverse ${edit?.id}`);
});

test('an act on many that left is reversed as a whole: what was not sent is taken back, the rest gets its reverse', async () => {
  const app = new FakeApp();
  openExpenses(app.records);
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('j', 'x', 'Shift+J', 'Shift+J');
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabelText('Date', { exact: true }).fill('9 Mar 2026');
  await page.getByRole('button', { name: 'Save 3' }).click();
  await expect.poll(() => app.edits.length).toBe(3);
  const [first = '', second = ''] = app.edits.map(({ id }) => id);
  const { undo } = app.api.edits;
  app.api.edits.undo = async ({ ids = [] } = {}) => undo({ ids: ids.filter((id) => ![first, second].includes(id)) });
  app.setState([first, second], 'applied', { kind: 'clean' });
  const notice = page.getByRole('group', { name: 'Notice' });
  await notice.getByRole('button', { name: 'Change it back' }).click();
  await expect.element(notice).toMatchTextContent(/1 edit undone\. The reverses of 2 are saved\./);
  expect(app.asked.filter((asked) => asked.startsWith('reverse'))).toEqual([`reverse ${first}`, `reverse ${second}`]);
});

test('a notice covers no button and no sum', async () => {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense').id}`);
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await press('c');
  await page.getByRole('dialog').getByRole('textbox').fill('Who approved this?');
  await press('Control+Enter');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice).toBeVisible();
  const box = notice.element().getBoundingClientRect();
  const covered = [...document.querySelectorAll<HTMLElement>('main button, main footer')].filter((each) => {
    const other = each.getBoundingClientRect();
    return other.width > 0 && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
  });
  expect(covered).toEqual([]);
});

test('a comment that left offers no way back that does not exist', async () => {
  const app = new FakeApp();
  await openWindow(app, `expenses/${app.record('expense').id}`);
  await press('c');
  await page.getByRole('dialog').getByRole('textbox').fill('Who approved this?');
  await press('Control+Enter');
  const notice = page.getByRole('group', { name: 'Notice' });
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
  app.setState([app.edits[0]?.id ?? ''], 'applied', { kind: 'clean' });
  await expect.element(notice).toMatchTextContent('Sent and confirmed.');
  expect(notice.getByRole('button', { name: /Undo|reverse/ }).elements()).toEqual([]);
});

test('offline the notice promises no time; working offline a document is fetched by one press that says so', async () => {
  const app = new FakeApp({ connection: { kind: 'workingOffline' } });
  const document = app.record('invoicePayable');
  await openWindow(app, `documents/${document.id}`);
  expect(page.getByRole('button', { name: 'Fetch', exact: true }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Go online to fetch' }).click();
  await expect.poll(() => app.asked.filter((what) => what.startsWith('fetch'))).toEqual(['fetch while online']);
  await expect.element(page.getByRole('button', { name: 'Save as…' })).toBeVisible();
});

test('a locked keychain asks to be unlocked, never to sign in', async () => {
  const app = new FakeApp({ connection: { kind: 'signedOut', why: 'keychainLocked' } });
  await openWindow(app, 'today');
  const banner = page.getByText('The keychain is locked.');
  await expect.element(banner).toBeVisible();
  expect(page.getByRole('button', { name: /sign in/i }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect.element(banner).not.toBeInTheDocument();
});

test('the history keeps who said what and what a change put where, after they were sent too', async () => {
  const app = new FakeApp();
  const expense = app.record('expense');
  const ref = { kind: 'expense' as const, id: expense.id };
  app.put('createUserComment', ref, { content: 'Receipt is with Inês.' }, 'applied', { kind: 'clean' });
  app.put('updateExpense', ref, { originalCurrency: 'NOK' }, 'applied', { kind: 'clean' });
  const history = app.history.bind(app);
  app.history = (of) => history(of).map((line, place) => (place === 0 ? { ...line, who: 'Bo Lind (bo)' } : line));
  await openWindow(app, `expenses/${expense.id}`);
  const line = (text: string) => page.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: text });
  await expect.element(line('Receipt is with Inês.')).toMatchTextContent(/Bo Lind \(bo\) “Receipt is with Inês.” Comment: Confirmed/);
  const changed = line('NOK');
  await expect.element(changed).toMatchTextContent(/ Original currency [A-Z]{3} NOK .*Confirmed/);
  // Whoever reads it is “You”; paper names them.
  const by = changed.getByTitle('Anna Berg (anna)').element() as HTMLElement;
  expect([by.innerText, by.textContent]).toEqual(['You', 'YouAnna Berg (anna)']);
  await expect.element(changed.getByRole('deletion')).toMatchTextContent(String(expense.service['originalCurrency']));
});

fullTest('while changes come one after the other rows follow each, and sums and filters what is true in the end', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const grid = page.getByRole('grid', { name: 'Expenses' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', withHeads(340));
  const totals = page.getByLabelText('Totals of this list');
  await expect.element(totals).not.toMatchTextContent('CHF');
  const expense = app.record('expense');
  for (let n = 1; n <= 12; n += 1) {
    const id = `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
    app.records = [...app.records, { ...expense, id, service: { ...expense.service, id, originalCurrency: 'CHF' } }];
    app.publish({ kind: 'records', refs: [{ kind: 'expense', id }] });
    await expect.element(grid).toHaveAttribute('aria-rowcount', withHeads(340 + n));
  }
  await expect.element(totals.getByTitle('12 records')).toMatchTextContent(/CHF/);
});
