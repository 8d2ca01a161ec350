import { cdp, page } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import type { RecordView } from '#shared/contract/views/views.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow } from './window.ts';

const onPaper = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
afterEach(() => onPaper(''));

/** An expense with an edit, whose page is shown by `shown`. */
function edited(app: FakeApp, shown: (view: RecordView) => RecordView): string {
  const { id } = app.record('expense', 20);
  app.put('updateExpense', { kind: 'expense', id }, { performedDate: '2026-03-09' });
  const { records } = app.api;
  const get = records.get;
  records.get = async (ref) => {
    const view = await get(ref);
    return view && shown(view);
  };
  return id;
}

test('on paper the history names everybody whole', async () => {
  const app = new FakeApp();
  const who = 'root (account Sandbox Nordlicht Handel of the whole group in Stockholm)';
  const id = edited(app, (view) => ({ ...view, history: view.history.map((line) => ({ ...line, who })) }));
  await openWindow(app, `expenses/${id}`);
  const name = page.getByRole('region', { name: 'History' }).getByTitle(who);
  await expect.element(name).toBeVisible();
  await onPaper('print');
  const shown = name.element();
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth + 1);
  expect(getComputedStyle(shown).whiteSpace).not.toBe('nowrap');
});

test('a record with more lines than its page shows leads to all of them', async () => {
  const app = new FakeApp();
  const id = edited(app, (view) => ({ ...view, hasOlder: true }));
  await openWindow(app, `expenses/${id}`);
  await page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'Show older lines too' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /^Search/ })).toHaveValue(id);
});
