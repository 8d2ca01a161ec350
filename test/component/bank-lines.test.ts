import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { BankLineView } from '#shared/contract/views/statement-views.ts';
import type { FakeApp } from './fake-app.ts';
import { candidate, withLines } from './fake-bank-lines.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const line: BankLineView = {
  ...{ id: 1, account: 1, bookedOn: '2026-03-10', minor: 125_000n, restMinor: 125_000n, currency: 'EUR', payer: 'Solar Alentejo' },
  ...{ payerAccount: '', endToEnd: '', text: 'THANK YOU', reference: '', bankReference: '', reversal: false, fileName: 'march.xml' },
  ...{ putAside: null, doubt: null, state: 'open', editIds: [], ticked: null, asked: [candidate('SE-1'), candidate('SE-2')], tied: 0 },
};

/** A desk with one open line of a confirmed account, and what was asked of it. */
function withLine(): { app: FakeApp; asked: unknown[] } {
  const app = scenario('working');
  const asked: unknown[] = [];
  withLines(app, [line], { from: '2026-03-09', to: '2026-03-10' });
  Object.assign(app.api.statements, {
    draft: async ({ choices }: { choices: { uses: { invoiceId: string }[] }[] }) => {
      asked.push(['draft', choices.flatMap(({ uses }) => uses.map(({ invoiceId }) => invoiceId))]);
      return { ids: ['e1'] };
    },
    putAside: async ({ reason }: { reason: string }) => void asked.push(['put aside', reason]),
  });
  return { app, asked };
}

test('by the keys of a bank line its second invoice is paid, and the line is put aside with a reason', async () => {
  const { app, asked } = withLine();
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('radio', { name: /SE-2/ })).toBeVisible();
  expect(await violations()).toEqual([]);
  await press('2', 'Control+Enter');
  await expect.poll(() => asked).toEqual([['draft', ['SE-2']]]);
  await press('a');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A refund');
  await press('Enter');
  await expect.poll(() => asked.at(-1)).toEqual(['put aside', 'A refund']);
});

fullTest('the palette names what a bank line offers, not what the same keys do elsewhere', async () => {
  const { app, asked } = withLine();
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('radio', { name: /SE-2/ })).toBeVisible();
  await press('Control+k');
  await userEvent.keyboard('not for an invoice');
  await expect.element(page.getByRole('option', { name: /Approve and send/ })).not.toBeInTheDocument();
  await page.getByRole('option', { name: /^Not for an invoice/ }).click();
  await expect.poll(() => asked).toEqual([['put aside', '']]);
});

test('no payment is drafted from a doubtful line until it is kept as one of its own', async () => {
  const { app, asked } = withLine();
  withLines(app, [{ ...line, doubt: 'twin', asked: [] }], { from: '2026-03-09', to: '2026-03-10' });
  Object.assign(app.api.statements, { keepLine: async () => void asked.push(['kept']) });
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('button', { name: 'Draft payment' })).toBeDisabled();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'It is one of its own' }).click();
  await expect.poll(() => asked).toEqual([['kept']]);
  await page.getByRole('button', { name: 'Show that day' }).click();
  await expect
    .element(page.getByRole('combobox', { name: 'Search bank lines' }))
    .toHaveValue('account:DE89370400440532013000 date:2026-03-10');
});

test('what stays open after a part payment and what the ready lines come to is said before anything is drafted', async () => {
  const { app } = withLine();
  const part = candidate('SE-1');
  part.uses = part.uses.map((use) => ({ ...use, openMinor: 200_000n }));
  withLines(app, [{ ...line, ticked: part, asked: [] }], { from: '2026-03-09', to: '2026-03-10' });
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('radio', { name: /750\.00 EUR stays open/ })).toBeVisible();
  await expect.poll(() => document.querySelector('p.ready')?.textContent).toContain('1,250.00');
});

test('the lines on paper are the filtered ones with their states, and their sum', async () => {
  const { app } = withLine();
  let paper = '';
  app.api.app.pdf = async () => {
    paper = document.querySelector('.paper-only')?.textContent ?? '';
    return null;
  };
  globalThis.print = () => undefined;
  await openWindow(app, 'bank-lines');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Save as PDF' }).click();
  await expect.poll(() => paper).toMatch(/Solar Alentejo\s*THANK YOU\s*Open.*Sum in EUR/s);
});

/** Many lines of one day each, the newest first. */
const many = (count: number): BankLineView[] =>
  Array.from({ length: count }, (_, at) => ({ ...line, id: count - at, payer: `Payer ${at}`, state: at % 2 === 0 ? 'open' : 'drafted' }));

test('of 10,000 bank lines only those in sight are drawn, and keys reach both ends', async () => {
  const { app } = withLine();
  withLines(app, many(10_000), { from: '2026-03-09', to: '2026-03-10' });
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('heading', { name: 'Payer 0' })).toBeVisible();
  await press('End');
  await expect.element(page.getByRole('heading', { name: 'Payer 9999' })).toBeVisible();
  await press('k');
  await expect.element(page.getByRole('heading', { name: 'Payer 9998' })).toBeVisible();
  await press('Home');
  await expect.element(page.getByRole('heading', { name: 'Payer 0' })).toBeVisible();
  expect(document.querySelectorAll('[role=grid] [data-place]').length).toBeLessThan(60);
});

test('a query narrows bank lines, its state is the pressed tab, and the saved view asks it again', async () => {
  const { app } = withLine();
  withLines(app, many(20), { from: '2026-03-09', to: '2026-03-10' });
  await openWindow(app, 'bank-lines');
  await page.getByRole('button', { name: /^Drafted/ }).click();
  const box = page.getByRole('combobox', { name: 'Search bank lines' });
  await expect.element(box).toHaveValue('state:drafted');
  await expect.element(page.getByRole('heading', { name: 'Payer 1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('To send');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: /^All/ }).click();
  await expect.element(box).toHaveValue('');
  await page.getByRole('link', { name: /^To send/ }).click();
  await expect.element(box).toHaveValue('state:drafted');
  await expect.element(page.getByRole('button', { name: /^Drafted/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await violations()).toEqual([]);
});

test('a statement dropped on another page is told by its content; on Bank lines a file of records is offered to the import', async () => {
  const { app } = withLine();
  const brought: string[] = [];
  app.api.statements.isStatement = async ({ file }) => (await file.text()).includes('Balance');
  app.api.statements.importFile = async ({ name }) => {
    brought.push(name);
    return name === 'bank.csv'
      ? { ok: true, imported: 1, doubtful: 0, known: 0, announced: 0 }
      : { ok: false, refusal: { why: 'notStatement', where: '', differenceMinor: null, currency: null } };
  };
  await openWindow(app, 'invoices');
  const drop = (name: string, text: string) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
  };
  drop('bank.csv', 'Date,Amount,Balance');
  await expect.poll(() => brought).toEqual(['bank.csv']);
  await expect.element(page.getByRole('heading', { name: 'Bank lines', level: 1 })).toBeVisible();
  drop('records.csv', 'id,status');
  await page.getByRole('button', { name: 'Import as records' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
