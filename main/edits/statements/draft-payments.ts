import { editKinds } from '#shared/edits/edit-kinds.ts';
import { checkEdit, recordChecked, type EditIssue } from '#main/edits/record/record-edit.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import { bankAccounts, useLine } from '#main/statements/bank-lines.ts';
import { pagedLine } from '#main/statements/line-pages.ts';
import type { Store } from '#main/storage/store.ts';
import { recordOf } from '#main/records/records.ts';

const paymentKind = editKinds.find(({ key }) => key === 'recordPayment')!;

/** A line and the parts of it that pay invoices. */
export interface LineChoice {
  line: number;
  uses: readonly { invoiceId: string; minor: bigint }[];
}

export type DraftAnswer = { ok: true; ids: string[] } | { ok: false; issues: EditIssue[] };

/**
 * Drafts a payment for each use, with its line as evidence, in one commit. A user reviews and approves them like any payment. Drafts nothing when a line
 * has less left than its uses, its account is not confirmed or recorded on another laptop, or an invoice has another currency.
 */
export function draftPayments(store: Store, choices: readonly LineChoice[], rules: ReviewRules): DraftAnswer {
  return store.commit('payments drafted from lines', () => {
    /** The unused amount of each line. */
    const rests = new Map<number, bigint>();
    const accounts = new Map(bankAccounts(store).map((account) => [account.id, account]));
    const issues: EditIssue[] = [];
    const drafts = choices.flatMap(({ line: id, uses }, at) => {
      const refuse = (message: string) => (issues.push({ path: [String(at)], message }), []);
      const line = pagedLine(store, id);
      if (!line || line.putAside !== null || line.reversal || line.doubt !== null) return refuse('lineNotOpen');
      const { bankAccountId = null, evidenceOnly = false } = accounts.get(line.account) ?? {};
      if (evidenceOnly) return refuse('recordedElsewhere');
      if (bankAccountId === null) return refuse('accountNotConfirmed');
      const rest = uses.reduce((left, { minor }) => left - minor, rests.get(id) ?? line.restMinor);
      if (uses.length === 0 || uses.some(({ minor }) => minor <= 0n) || rest < 0n) return refuse('moreThanLine');
      rests.set(id, rest);
      return uses.flatMap(({ invoiceId, minor }) => {
        if (recordOf(store, { kind: 'invoiceReceivable', id: invoiceId })?.value['currency'] !== line.currency)
          return refuse('otherCurrency');
        const body = { paymentDate: line.bookedOn, bankAccountId, amountInInvoiceCurrency: minor };
        const checked = checkEdit({ kind: paymentKind.kind, recordKind: 'invoiceReceivable', recordId: invoiceId, body });
        if (!checked.ok) issues.push(...checked.issues);
        return !checked.ok ? [] : [{ line: id, minor, edit: checked.edit }];
      });
    });
    if (issues.length > 0) return { ok: false, issues };
    const ids = drafts.map(({ line, minor, edit }) => {
      const { id } = recordChecked(store, edit, rules);
      useLine(store, { line, editId: id, minor });
      return id;
    });
    store.changed({ kind: 'bankLines' });
    return { ok: true, ids };
  });
}
