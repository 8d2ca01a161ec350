import type { Locator, Page } from '@playwright/test';
import writeXlsx from 'write-excel-file/node';
import { expect, test } from './fixtures.ts';
import { show } from './person.ts';

// Three jobs by the clock. A scripted person reads 4 words a second, needs 90 ms for a key and 1.1 s for a click (reaching for the mouse and
// pointing). Nothing sleeps: the person's time is added to the time that the window took.

const wordMs = 250;
const keyMs = 90;
const clickMs = 1100;

class ScriptedPerson {
  readonly #page: Page;
  readonly #startedAt = performance.now();
  #human = 0;
  /** Texts read, keys and clicks, for the report. */
  readonly #said: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  get told(): string {
    return `${this.#said.join(', ')}; the person ${(this.#human / 1000).toFixed(1)} s`;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt + this.#human) / 1000;
  }

  /** Waits until it is there, and reads all of its text. */
  async read(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    const words = await what.evaluate((element) => {
      // Of a list that is closed, only what is chosen can be read.
      const closed = [...element.querySelectorAll('select')].map((list) => list.innerText.split(/\s+/).length);
      const chosen = [...element.querySelectorAll('select')].map((list) => list.selectedOptions[0]?.text.split(/\s+/).length ?? 0);
      const all = (element as HTMLElement).innerText.split(/\s+/).filter((word) => word !== '').length;
      const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
      return all - sum(closed) + sum(chosen);
    });
    this.#human += words * wordMs;
    this.#said.push(`${words} words`);
  }

  /** Reads the values of a form, and the line under each. */
  async readFields(form: Locator): Promise<void> {
    const texts = await form.locator('[data-field]').evaluateAll((fields) =>
      fields.map((field) => {
        const below = document.getElementById(field.getAttribute('aria-describedby') ?? '');
        return `${(field as HTMLInputElement).value} ${below?.innerText ?? ''}`;
      }),
    );
    const words = texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => word !== '').length;
    this.#human += words * wordMs;
    this.#said.push(`${words} words of a form`);
  }

  async type(text: string): Promise<void> {
    this.#human += text.length * keyMs;
    await this.#page.keyboard.type(text);
  }

  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.#human += chord.split('+').length * keyMs;
      await this.#page.keyboard.press(chord);
    }
  }

  async click(what: Locator): Promise<void> {
    this.#human += clickMs;
    await what.click();
  }

  /** A file is dragged from the desktop: as long as two clicks. */
  dragged(): void {
    this.#human += 2 * clickMs;
  }
}

/** The whole time of a job, in the report of the run as well. */
function judge(job: string, person: ScriptedPerson, limit: number): void {
  const { seconds, told } = person;
  test.info().annotations.push({ type: job, description: `${seconds.toFixed(1)} s of ${limit} s (${told})` });
  process.stdout.write(`${job}: ${seconds.toFixed(1)} s of ${limit} s (${told})\n`);
  expect(seconds).toBeLessThanOrEqual(limit);
}

