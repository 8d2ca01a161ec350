import { documentOf } from '#main/cache/documents/documents.ts';
import { otherPacksOf, packItems, packRow, packTitles, removePack, removePackItems } from '#main/cache/documents/packs.ts';
import type { Store } from '#main/cache/database/store.ts';
import { openEditsOf } from '#main/cache/outbox/outbox.ts';
import { knownTextOf } from '#main/cache/records/records.ts';
import { appendAudit } from '#main/cache/trail/audit.ts';
import { leave, type Leaving } from '#main/library/leave.ts';
import type { EndedTrip, TripEnd } from '#shared/contract/library-views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

export interface TripParts extends Leaving {
  /** Stops the filling of the pack. */
  stop(id: string): void;
}

interface Plan extends TripEnd {
  refs: RecordRef[];
  recordIds: string[];
}

/** What the end of a trip would take off this laptop and what would stay; null when there is no such pack. Nothing is changed. */
export function tripEndOf(store: Store, id: string): TripEnd | null {
  const plan = planOf(store, id);
  if (!plan) return null;
  const { refs: _refs, recordIds: _ids, ...told } = plan;
  return told;
}

/**
 * Ends a trip: its records and documents leave this laptop, and the pack with them; what another pack needs and what is pinned stays. Nothing
 * leaves while an edit of one of its records is open (`unsent`), nor where the person saw other numbers (`moved`). Cut off in between, the
 * pack holds what is left. Null when there is no such pack.
 */
export async function endTrip(parts: TripParts, id: string, seen: Pick<TripEnd, 'records' | 'documents'>): Promise<EndedTrip | null> {
  const { store } = parts;
  const plan = planOf(store, id);
  if (!plan) return null;
  if (plan.unsent > 0) return { kind: 'unsent' };
  if (plan.records !== seen.records || plan.documents !== seen.documents) return { kind: 'moved' };
  parts.stop(id);
  const stays = new Set(plan.stays.map(({ ref }) => ref.id));
  const left = await leave(parts, { records: plan.refs, documents: plan.recordIds }, (refs) => removePackItems(store, id, refs));
  if (!store.sql.open) return { kind: 'ended', ...left, bytes: plan.bytes, stayed: stays.size };
  return store.commit('trip ended', () => {
    const { name } = packRow(store, id) ?? { name: '' };
    removePack(store, id);
    appendAudit(store, { what: 'tripEnded', editId: null, record: null, facts: { name, ...left, bytes: plan.bytes, stayed: stays.size } });
    return { kind: 'ended', ...left, bytes: plan.bytes, stayed: stays.size };
  });
}

function planOf(store: Store, id: string): Plan | null {
  if (!packRow(store, id)) return null;
  const plan: Plan = { records: 0, documents: 0, bytes: 0, unsent: 0, stays: [], refs: [], recordIds: [] };
  const titles = packTitles(store, id);
  const elsewhere = otherPacksOf(store, id);
  for (const { ref } of packItems(store, id)) {
    const key = `${ref.kind} ${ref.id}`;
    const open = openEditsOf(store, ref).length;
    const document = ref.kind === 'invoicePayable' ? documentOf(store, ref.id) : null;
    const why = open > 0 ? 'unsent' : elsewhere.has(key) ? 'otherPack' : document?.pinned ? 'pinned' : null;
    plan.unsent += open;
    if (why !== null) plan.stays.push({ ref, title: titles.get(key) ?? null, why });
    else countIn(store, plan, ref, document?.state === 'here' ? (document.bytes ?? 0) : null);
  }
  return plan;
}

/** `documentBytes` is null where no document of it is here. */
function countIn(store: Store, plan: Plan, ref: RecordRef, documentBytes: number | null): void {
  const text = knownTextOf(store, ref);
  plan.refs.push(ref);
  if (ref.kind === 'invoicePayable') plan.recordIds.push(ref.id);
  if (text !== null) plan.records += 1;
  if (documentBytes !== null) plan.documents += 1;
  plan.bytes += (text?.length ?? 0) + (documentBytes ?? 0);
}
