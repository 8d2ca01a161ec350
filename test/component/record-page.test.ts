import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { groupedNumber } from '#shared/bank-number.ts';
import { formatDate } from '#shared/values/dates.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { slowly } from './slowly.ts';
import { colourOf, openWindow, press, stillness, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const pageOf: Partial<Record<RecordKind, string>> = {
  expense: 'expenses',
  invoiceReceivable: 'invoices',
  cardTransaction: 'card-transactions',
  vendor: 'vendors',
};
const open = (app: FakeApp, kind: RecordKind, place = 0) => openWindow(app, `${pageOf[kind] ?? ''}/${app.record(kind, place).id}`);
/** An invoice in this currency that takes a payment. */
const openInvoice = (app: FakeApp, currency: string) =>
  app.records
    .filter(({ kind }) => kind === 'invoiceReceivable')
    .findIndex(({ service }) => service['state'] === 'OPEN' && service['currency'] === currency);
const factNamed = (label: string) => page.getByRole('article').getByRole('definition').filter({ hasText: label });

test('an edit is recorded from the keyboard alone and shows in place over the service’s value', async () => {
  const app = new FakeApp();
  await open(app, 'expense', 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  await expect.element(date).toHaveFocus();
  await userEvent.keyboard('9 Mar 2026{Enter}');
  await expect.element(page.getByText('Saved.').first()).toBeVisible();
  await expect.element(factNamed('9 Mar 2026')).toMatchTextContent('Queued');
  await expect.element(factNamed('9 Mar 2026')).toMatchTextContent('Service:');
  expect(app.edits.map(({ kind, body }) => ({ kind, body }))).toEqual([{ kind: 'updateExpense', body: { performedDate: '2026-03-09' } }]);
  await press('u');
  await expect.element(page.getByText('1 edit undone.').first()).toBeVisible();
  await expect.element(factNamed('9 Mar 2026')).not.toBeInTheDocument();
});

fullTest.each([
  ['expense', 'Date'],
  ['cardTransaction', 'Description'],
] as const)('a fact of an %s keeps its place when it becomes a field: nothing moves sideways or to another line', async (kind, label) => {
  await open(new FakeApp(), kind, 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  const article = page.getByRole('article').element();
  const terms = () => [...article.querySelectorAll('dl dt:not(.unseen), dl label')].map((each) => each.textContent.trim());
  const fact = () => [...article.querySelectorAll('dt')].find((each) => each.textContent === label);
  await expect.poll(fact).toBeTruthy();
  const [before, left] = [terms(), fact()?.parentElement?.querySelector('dd')?.getBoundingClientRect().left ?? 0];
  await press('e');
  const field = page.getByRole('textbox', { name: label, exact: true });
  await expect.element(field).toHaveFocus();
  expect(terms()).toEqual(before);
  expect(Math.abs(field.element().getBoundingClientRect().left + 10 - left)).toBeLessThanOrEqual(2);
  await expect.element(page.getByRole('article').getByRole('button', { name: /^Edit$/ })).not.toBeInTheDocument();
});

test('a record that is opened is asked for before anything else; the list follows when its facts are there', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const asked: { what: string; seen: boolean }[] = [];
  const { records } = app.api;
  const noting =
    <Input, Answer>(what: string, ask: (input: Input) => Promise<Answer>) =>
    (input: Input) => {
      asked.push({ what, seen: document.querySelector('article.record dl dd') !== null });
      return ask(input);
    };
  records.get = noting('get', records.get);
  records.place = noting('place', records.place);
  records.list = noting('list', records.list);
  const { id } = app.rowsOf('expense').toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1))[0]!;
  location.hash = `#/expenses/${id}`;
  await expect.poll(() => asked.some(({ what }) => what === 'place')).toBe(true);
  await expect.poll(() => document.querySelector('[role=grid] [role=row].cursor')).toBeTruthy();
  expect(asked[0]).toEqual({ what: 'get', seen: false });
  expect(asked.filter(({ what, seen }) => what !== 'get' && !seen)).toEqual([]);
  expect(asked.filter(({ what }) => what === 'get')).toHaveLength(1);
});

