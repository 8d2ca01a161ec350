import { expect, type Page } from '@playwright/test';
import { t } from '#shared/messages/t.ts';
import { formatCount, inSentence } from '#shared/values/language.ts';
import { picture } from './guide.ts';
import { field, show } from './person.ts';
import { anyCount, anyText, begins, oneOf } from './said.ts';

/** Draws the guide's chapters beyond the trip, on the data that the trip left. */
export async function drawTheRest(page: Page, { expense, vendor }: { expense: string; vendor: string }): Promise<void> {
  await overLists(page);
  await inARecord(page, expense, vendor);
  await everywhere(page);
}

async function overLists(page: Page): Promise<void> {
  const rows = page.getByRole('grid').getByRole('row');
  await show(page, '#/expenses');
  const search = page.getByRole('combobox', { name: t('list.search', { kind: 'expense' }) });
  await search.fill('amount>100 currency:');
  await expect(page.getByRole('listbox').first()).toBeVisible();
  await expect(page.getByText(oneOf(t('list.countOf', { count: formatCount(anyCount), all: formatCount(anyCount) })))).toBeVisible();
  await picture(page, '13-query', 'Ask a list', 'Words and questions in one field, completed as you type; the count and the sums follow.');
  await search.fill('');
  await page.keyboard.press('Escape');
  await rows.nth(2).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await picture(
    page,
    '14-row-menu',
    'One menu for a row',
    'A right click, “…” and Shift+F10 give the same: all that can be done with this record.',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('list.view.save') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(
    page,
    '15-view',
    'Keep a question as a view',
    'The query with its columns and order gets a name and stands under its list, with a count.',
  );
  await page.keyboard.press('Escape');
}

async function inARecord(page: Page, expense: string, vendor: string): Promise<void> {
  await show(page, `#/vendors/${vendor}`);
  await page.getByRole('button', { name: t('record.edit.section', { section: inSentence(t('record.group.bank')) }) }).click();
  const account = field(page, t('records.field.accountNumber'));
  const known = await account.inputValue();
  await account.fill(`${known.slice(0, -1)}${known.endsWith('7') ? '8' : '7'}`);
  await picture(
    page,
    '16-bank',
    'A changed account number',
    'What stands there now beside what is new, by four, with the characters that changed; it always waits for you.',
  );
  await page.getByRole('button', { name: t('parts.cancel') }).click();
  await page.emulateMedia({ media: 'print' });
  await show(page, `#/expenses/${expense}`);
  await expect(page.getByRole('region', { name: t('record.history') })).toBeVisible();
  await picture(
    page,
    '17-paper',
    'On paper',
    'Print gives the document, not the app: records, whole lists and reports, as an auditor files them.',
  );
  await page.emulateMedia({ media: null });
}

async function everywhere(page: Page): Promise<void> {
  await show(page, '#/names');
  await expect(page.getByRole('heading', { level: 1, name: t('names.title') })).toBeVisible();
  await picture(
    page,
    '18-names',
    'Names instead of ids',
    'What records refer to gets its name once, typed here or imported from a colleague.',
  );
  await show(page, '#/settings/rules');
  await expect(page.getByRole('combobox', { name: t('edits.comment.rule') })).toBeVisible();
  await picture(page, '19-rules', 'Sending rules', 'You decide for each kind of edit; payments and bank details always ask you.');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('frame.palette.title') }).fill('overdue');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await picture(
    page,
    '20-palette',
    'Find anything, do anything',
    'Ctrl+K finds records by their names, answers questions and reaches every command.',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: begins(t('frame.pill.label', { word: anyText, detail: anyText })) }).click();
  await page.getByRole('switch', { name: begins(t('frame.pill.workOffline')) }).click();
  await expect(
    page.getByRole('button', { name: begins(t('frame.pill.label', { word: t('situations.workingOffline'), detail: anyText })) }),
  ).toBeVisible();
  await picture(
    page,
    '21-working-offline',
    'Work offline',
    'One switch: nothing is sent or received while offline, and what needs the network says so.',
  );
  await page.getByRole('switch', { name: begins(t('frame.pill.workOffline')) }).click();
  await page.keyboard.press('Escape');
  await show(page, '#/outbox');
  await page.setViewportSize({ width: 360, height: 640 });
  await show(page, '#/invoices');
  await expect(page.getByRole('grid')).toBeVisible();
  await picture(page, '22-narrow', 'Narrow or magnified', 'At 360 pixels, or at 400 %, one column with everything in reach.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('frame.palette.title') }).fill(t('keys.themeDark'));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await show(page, '#/today');
  await expect(page.getByRole('heading', { level: 1, name: t('today.title') })).toBeAttached();
  await picture(page, '23-dark', 'Dark as well', 'By your system’s setting or by your own.');
}
