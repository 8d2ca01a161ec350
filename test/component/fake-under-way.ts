import type { UnderWay } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { sumByCurrency } from '#shared/values/money.ts';
import { isOpen, type FakeEdit } from './fake-edits.ts';
import type { FakeApp } from './fake-app.ts';

export const fakeUnderWay = (app: FakeApp) => ({
  tried: async () => triedOf(app.edits),
  underWay: async () => underWayOf(app.editRows()),
  overview: async () => app.overview,
});

/** True per step when an edit of that kind was ever recorded. */
function triedOf(edits: FakeEdit[]): { expense: boolean; payment: boolean; statement: boolean } {
  const any = (name: string) => edits.some(({ kind }) => kind === name);
  return { expense: any('updateExpense'), payment: any('recordInvoicePayment'), statement: false };
}

function underWayOf(edits: EditRow[]): UnderWay {
  const open = edits.filter(isOpen);
  const alike = Map.groupBy(open, ({ state, kind, touchesBank }) => `${state} ${kind} ${touchesBank}`);
  return {
    kinds: [...alike.values()].flatMap((members) =>
      members.slice(0, 1).map(({ state, kind, touchesBank }) => ({ state, kind, touchesBank, count: members.length })),
    ),
    payments: sumByCurrency(open.filter(({ state, priority }) => state === 'draft' && priority === 'payment')),
    newest: (['conflict', 'rejected', 'inDoubt', 'held'] as const).flatMap(
      (needed) => open.findLast(({ state }) => state === needed) ?? [],
    ),
  };
}
