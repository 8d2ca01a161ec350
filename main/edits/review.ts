import { editsUnderReview } from '#main/cache/outbox/edit-lists.ts';
import { blockerOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { CurrencyTotal, EditRow, Preflight, ReviewBatch } from '#shared/contract/views.ts';
import { fingerprintOf } from './fingerprint.ts';
import { warningsOf } from './review-warnings.ts';
import { editRowsOf } from './view.ts';

type GroupKind = ReviewBatch['groups'][number]['kind'];

const order: readonly GroupKind[] = ['conflicts', 'changedOnService', 'ready', 'vendors', 'payments', 'blocked'];

/**
 * Everything that waits for a person's approval, in groups that fold, payments last, with warnings, totals per currency and the fingerprint
 * that an approval must carry. `preflight` is the newest one, or null when none was made.
 */
export function reviewBatch(store: Store, preflight: Preflight | null): ReviewBatch {
  const rows = editsUnderReview(store);
  const shown = new Map(editRowsOf(store, rows).map((edit) => [edit.id, edit]));
  const merged = new Set(preflight?.merged.map(({ editId }) => editId));
  const groups = new Map<GroupKind, OutboxRow[]>();
  for (const row of rows) {
    const kind = groupOf(store, row, merged);
    groups.set(kind, [...(groups.get(kind) ?? []), row]);
  }
  return {
    fingerprint: fingerprintOf(store),
    groups: order.flatMap((kind) => {
      const members = groups.get(kind) ?? [];
      const edits = members.flatMap((row) => shown.get(row.id) ?? []);
      return edits.length === 0 ? [] : [{ kind, edits, warnings: members.flatMap((row) => warningsOf(store, row)) }];
    }),
    totals: totalsOf([...shown.values()]),
    preflight,
  };
}

function groupOf(store: Store, row: OutboxRow, merged: ReadonlySet<string>): GroupKind {
  if (row.state === 'conflict') return 'conflicts';
  const blocker = blockerOf(store, row);
  if (blocker && ['rejected', 'conflict', 'inDoubt', 'held'].includes(blocker.state)) return 'blocked';
  if (row.lane === 'payment') return 'payments';
  if (merged.has(row.id)) return 'changedOnService';
  return row.repeat === 'absoluteVersioned' ? 'vendors' : 'ready';
}

/** Sums never mix currencies; what has none is not summed. */
function totalsOf(edits: readonly EditRow[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { amountMinor, currency } of edits) {
    if (amountMinor === null || currency === null) continue;
    const total = totals.get(currency) ?? { currency, amountMinor: 0n, count: 0 };
    totals.set(currency, { currency, amountMinor: total.amountMinor + amountMinor, count: total.count + 1 });
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
