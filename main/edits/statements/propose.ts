import { paidHere } from '#main/edits/review/ledger.ts';
import { bankAccounts, bankLines, livingUses, restOf, type BankLine, type LivingUse } from '#main/statements/bank-lines.ts';
import { learnedPayers, payableInvoices } from '#main/statements/payable-invoices.ts';
import { untilChange } from '#main/storage/changes-of.ts';
import type { Store } from '#main/storage/store.ts';
import type { BankLinesView, BankLineState, BankLineView, CandidateView } from '#shared/contract/views/statement-views.ts';
import { matchLines } from '#shared/statements/match.ts';
import type { Candidate, OpenInvoice } from '#shared/statements/match-types.ts';

const known = untilChange<BankLinesView>(1);

/** Every line with its state, and for open ones the invoices that it may pay. Computed once until the next change. */
export function proposeLines(store: Store): BankLinesView {
  const before = known.get(store, '');
  if (before) return before;
  const uses = livingUses(store);
  const lines = bankLines(store).map((line) => viewOf(line, uses.get(line.id) ?? []));
  const open = lines.filter(({ state }) => state === 'open').reverse();
  const invoices = open.length === 0 ? [] : openInvoices(store);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const matches = new Map(matchLines(open, invoices, learnedPayers(store)).map((match) => [match.line, match]));
  const shown = ({ uses: of, why }: Candidate): CandidateView => ({
    why,
    uses: of.flatMap(({ invoiceId, minor }) => {
      const invoice = byId.get(invoiceId);
      if (!invoice) return [];
      const { number, customerName, dueDate, openMinor } = invoice;
      return [{ invoiceId, number, customerName, dueDate, minor, openMinor }];
    }),
  });
  const view = {
    accounts: bankAccounts(store),
    lines: lines.map((line) => {
      const match = matches.get(line.id);
      return match ? { ...line, ticked: match.ticked && shown(match.ticked), asked: match.asked.map(shown), tied: match.tied } : line;
    }),
  };
  known.set(store, '', view);
  return view;
}

/** Open amounts: the total less every payment known here, drafts and payments under way included. */
function openInvoices(store: Store): OpenInvoice[] {
  const invoices = payableInvoices(store);
  const paid = paidHere(
    store,
    invoices.map(({ id }) => id),
  );
  return invoices.map(({ totalMinor, ...invoice }) => ({ ...invoice, openMinor: totalMinor - (paid.get(invoice.id) ?? 0n) }));
}

function viewOf(line: BankLine, uses: readonly LivingUse[]): BankLineView {
  const restMinor = restOf(line, uses);
  return { ...line, restMinor, state: stateOf(line, uses, restMinor), editIds: uses.map(({ editId }) => editId), ticked: null, asked: [], tied: 0 };
}

function stateOf({ minor, putAside, reversal }: BankLine, uses: readonly LivingUse[], restMinor: bigint): BankLineState {
  if (minor <= 0n || reversal) return 'out';
  if (putAside !== null) return 'putAside';
  if (restMinor > 0n) return 'open';
  // Only the service's answer makes a line recorded; a user's statement closes the edit alone.
  return uses.every(({ state }) => state === 'applied') ? 'recorded' : 'drafted';
}
