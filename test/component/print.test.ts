import { cdp, page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatAmount, sumByCurrency } from '#shared/values/money.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import { FakeApp } from './fake-app.ts';
import { fakeId } from './fake-edits.ts';
import { scenario } from './scenarios.ts';
import { learned, nameOf, usedApp } from './named-desk.ts';
import { openWindow, press } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
const printed = vi.fn();
beforeEach(() => {
  printed.mockReset();
  vi.stubGlobal('print', printed);
});
afterEach(async () => {
  await onPaper('');
  vi.unstubAllGlobals();
});

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);

test('a list prints all its rows under heads that repeat, and none of the app', async () => {
  await openWindow(new FakeApp(), 'expenses');
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  expect(shown('nav, button:not(.on-paper), [role=grid], [role=search]')).toEqual([]);
  expect(shown('.sheet > table:first-of-type tbody tr')).toHaveLength(340);
  expect(getComputedStyle(shown('table thead')[0] ?? document.body).display).toBe('table-header-group');
  expect(shown('h1').map((heading) => heading.textContent)).toEqual(['Expenses']);
});

const wordsIn = (elements: readonly HTMLElement[]) => elements.map(({ innerText }) => innerText.replaceAll('\u00a0', ' ').trim());

async function printList(app: FakeApp, address: string) {
  await openWindow(app, address);
  await expect.element(page.getByRole('grid').getByRole('row').first()).toBeVisible();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
}

test('a printed list has its visible columns in order, with names, amounts and sums of each currency', async () => {
  const app = learned(new FakeApp(), nameOf);
  await app.api.lists.keepLayout({
    kind: 'invoiceReceivable',
    columns: [{ name: 'due' }, { name: 'number' }, { name: 'customer' }, { name: 'total' }],
    sort: 'due',
    descending: false,
  });
  await printList(app, 'invoices?q=state:open');
  expect(wordsIn(shown('thead th'))).toEqual(['Due', 'Number', 'Customer', 'Total']);
  const { rows } = await app.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open' }, limit: 500 });
  expect(wordsIn(shown('.sheet > :first-child'))[0]).not.toContain('recorded here');
  expect(shown('.sheet > table:first-of-type tbody tr')).toHaveLength(rows.length);
  const customers = wordsIn(shown('tbody td:nth-child(3)'));
  expect(new Set(customers.map((name) => /^Customer no\. \d+$/.test(name)))).toEqual(new Set([true]));
  const [sum] = sumByCurrency(rows);
  const sums = wordsIn(shown('.sums tr'));
  expect(sums).toHaveLength(sumByCurrency(rows).length);
  expect(sums[0]).toContain(`${sum?.count} in ${sum?.currency}`);
  expect(sums[0]).toContain(formatAmount(sum?.amountMinor ?? 0n, sum?.currency ?? null, 'en-GB'));
  const [amount] = shown('tbody td:nth-child(4)');
  expect(getComputedStyle(amount ?? document.body).textAlign).toBe('right');
  expect(amount?.innerText).toMatch(/^[\d,.]+\u00a0[A-Z]{3}$/);
});

fullTest('a printed list names its account, service, user, time, query, count and order', async () => {
  const app = new FakeApp({});
  await printList(app, 'expenses?q=status:draft');
  const head = () => wordsIn(shown('.sheet > :first-child'))[0] ?? '';
  expect(head()).toContain('Nordlicht Handel · https://backoffice.example');
  expect(head()).toMatch(/Query: status:draft · \d+ records · sorted by date, descending/);
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 12, 9, 5, 7), toFake: ['Date'] });
  window.dispatchEvent(new Event('beforeprint'));
  vi.useRealTimers();
  expect(head()).toMatch(/Printed \d\d:05:07 \(09:05:07 UTC\), 12 Mar 2026 by Anna Berg \(anna\) · Layover/);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.sheet')).toBeNull();
});