fullTest('a record that is being read lies over the end of its list, which makes room once it is there', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  const heads = () => [...document.querySelectorAll('.head .sort')].map((head) => head.textContent.trim());
  await expect.poll(() => heads().length).toBeGreaterThan(3);
  const whole = heads();
  const { records } = app.api;
  const slow = slowly(records.get);
  records.get = slow.command;
  await press('j', 'Enter');
  const article = page.getByRole('article', { name: 'Record', exact: true });
  await expect.element(article).toBeInTheDocument();
  await stillness();
  const { left, top } = article.element().getBoundingClientRect();
  expect(heads()).toEqual(whole);
  expect(document.elementFromPoint(left + 20, top + 20)?.closest('article')).toBe(article.element());
  slow.go();
  await expect.poll(heads).toEqual(['Date', 'Description', 'Amount']);
  const [list, record] = [page.getByRole('grid').element(), page.getByRole('article').element()].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(record?.left).toBe(left);
  expect(list?.right).toBeLessThanOrEqual(left);
});

test('the facts of a record are painted first; its lines, its history and what is folded away follow by themselves', async () => {
  const app = new FakeApp();
  await openWindow(app, 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  const below = () => ['table', 'details', '[aria-label=History]'].filter((each) => document.querySelector(`article.record ${each}`));
  const withTheFacts = new Promise<string[]>((resolve) => {
    const watching = new MutationObserver(() => {
      if (!document.querySelector('article.record dl dd')) return;
      watching.disconnect();
      resolve(below());
    });
    watching.observe(document.body, { childList: true, subtree: true });
  });
  location.hash = `#/expenses/${app.record('expense', 20).id}`;
  expect(await withTheFacts).toEqual([]);
  await expect.poll(below).toEqual(['table', 'details', '[aria-label=History]']);
});

test('Esc or another page costs no typing: the form opens as it was left, and Cancel drops it', async () => {
  const app = new FakeApp();
  await open(app, 'expense', 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  const before = (date.element() as HTMLInputElement).value;
  await userEvent.fill(date, '9 Mar 2026');
  await press('Escape');
  await expect.element(date).not.toBeInTheDocument();
  await press('e');
  await expect.element(date).toHaveValue('9 Mar 2026');
  await expect.element(page.getByText(/What you had typed is here again/)).toBeVisible();
  const here = location.hash;
  location.hash = '#/outbox';
  await expect.element(date).not.toBeInTheDocument();
  location.hash = here;
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  await expect.element(date).toHaveValue('9 Mar 2026');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await press('e');
  await expect.element(date).toHaveValue(before);
  expect(app.edits).toEqual([]);
});

fullTest('a record that changes while a form is open is not overwritten: the input is recorded, not sent, with a message', async () => {
  const app = new FakeApp();
  const expense = app.record('expense', 20);
  await open(app, 'expense', 20);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  await expect.element(page.getByRole('textbox', { name: 'Date', exact: true })).toHaveFocus();
  expense.service = { ...expense.service, performedDate: '2026-01-09' };
  app.publish({ kind: 'records', refs: [{ kind: 'expense', id: expense.id }] });
  await userEvent.keyboard('9 Mar 2026{Enter}');
  await expect.element(page.getByText(/Saved, not sent. The service says something else since you looked/).first()).toBeVisible();
  expect(app.edits).toMatchObject([{ state: 'conflict', body: { performedDate: '2026-03-09' } }]);
});

test('a wrong value is explained beside its field and nothing is recorded', async () => {
  const app = new FakeApp();
  await open(app, 'expense');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabelText('Original currency').fill('EURO');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.element(page.getByText('A currency has three capital letters.')).toBeVisible();
  await expect.element(page.getByLabelText('Original currency')).toHaveFocus();
  expect(app.edits).toHaveLength(0);
});

test('a payment: an amount that reads two ways asks once, and is recorded exactly', async () => {
  const app = new FakeApp();
  const place = openInvoice(app, 'EUR');
  await open(app, 'invoiceReceivable', place);
  await page.getByRole('button', { name: 'Record payment' }).click();
  await page.getByLabelText('Payment date').fill('11 Mar 2026');
  await page.getByLabelText('Amount, EUR').fill('1.234,56');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.element(page.getByRole('group', { name: 'Which one do you mean?' })).toBeVisible();
  expect(app.edits).toHaveLength(0);
  await page.getByRole('button', { name: '1,234.56 EUR' }).click();
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.element(page.getByText('Saved. Review it before it’s sent.').first()).toBeVisible();
  expect(app.edits[0]?.body['amountInInvoiceCurrency']).toBe(123_456n);
  await expect.element(page.getByRole('region', { name: 'Payments' })).toMatchTextContent('1,234.56');
});

test('a locked invoice offers no first step and warns before a payment', async () => {
  const app = new FakeApp();
  const place = app.records.filter(({ kind }) => kind === 'invoiceReceivable').findIndex(({ service }) => service['state'] === 'ARCHIVED');
  await open(app, 'invoiceReceivable', place);
  await press('p');
  await expect.element(page.getByText(/archived and locked/)).toBeVisible();
});

fullTest('each section of a vendor opens its own fields, and the others keep their places', async () => {
  await open(new FakeApp(), 'vendor', 0);
  const place = () => page.getByRole('heading', { name: /^Bank/ }).element().getBoundingClientRect();
  const { x, y } = place();
  await page.getByRole('button', { name: 'Edit default entity' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Sender bank account' })).toBeVisible();
  expect([place().x, place().y]).toEqual([x, y]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit details' }).click();
  for (const name of ['Name', 'VAT number', 'Company number'])
    await expect.element(page.getByRole('textbox', { name, exact: true })).toBeVisible();
  expect(place().x).toBe(x);
});

test('a vendor is edited section by section; an account number shows its changed characters, and waits for a user', async () => {
  const app = new FakeApp();
  const place = app.records
    .filter(({ kind }) => kind === 'vendor')
    .findIndex(({ service }) => /^DE\d{20}$/.test(String(service['bankAccountNumber'])));
  const old = String(app.record('vendor', place).service['bankAccountNumber']);
  await open(app, 'vendor', place);
  await page.getByRole('button', { name: 'Edit bank' }).click();
  const number = page.getByLabelText('Account number', { exact: true });
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText('A bank change always waits for review.')).toBeVisible();
  const other = `${old.slice(0, -1)}${(Number(old.at(-1)) + 1) % 10}`;
  await expect.element(number).toHaveValue(groupedNumber(old));
  await userEvent.click(number);
  await press('End', 'Backspace');
  await userEvent.keyboard(other.at(-1) ?? '');
  await expect.element(number).toHaveValue(groupedNumber(other));
  // The old value is beside the input at one height, or below it in a narrow window.
  const shownNow = [...document.querySelectorAll('.now .number')].find((each) => each.textContent.startsWith(old));
  const [now, typed] = [shownNow, number.element()].map((each) => each?.getBoundingClientRect());
  expect(Math.abs((now?.top ?? 0) - (typed?.top ?? 99))).toBeLessThan(12);
  expect(now?.right ?? 0).toBeLessThan(typed?.left ?? 0);
  await expect.element(page.getByText('1 of 22 characters changed.', { exact: true })).toBeVisible();
  const misfit = page.getByText('This IBAN isn’t valid (check digits).');
  await expect.element(misfit).toBeVisible();
  expect(getComputedStyle(misfit.element()).color).toBe(colourOf('--unsure'));
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([old.at(-1), other.at(-1)]);
  const said = () => document.querySelector('footer.foot .says')?.textContent.replaceAll(/\s+/g, ' ');
  await expect.poll(said).toContain(`Account number ${groupedNumber(old)} → ${groupedNumber(other)}`);
  await page.getByRole('button', { name: 'Save for review' }).click();
  await expect.element(page.getByText('Saved. Review it before it’s sent.').first()).toBeVisible();
  expect(app.edits[0]).toMatchObject({ state: 'draft', body: { bankAccountNumber: other } });
});

fullTest(
  'an amount is grouped while it is typed, with a stable caret; typed separators stay, and the exact amount is recorded',
  async () => {
    const app = new FakeApp();
    await open(app, 'invoiceReceivable', openInvoice(app, 'EUR'));
    await press('p');
    const amount = page.getByLabelText('Amount, EUR', { exact: true });
    const field = () => amount.element() as HTMLInputElement;
    await userEvent.click(amount);
    await userEvent.clear(amount);
    await userEvent.keyboard('9007199254740993');
    await expect.element(amount).toHaveValue('9,007,199,254,740,993');
    await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace');
    await expect.element(amount).toHaveValue('907,199,254,740,993');
    expect(field().value.slice(0, field().selectionStart ?? 0)).toBe('9');
    await userEvent.clear(amount);
    await userEvent.keyboard('1234567.5');
    await expect.element(amount).toHaveValue('1,234,567.5');
    await userEvent.clear(amount);
    await userEvent.keyboard('1.234,56');
    await expect.element(amount).toHaveValue('1.234,56');
    await press('Tab');
    await page.getByRole('button', { name: '1,234.56 EUR', exact: true }).click();
    await expect.element(amount).toHaveValue('1,234.56');
  },
);

test('a click on a fact edits it there; Enter records, Esc puts back', async () => {
  const app = new FakeApp();
  await open(app, 'expense', 20);
  const fact = page.getByRole('article').getByText(formatDate(String(app.record('expense', 20).service['performedDate'])), { exact: true });
  await expect.element(fact).toBeVisible();
  await fact.click();
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  await expect.element(date).toHaveFocus();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.fill(date, '5.11.');
  await expect.element(page.getByText(/\w{3} 5 Nov 20\d\d · Service: /)).toBeVisible();
  await press('Escape');
  await expect.element(date).not.toBeInTheDocument();
  expect(app.edits).toEqual([]);
  await press('e');
  await userEvent.fill(date, '2026-11-05');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.edits[0]?.body).toEqual({ performedDate: '2026-11-05' });
});

test('a payment is beside its invoice: the open amount is one key away, and warnings appear while typing', async () => {
  const app = new FakeApp();
  const place = openInvoice(app, 'EUR');
  const invoice = app.record('invoiceReceivable', place);
  app.put(
    'recordInvoicePayment',
    { kind: 'invoiceReceivable', id: invoice.id },
    { paymentDate: '2026-03-10', amountInInvoiceCurrency: 100n },
  );
  await open(app, 'invoiceReceivable', place);
  await page.getByRole('button', { name: 'Record payment' }).click();
  const pane = page.getByRole('dialog', { name: 'Record payment' });
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  const amount = pane.getByLabelText('Amount, EUR');
  await userEvent.fill(pane.getByLabelText('Payment date'), '12 Mar 2026');
  await userEvent.click(amount);
  await press('Alt+o');
  const open_ = (BigInt(String(invoice.service['amount'])) - 100n).toString();
  await expect.element(amount).toHaveValue(expect.stringMatching(new RegExp(open_.slice(-2))) as string);
  await expect.element(pane.getByRole('button', { name: /^Open / })).toHaveAttribute('aria-pressed', 'true');
  await press('Alt+t');
  await expect.element(pane.getByText(/More than what’s still open on this laptop/)).toBeVisible();
  await userEvent.fill(amount, '1.00');
  await expect.element(pane.getByText(/Nearly the same payment is here already: 1.00.EUR, 10 Mar 2026/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

fullTest(
  'payments that were carried out stay on their invoice, with their account and what is left; no other page tells of them',
  async () => {
    const app = new FakeApp();
    const place = openInvoice(app, 'EUR');
    const invoice = app.record('invoiceReceivable', place);
    const ref = { kind: 'invoiceReceivable' as const, id: invoice.id };
    const pay = (amountInInvoiceCurrency: bigint, state: 'applied' | 'draft' | 'discarded') =>
      app.put('recordInvoicePayment', ref, { paymentDate: '2026-03-10', amountInInvoiceCurrency, bankAccountId: bank }, state);
    const bank = app.records.flatMap(({ service }) =>
      typeof service['payeeBankAccountId'] === 'string' ? [service['payeeBankAccountId']] : [],
    )[0]!;
    pay(100n, 'applied');
    pay(250n, 'draft');
    pay(9_999n, 'discarded');
    await open(app, 'invoiceReceivable', place);
    const lines = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
    await expect.element(lines.nth(0)).toMatchTextContent(/^10 Mar 2026 \S+ .*Confirmed 1\.00.?EUR$/);
    await expect.element(lines.nth(1)).toMatchTextContent(/To review 2\.50.?EUR$/);
    expect(lines.elements()).toHaveLength(2);
    expect(await violations()).toEqual([]);
  },
);

test('a comment and a description', async () => {
  const app = new FakeApp();
  await open(app, 'cardTransaction', 3);
  await press('c');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Dinner with the customer.');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.poll(() => page.getByRole('article').getByText('Dinner with the customer.').elements().length).toBe(1);
  await press('e');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Team dinner, Lisbon');
  await page.getByRole('button', { name: /^(Save( payment)?|Add comment)$/ }).click();
  await expect.poll(() => app.edits.at(-1)?.body).toEqual({ description: 'Team dinner, Lisbon' });
});

test('a record says each thing once: what its head says is no fact below it, and who it is about is one', async () => {
  const app = new FakeApp();
  const place = openInvoice(app, 'EUR');
  const { service } = app.record('invoiceReceivable', place);
  await open(app, 'invoiceReceivable', place);
  const article = page.getByRole('article');
  await expect.element(article.getByRole('heading', { level: 1, name: String(service['invoiceNumber']) })).toBeVisible();
  const terms = () =>
    [...article.element().querySelectorAll('dt')]
      .filter((each) => each.closest('details')?.matches('.more'))
      .map((each) => each.textContent);
  await expect.poll(terms).toContain('Customer');
  expect(terms().slice(0, 2)).toEqual(['Customer', service['reference'] ? 'Reference' : 'Invoice date']);
  for (const said of ['Invoice number', 'Status', 'Total', 'Currency']) expect(terms()).not.toContain(said);
});

test('a vendor keeps the facts that can be edited, whatever its head says, and shows how it is booked', async () => {
  const app = new FakeApp();
  await open(app, 'vendor');
  const article = page.getByRole('article');
  await expect.element(article.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(article.getByRole('term').filter({ hasText: /^Name$/ })).toBeVisible();
  await article.getByRole('button', { name: 'Edit default entity' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Cost centre' })).toBeVisible();
});

test('a failed read says so in place and keeps what is here', async () => {
  const app = scenario('offline');
  await open(app, 'expense');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('r');
  await expect.element(page.getByRole('article').getByRole('status')).toMatchTextContent('There is no network');
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
});

test('an unknown record says how it would come here', async () => {
  await openWindow(new FakeApp(), 'expenses/00000000-0000-4000-8000-00000000dead');
  await expect.element(page.getByRole('heading', { name: 'This expense is not on this laptop' })).toBeVisible();
});
