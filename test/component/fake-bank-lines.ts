import type { BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import { lineStateWords } from '#shared/messages/bank-line-words.ts';
import { parseQuery } from '#shared/query/parse-query.ts';
import { bankLineStates } from '#shared/statements/line-state.ts';
import type { FakeApp } from './fake-app.ts';

export const candidate = (number: string, customerName = 'Solar Alentejo'): CandidateView => ({
  uses: [{ invoiceId: number, number, customerName, dueDate: '2026-03-01', minor: 125_000n, openMinor: 125_000n }],
  why: 'payerSameSums',
});

/** An account of a bank that a user confirmed as the service's. */
export const account = {
  id: 1,
  account: 'DE89370400440532013000',
  currency: 'EUR',
  bankAccountId: '0b000000-0000-4000-8000-000000000001',
  evidenceOnly: false,
};

/** Answers a desk's questions about bank lines with these, the newest first; a query finds those with its words or of its state. */
export function withLines(app: FakeApp, lines: readonly BankLineView[], covered: { from: string; to: string }): FakeApp {
  const found = (query: string) =>
    lines.filter(({ payer, text, state }) => {
      const { terms } = parseQuery(query, 'bankLine', { locale: 'en', today: '2026-03-10' });
      return terms.every(
        (term) =>
          (term.on === 'words' && `${payer} ${text}`.toLowerCase().includes(term.words)) ||
          (term.on === 'column' && term.asked.some((one) => 'is' in one && lineStateWords[state].toLowerCase() === one.is)),
      );
    });
  const counts = Object.fromEntries(bankLineStates.map((state) => [state, lines.filter((line) => line.state === state).length]));
  const ticked = lines.flatMap(({ state, ticked: one }) => (state === 'open' && one ? one.uses : []));
  const minor = ticked.reduce((sum, use) => sum + use.minor, 0n);
  const ready = ticked.length === 0 ? [] : [{ currency: account.currency, lines: ticked.length, minor }];
  Object.assign(app.api.statements, {
    overview: async () => ({
      accounts: [{ ...account, ...covered, covered: [covered] }],
      ...{ counts, planned: true, ready, assigned: false },
    }),
    list: async ({ filter, after, skip = 0, limit, descending = true }: Parameters<FakeApp['api']['statements']['list']>[0]) => {
      const all = descending ? found(filter.query ?? '') : found(filter.query ?? '').toReversed();
      const from = (after === null ? 0 : all.findIndex(({ id }) => String(id) === after) + 1) + skip;
      const rows = all.slice(from, from + limit);
      return { rows, next: from + limit < all.length ? String(rows.at(-1)?.id) : null, total: null };
    },
    count: async ({ query = '' }: { query?: string }) => found(query).length,
    line: async ({ line }: { line: number }) => lines.find(({ id }) => id === line),
  });
  return app;
}

/** Gives a desk a statement's lines: asked, drafted, recorded, put aside and one for no invoice. */
export function withBankLines(app: FakeApp, payer = 'Solar Alentejo', minor = 125_000n): FakeApp {
  const states = ['open', 'open', 'drafted', 'recorded', 'putAside', 'out'] as const;
  const lines = states.map((state, at): BankLineView => ({
    ...{ id: at + 1, account: 1, bookedOn: `2026-03-${String(10 - at).padStart(2, '0')}`, minor, restMinor: minor, currency: 'EUR', payer },
    ...{
      payerAccount: '',
      endToEnd: '',
      text: `INVOICE SE-${at}`,
      reference: '',
      bankReference: '',
      reversal: false,
      fileName: 'march.xml',
    },
    ...{ putAside: state === 'putAside' ? 'A refund' : null, doubt: at === 1 ? 'twin' : null, state, editIds: [], ticked: null, tied: 0 },
    asked: at < 2 ? [candidate(`SE-${at}1`, payer), candidate(`SE-${at}2`, payer)] : [],
  }));
  return withLines(app, lines, { from: '2026-02-01', to: '2026-03-10' });
}
