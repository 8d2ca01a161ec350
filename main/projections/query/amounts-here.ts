import { editKind } from '#shared/edits/edit-kinds.ts';
import { leftOf } from '#shared/edits/payments-here.ts';
import { settledStates } from '#shared/service/invoice-states.ts';
import { everyPayment } from '#main/outbox/reading/edit-lists.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { untilChange } from '#main/storage/changes-of.ts';

/** An invoice with payments recorded on this laptop: what each is, and what is still open, in minor units of its currency. */
export interface PaidInvoice {
  row: number;
  id: string;
  currency: string;
  payments: bigint[];
  open: bigint | null;
}

/** Every invoice with payments recorded here; read once for all letters of a search. */
export const paidInvoices = untilChange((store) => {
  const byRow = Map.groupBy(everyPayment(store), ({ row }) => row);
  return [...byRow].flatMap(([row, edits]): PaidInvoice[] => {
    const [first] = edits;
    const payments = edits.flatMap((edit) => {
      const body = bodyOf(edit);
      return (body && editKind(edit.kind)?.amountMinor?.(body)) ?? [];
    });
    if (!first || payments.length === 0) return [];
    const { id, currency, status, total } = first;
    const paid = payments.reduce((sum, each) => sum + each, 0n);
    const open = settledStates.includes(status) ? null : (leftOf(total, status, paid)?.minor ?? null);
    return [{ row, id, currency, payments, open }];
  });
});
