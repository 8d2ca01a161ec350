import type { Store } from '#main/storage/store.ts';
import { countedUnderWay, newestInNeed, paymentsToReview } from '#main/outbox/under-way.ts';
import type { UnderWay } from '#shared/contract/views/views.ts';
import { sumByCurrency } from '#shared/values/money.ts';
import { editRowsOf } from '#main/edits/view.ts';

/** Edits under way by kind, for Today. */
export function underWay(store: Store): UnderWay {
  return {
    kinds: countedUnderWay(store).map(({ touchesBank, ...counted }) => ({ ...counted, touchesBank: touchesBank === 1 })),
    payments: sumByCurrency(editRowsOf(store, paymentsToReview(store))),
    newest: editRowsOf(store, newestInNeed(store)),
  };
}
