import type { BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import type { FakeApp } from './fake-app.ts';

const candidate = (number: string, customerName: string): CandidateView => ({
  uses: [{ invoiceId: number, number, customerName, dueDate: '2026-03-01', minor: 125_000n, openMinor: 125_000n }],
  why: 'payerSameSums',
});

/** Gives a desk a statement's lines: asked, drafted, recorded, put aside and one for no invoice. */
export function withBankLines(app: FakeApp, payer = 'Solar Alentejo', minor = 125_000n): FakeApp {
  const account = {
    id: 1,
    account: 'DE89370400440532013000',
    currency: 'EUR',
    bankAccountId: '0b000000-0000-4000-8000-000000000001',
    evidenceOnly: false,
  };
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
  Object.assign(app.api.statements, {
    overview: async () => ({
      accounts: [{ ...account, from: '2026-02-01', to: '2026-03-10', covered: [{ from: '2026-02-01', to: '2026-03-10' }] }],
      counts: { open: 2, drafted: 1, recorded: 1, putAside: 1, out: 1 },
      ...{ planned: true, ready: 0, assigned: false },
    }),
    list: async () => ({ lines, more: false }),
    line: async ({ id }: { id: number }) => lines[id - 1],
  });
  return app;
}
