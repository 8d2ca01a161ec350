import { bankAccounts } from '#main/statements/bank-lines.ts';
import {
  coverage,
  lineStates,
  linesToMatch,
  pagedLine,
  pageOfLines,
  type LinePortion,
  type PagedLine,
} from '#main/statements/line-pages.ts';
import type { LineFilter } from '#main/statements/line-query.ts';
import { invoiceIdsLike } from '#main/statements/other-invoices.ts';
import type { Store } from '#main/storage/store.ts';
import type { BankLinesOverview, BankLinesPage, BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import type { Candidate, Match, OpenInvoice } from '#shared/statements/match-types.ts';
import { sumOf } from '#shared/statements/candidate-sets.ts';
import { bankLineStates } from '#shared/statements/line-state.ts';
import type { LineChoice } from './draft-payments.ts';
import { openAmong, planOf, type MatchElsewhere } from './plan.ts';

/** The confirmed accounts whose receipts are recorded on this laptop. */
const recordedHere = (store: Store) =>
  new Set(bankAccounts(store).flatMap(({ id, bankAccountId, evidenceOnly }) => (bankAccountId === null || evidenceOnly ? [] : [id])));

/** The lines that are ready to draft: proven by two signals, on a confirmed account whose receipts are recorded here. */
export function readyChoices(store: Store, elsewhere: MatchElsewhere): LineChoice[] {
  const here = recordedHere(store);
  const plan = planOf(store, elsewhere).current();
  const ticked = linesToMatch(store).flatMap(({ id, account }) => {
    const candidate = here.has(account) ? plan?.get(id)?.ticked : null;
    return candidate ? [{ line: id, candidate }] : [];
  });
  const open = openAmong(store, ticked.flatMap(({ candidate }) => candidate.uses.map(({ invoiceId }) => invoiceId))); // prettier-ignore
  return ticked.flatMap(({ line, candidate }) => (candidateView(candidate, open) ? [{ line, uses: candidate.uses }] : []));
}

/** Accounts, the days that their statements cover, and the number of lines in each state. */
export function overviewOfLines(store: Store, elsewhere: MatchElsewhere): Omit<BankLinesOverview, 'assigned'> {
  const covered = coverage(store);
  const states = lineStates(store);
  const plan = planOf(store, elsewhere).current();
  const here = recordedHere(store);
  const accounts = bankAccounts(store);
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const ready = new Map<string, { lines: number; minor: bigint }>();
  for (const { id, account, state, sure } of states) {
    const ticked = state === 'open' && sure === 1 && here.has(account) ? plan?.get(id)?.ticked : null;
    if (!ticked) continue;
    const { lines, minor } = ready.get(currencies.get(account) ?? '') ?? { lines: 0, minor: 0n };
    ready.set(currencies.get(account) ?? '', { lines: lines + 1, minor: minor + sumOf(ticked.uses) });
  }
  const counts = bankLineStates.map((name) => [name, states.filter(({ state }) => state === name).length]);
  return {
    accounts: accounts.map((account) => ({ ...account, covered: covered.get(account.id) ?? [] })),
    counts: Object.fromEntries(counts) as BankLinesOverview['counts'],
    planned: plan !== null,
    ready: [...ready].map(([currency, sum]) => ({ currency, ...sum })),
  };
}

/** A page of the lines that a query finds; open ones with the invoices that they may pay, as far as the plan is made. */
export function pageOfBankLines(
  store: Store,
  elsewhere: MatchElsewhere,
  { filter, ...portion }: LinePortion & { filter: LineFilter },
): BankLinesPage {
  const { rows, next } = pageOfLines(store, filter, portion);
  return { rows: viewsOf(store, elsewhere, rows), next, total: null };
}

/** One line with the invoices that it may pay; null for an unknown line. */
export function bankLineView(store: Store, elsewhere: MatchElsewhere, id: number): BankLineView | null {
  const row = pagedLine(store, id);
  return row ? (viewsOf(store, elsewhere, [row])[0] ?? null) : null;
}

/** Open invoices that a user may choose for a line: of its sum, or with a text in them. */
export function otherInvoices(store: Store, id: number, text: string): CandidateView[] {
  const line = pagedLine(store, id);
  if (line?.state !== 'open') return [];
  const ids = invoiceIdsLike(store, { currency: line.currency, minor: line.restMinor, text: text.trim() });
  const open = openAmong(store, ids);
  return ids.flatMap((invoiceId) => {
    const openMinor = open.get(invoiceId)?.openMinor ?? 0n;
    const minor = openMinor < line.restMinor ? openMinor : line.restMinor;
    return minor > 0n ? (candidateView({ uses: [{ invoiceId, minor }], why: 'chosen' }, open) ?? []) : [];
  });
}

function viewsOf(store: Store, elsewhere: MatchElsewhere, rows: readonly PagedLine[]): BankLineView[] {
  const plan = planOf(store, elsewhere).current();
  const matches = rows.map((row): Match | null => (row.state === 'open' ? (plan?.get(row.id) ?? null) : null));
  const candidates = matches.flatMap((match) => [...(match?.ticked ? [match.ticked] : []), ...(match?.asked ?? [])]);
  const open = openAmong(store, candidates.flatMap(({ uses }) => uses.map(({ invoiceId }) => invoiceId))); // prettier-ignore
  return rows.map((row, at) => {
    const match = matches[at];
    return {
      ...row,
      ticked: match?.ticked ? candidateView(match.ticked, open) : null,
      asked: (match?.asked ?? []).flatMap((candidate) => candidateView(candidate, open) ?? []),
      tied: match?.tied ?? 0,
    };
  });
}

/** A candidate as the window shows it; null where an invoice has less open by now than the candidate pays. */
function candidateView({ uses, why }: Candidate, open: ReadonlyMap<string, OpenInvoice>): CandidateView | null {
  const shown = uses.flatMap(({ invoiceId, minor }) => {
    const invoice = open.get(invoiceId);
    if (!invoice || invoice.openMinor < minor) return [];
    const { number, customerName, dueDate, openMinor } = invoice;
    return [{ invoiceId, number, customerName, dueDate, minor, openMinor }];
  });
  return shown.length === uses.length ? { why, uses: shown } : null;
}
