import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import type { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';

const candidate = (number: string): CandidateView => ({
  uses: [{ invoiceId: number, number, customerName: 'Solar Alentejo', dueDate: '2026-03-01', minor: 125_000n, openMinor: 125_000n }],
  why: 'payerSameSums',
});
const line: BankLineView = {
  ...{ id: 1, account: 1, bookedOn: '2026-03-10', minor: 125_000n, restMinor: 125_000n, currency: 'EUR', payer: 'Solar Alentejo' },
  ...{ payerAccount: '', endToEnd: '', text: 'THANK YOU', reference: '', bankReference: '', reversal: false, fileName: 'march.xml' },
  ...{ putAside: null, doubt: null, state: 'open', editIds: [], ticked: null, asked: [candidate('SE-1'), candidate('SE-2')], tied: 0 },
};

/** A desk with one open line of a confirmed account, and what was asked of it. */
function withLine(): { app: FakeApp; asked: unknown[] } {
  const app = scenario('working');
  const asked: unknown[] = [];
  const account = {
    id: 1,
    account: 'DE89370400440532013000',
    currency: 'EUR',
    bankAccountId: '0b000000-0000-4000-8000-000000000001',
    evidenceOnly: false,
  };
  const covered = [{ from: '2026-03-09', to: '2026-03-10' }];
  Object.assign(app.api.statements, {
    overview: async () => ({
      accounts: [{ ...account, from: '2026-03-09', to: '2026-03-10', covered }],
      counts: { open: 1, drafted: 0, recorded: 0, putAside: 0, out: 0 },
      ...{ planned: true, ready: 0, assigned: false },
    }),
    list: async () => ({ lines: [line], more: false }),
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

test('the palette names what a bank line offers, not what the same keys do elsewhere', async () => {
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
  Object.assign(app.api.statements, {
    list: async () => ({ lines: [{ ...line, doubt: 'twin', asked: [] }], more: false }),
    keepLine: async () => void asked.push(['kept']),
  });
  await openWindow(app, 'bank-lines');
  await expect.element(page.getByRole('button', { name: 'Draft payment' })).toBeDisabled();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'It is one of its own' }).click();
  await expect.poll(() => asked).toEqual([['kept']]);
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