test('a printed list shows the service’s value and the edit’s state beside each recorded value', async () => {
  const app = new FakeApp();
  const at = (place: number) => ({ kind: 'expense' as const, id: app.record('expense', place).id });
  Object.assign(app.record('expense', 0).service, { performedDate: '2026-10-01' });
  app.put('updateExpense', at(0), { performedDate: '2027-03-12' }, 'rejected');
  app.put('createUserComment', at(1), { content: 'Receipt follows.' }, 'inDoubt');
  Object.assign(app.record('expense', 2).service, { performedDate: '2026-09-01', originalCurrency: 'USD' });
  app.put('updateExpense', at(2), { performedDate: '2026-09-05' });
  app.put('updateExpense', at(2), { originalCurrency: 'EUR' }, 'conflict');
  await printList(app, 'expenses');
  const dates = wordsIn(shown('tbody td:first-child'));
  expect(dates.filter((text) => text.includes('recorded here'))).toEqual([
    '12 Mar 2027 (recorded here, rejected; service: 1 Oct 2026)',
    '5 Sep 2026 (recorded here, queued; service: 1 Sep 2026)',
  ]);
  const amounts = wordsIn(shown('tbody td:last-child')).filter((text) => text.includes('recorded here'));
  expect(amounts).toEqual([expect.stringMatching(/^[\d,.]+ EUR \(recorded here, in conflict; service: [\d,.]+ USD\)$/)]);
  expect(shown('.sheet td.both')).toHaveLength(3);
  expect(wordsIn(shown('.sheet > :first-child'))[0]).toContain(
    'What was recorded here and is not confirmed by the service is marked; sums are the service’s.',
  );
  const sums = sumByCurrency(app.records.filter(({ kind }) => kind === 'expense').map(({ kind, service }) => listColumns(kind, service)));
  expect(wordsIn(shown('.sums th'))).toEqual(sums.map(({ count, currency }) => `${count} in ${currency}`));
});

test('a record prints as a page of its own: the list beside it, bars and buttons stay on the screen', async () => {
  const app = new FakeApp();
  const vendor = app.record('vendor', 2);
  await openWindow(app, `vendors/${vendor.id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: String(vendor.service['name']) })).toBeVisible();
  await press('Control+p');
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  expect(shown('nav, button:not(.on-paper), [role=grid]')).toEqual([]);
  expect(shown('h1').map((heading) => heading.textContent)).toEqual([vendor.service['name']]);
  const article = shown('article')[0];
  expect(article?.scrollHeight).toBeLessThanOrEqual((article?.clientHeight ?? 0) + 1);
  // The account, the time and the kind of record; folded parts are not printed.
  expect(article?.innerText).toMatch(
    /^Nordlicht Handel · https:\/\/backoffice\.example\s+Printed .+ UTC.* by Anna Berg \(anna\) · Layover/,
  );
  expect(article?.innerText).toContain('\nVendor\n');
  expect(shown('summary')).toEqual([]);
  await onPaper('');
  await page.getByText('More', { exact: true }).click();
  await onPaper('print');
  expect(shown('details[open] dl').length).toBeGreaterThan(0);
});

test('a report prints whole, as a page of its own that says whose it is; its PDF is the same page', async () => {
  const app = scenario('working');
  const [report] = await app.api.reports.list({ limit: 1 });
  const whole = await app.api.reports.get({ id: report?.id ?? '' });
  const [line] = whole.lines;
  if (!line) throw new Error('the fake has a report with a line');
  const lines = Array.from({ length: 520 }, (_, place) => ({ ...line, edit: { ...line.edit, id: fakeId(9_000 + place) } }));
  app.api.reports.get = async () => ({ ...whole, lines });
  await openWindow(app, `history/${whole.id}`);
  const article = page.getByRole('article', { name: 'Report' });
  await expect.element(article.getByRole('button', { name: /^Show more/ })).toBeVisible();
  const onPage: number[] = [];
  printed.mockImplementation(() => onPage.push(document.querySelectorAll('article[aria-label=Report] section li').length));
  await article.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => onPage).toEqual([520]);
  await article.getByRole('button', { name: 'PDF', exact: true }).click();
  await expect.poll(() => onPage).toEqual([520, 520]);
  expect(app.asked.some((asked) => asked.startsWith('pdf layover-report-'))).toBe(true);
  await onPaper('print');
  expect(shown('nav, button:not(.on-paper), [role=grid], [role=search]')).toEqual([]);
  expect(shown('h1, h2').map((heading) => heading.textContent)).toEqual(['Sync report']);
  expect(shown('article')[0]?.innerText).toContain('Nordlicht Handel');
});

fullTest('the menu of a narrow window, open or closed, is not on paper', async () => {
  await openWindow(scenario('working'), 'expenses');
  await page.viewport(360, 640);
  await page.getByRole('button', { name: /^Menu/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await onPaper('print');
  expect(shown('[role=dialog], .veil, nav, button:not(.on-paper)')).toEqual([]);
});

fullTest('a report has each payment’s day, bank account and customer by name, whatever its verdict, under its account', async () => {
  const app = usedApp();
  const [report] = await app.api.reports.list({ limit: 1 });
  await openWindow(app, `history/${report?.id}`);
  const article = page.getByRole('article', { name: 'Report' });
  await article.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => printed).toHaveBeenCalledOnce();
  await onPaper('print');
  const paper = shown('article')[0]?.innerText ?? '';
  expect(paper).toMatch(/Nordlicht Handel · https:\/\/backoffice\.example\s+Printed .+ UTC.* by Anna Berg/);
  expect(paper).toMatch(/Record payment\s+Customer no\. \d+\s+Payment date: 11 Mar 2026\s+Received on bank account: Bank account no\. \d+/);
});
