import { cdp, page, userEvent } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { openWindow, press } from './window.ts';

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
afterEach(() => onPaper(''));

/** An expense of 1,949 JPY whose currency is changed here, before anything is sent. */
function yen(edited: string | null) {
  const app = new FakeApp();
  app.connection = { kind: 'workingOffline' };
  const { id, service } = app.record('expense', 20);
  Object.assign(service, { originalAmount: 1949, originalCurrency: 'JPY' });
  for (const line of service['lineItems'] as Record<string, unknown>[]) line['originalAmount'] = 1949;
  if (edited) app.put('updateExpense', { kind: 'expense', id }, { originalCurrency: edited });
  return { app, address: `expenses/${id}` };
}
const head = () => page.getByRole('article').element().querySelector<HTMLElement>('.amount');
const cell = () => {
  const table = document.querySelector('article [aria-label="Line items"] table, article [aria-label="Lines"] table');
  const at = [...(table?.querySelectorAll('th') ?? [])].findIndex((each) => each.textContent.startsWith('Original amount'));
  return table?.querySelector<HTMLElement>(`tbody tr td:nth-child(${at + 1})`);
};
const dottedIn = (element: Element | null | undefined) =>
  [element, ...(element?.querySelectorAll('*') ?? [])].some(
    (each) => each && getComputedStyle(each).textDecorationLine === 'underline' && getComputedStyle(each).textDecorationStyle === 'dotted',
  );

test.each([
  ['the head', head],
  ['the lines', cell],
] as const)('an amount in %s whose currency was changed here is marked, with the service’s own, on paper too', async (_, found) => {
  const { app, address } = yen('KWD');
  await openWindow(app, address);
  await expect.poll(() => found()?.innerText ?? '').toContain('1.949');
  const shown = found();
  expect(dottedIn(shown)).toBe(true);
  expect(shown?.querySelector('[title]')?.getAttribute('title')).toBe('Queued. Service: 1,949 JPY');
  expect(shown?.querySelector('.unseen')?.textContent).toBe('Queued, service: 1,949 JPY, here: ');
  await onPaper('print');
  expect(found()?.innerText.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')).toContain('(recorded here, queued; service: 1,949 JPY)');
});

test('an amount confirmed by the service has no mark', async () => {
  const { app, address } = yen(null);
  await openWindow(app, address);
  await expect.poll(() => cell()?.innerText ?? '').toBe('1,949');
  expect([dottedIn(head()), dottedIn(cell())]).toEqual([false, false]);
});

test('while a currency with other decimals is typed, the form says how the amount would read; the review says so too', async () => {
  const { app, address } = yen(null);
  await openWindow(app, address);
  await expect.element(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await press('e');
  const currency = page.getByRole('combobox', { name: 'Original currency' }).or(page.getByRole('textbox', { name: 'Original currency' }));
  await userEvent.fill(currency, 'KWD');
  const words = 'This changes the currency alone, not the number behind it: 1,949 JPY would then read 1.949 KWD.';
  await expect.element(page.getByText(words)).toBeVisible();
  await userEvent.fill(currency, 'KRW');
  await expect.element(page.getByText(words)).not.toBeInTheDocument();
  await userEvent.fill(currency, 'KWD');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.edits.length).toBe(1);
  app.edits[0]!.state = 'draft';
  location.hash = '#/outbox?tab=review';
  await expect
    .element(page.getByText('This changes the currency alone, not the number behind it: JPY has no decimals, KWD has 3 decimals.'))
    .toBeVisible();
});
