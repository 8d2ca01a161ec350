import { documentOf } from '#main/documents/documents.ts';
import { otherPacksOf, packItems, type BroughtItem, packRow, packTitles, removePack, removePackItems } from '#main/documents/packs.ts';
import type { Store } from '#main/storage/store.ts';
import { openEditsOf } from '#main/outbox/outbox.ts';
import { knownTextOf, putStub, recordOf } from '#main/records/records.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { leave, type Leaving } from '#main/library/leave.ts';
import type { EndedTrip, TripEnd } from '#shared/contract/views/library-views.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

export interface TripParts extends Leaving {
  /** Stops the filling of the pack. */
  stop(id: string): void;
}

interface Plan extends TripEnd {
  refs: RecordRef[];
  recordIds: string[];
  /** Records of `refs` whose id was here before the trip, and stays. */
  ids: Set<string>;
}

/** Previews the end of a trip: records to remove and to keep; null without such a pack. Changes nothing. */
export function tripEndOf(store: Store, id: string): TripEnd | null {
  const plan = planOf(store, id);
  if (!plan) return null;
  const { refs: _refs, recordIds: _recordIds, ids: _ids, ...told } = plan;
  return told;
}

/**
 * Ends a trip: the records and documents that it brought leave this laptop, and the pack with them; what was here before, what another pack
 * needs and what is pinned stays. Nothing leaves while an edit of one of its records is open (`unsent`), nor where the person saw other numbers (`moved`). Cut off in between, the
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
  const left = await leave(parts, { records: plan.refs, documents: plan.recordIds }, (refs) => {
    removePackItems(store, id, refs);
    for (const ref of refs) if (plan.ids.has(keyOf(ref))) putStub(store, ref, store.world.now());
  });
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
  const plan: Plan = { records: 0, documents: 0, bytes: 0, unsent: 0, stays: [], refs: [], recordIds: [], ids: new Set() };
  const titles = packTitles(store, id);
  const elsewhere = otherPacksOf(store, id);
  for (const item of packItems(store, id)) {
    const { ref } = item;
    const key = keyOf(ref);
    const open = openEditsOf(store, ref).length;
    const document = ref.kind === 'invoicePayable' ? documentOf(store, ref.id) : null;
    const why =
      open > 0 ? 'unsent' : elsewhere.has(key) ? 'otherPack' : document?.pinned ? 'pinned' : isBrought(store, item) ? null : 'notBrought';
    plan.unsent += open;
    if (why !== null) plan.stays.push({ ref, title: titles.get(key) ?? null, why });
    else countIn(store, plan, item, document?.state === 'here' ? (document.bytes ?? 0) : null);
  }
  return plan;
}

const keyOf = (ref: RecordRef): string => `${ref.kind} ${ref.id}`;

/** A purchase invoice's record is never read, so of it the trip brought the document. */
function isBrought(store: Store, { ref, before }: BroughtItem): boolean {
  if (before === 'record') return false;
  return ref.kind === 'invoicePayable' || recordOf(store, ref)?.provenance !== 'import';
}

/** `documentBytes` is null where no document of it is here. */
function countIn(store: Store, plan: Plan, { ref, before }: BroughtItem, documentBytes: number | null): void {
  const isDocument = ref.kind === 'invoicePayable';
  if (isDocument) plan.recordIds.push(ref.id);
  const known = knownTextOf(store, ref);
  const text = isDocument ? null : known;
  if (!isDocument || known === null) plan.refs.push(ref);
  if (before === 'id') plan.ids.add(keyOf(ref));
  if (text !== null) plan.records += 1;
  if (documentBytes !== null) plan.documents += 1;
  plan.bytes += (text?.length ?? 0) + (documentBytes ?? 0);
}