/** The amount owed on the first open invoice, as the list writes it: the amount on the bank's letter. */
async function amountOfLetter(app: Page): Promise<string> {
  await show(app, '#/invoices?q=state%3Aopen');
  await app.getByRole('grid', { name: 'Invoices' }).getByRole('row').nth(1).click();
  const open = app.getByRole('article').getByText('Still open', { exact: true }).locator('..');
  const amount = /[\d,]+\.\d{2}/.exec(await open.innerText())?.[0] ?? '';
  expect(amount).not.toBe('');
  await show(app, '#/today');
  await expect(app.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  return amount;
}

test('finds the invoice of a bank letter by its amount and saves its payment within 12 s', async ({ app }) => {
  const amount = await amountOfLetter(app);
  const person = new ScriptedPerson(app);
  await person.press('Control+k');
  // A German letter: 1.623,75.
  await person.type(amount.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')));
  await person.read(app.getByRole('option').filter({ hasText: amount }).first());
  await person.press('Control+Enter');
  const pane = app.getByRole('dialog', { name: 'Record payment' });
  // A clerk knows the form and reads what is filled in: the invoice, and each field's value with the word on it.
  await person.read(pane.locator('form strong').first());
  await person.readFields(pane);
  await expect(pane.getByRole('textbox', { name: /^Amount/ })).toHaveValue(amount);
  const account = pane.getByRole('combobox', { name: /bank account/ });
  if ((await account.inputValue()) === '') {
    await person.press('Tab', 'Tab', 'Tab', 'Tab');
    if (!(await account.evaluate((field) => field === document.activeElement))) await person.click(account);
    await person.read(app.getByRole('option').first());
    await person.press('ArrowDown', 'Enter');
  }
  await person.press('Control+Enter');
  await expect(pane).toBeHidden();
  await expect(
    app
      .getByText('Payment saved')
      .or(app.getByText(/Review it before/))
      .first(),
  ).toBeVisible();
  judge('payment of a bank letter', person, 12);
});

test('reviews and sends 30 edits within 40 s', async ({ app }) => {
  await show(app, '#/settings/rules');
  await app.getByRole('combobox', { name: 'Expense updates' }).selectOption({ label: 'Always ask' });
  await show(app, '#/expenses?q=status%3Adraft');
  const grid = app.getByRole('grid', { name: 'Expenses' });
  await grid.getByRole('row').nth(1).click();
  await app.keyboard.press('Escape');
  await app.keyboard.press('x');
  for (let more = 1; more < 30; more++) await app.keyboard.press('Shift+J');
  await app.keyboard.press('e');
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Date', { exact: true }).fill('2026-03-12');
  await dialog.getByRole('button', { name: 'Save 30' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await show(app, '#/today');

  const person = new ScriptedPerson(app);
  await person.press('g', 'r');
  await person.read(app.getByRole('main'));
  await person.press('Control+Enter');
  await expect(app.getByRole('main')).toContainText(/30 confirmed|Confirmed\s*30/);
  judge('review of 30 edits', person, 40);
});

test('imports a German Excel file within 60 s', async ({ app }) => {
  const text = (value: string) => ({ type: String, value });
  const headings = ['Rechnungsnr.', 'Rechnungsdatum', 'Fällig am', 'Betrag brutto', 'Währung', 'Kunde', 'ID'];
  const content = Array.from({ length: 120 }, (_, row) => [
    text(`R-${row}`),
    text(`${String((row % 28) + 1).padStart(2, '0')}.03.2026`),
    text(`${String((row % 28) + 1).padStart(2, '0')}.04.2026`),
    text(`1.${String(100 + row)},50`),
    ...[text('EUR'), text('Müller & Söhne'), text(`b${String(row).padStart(7, '0')}-0000-4000-8000-000000000000`)],
  ]);
  const file = await writeXlsx([headings.map(text), ...content] as never).toBuffer();
  await show(app, '#/invoices');
  await expect(app.getByRole('grid', { name: 'Invoices' })).toBeVisible();

  const person = new ScriptedPerson(app);
  person.dragged();
  const held = await app.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], 'Rechnungen.xlsx'));
    return transfer;
  }, file.toString('base64'));
  await app.dispatchEvent('main', 'drop', { dataTransfer: held });
  const dialog = app.getByRole('dialog', { name: 'Import', exact: true });
  const done = dialog.getByRole('button', { name: /^Import 120 / });
  await expect(done).toBeEnabled();
  // The sentence about the file, each column of it with an example and its field, the first rows as they will stand, and the button.
  await person.read(dialog.locator('.sentence'));
  const columns = dialog.getByRole('region', { name: 'Columns of the file' }).locator('tbody tr');
  for (const column of await columns.all()) await person.read(column);
  const rows = dialog.getByRole('region', { name: 'Rows after the import' }).locator('tr');
  for (const row of (await rows.all()).slice(0, 3)) await person.read(row);
  await person.read(done);
  await person.click(done);
  await expect(dialog).toBeHidden();
  await person.read(app.getByText(/120 invoices/).first());
  judge('import of a German workbook', person, 60);
});
