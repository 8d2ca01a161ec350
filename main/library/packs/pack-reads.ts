import type { Client } from '#main/api/client.ts';
import type { Failure } from '#main/api/result.ts';
import type { PackItem, PackItemState } from '#main/documents/packs.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { putStub, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { readOf, undocumentedReadOf } from '#shared/service/operations.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { sameId } from '#shared/values/uuid.ts';
import { isReadable } from '#main/library/documents/document-store.ts';
import type { Documents } from '#main/library/documents/documents.ts';

export interface PackReads {
  store: Store;
  client: Pick<Client, 'read'>;
  documents: Pick<Documents, 'fetch'>;
  /** True when the account allows a GET of this kind that the specification does not show. */
  mayRead(kind: RecordKind): boolean;
}

/** The result of reading one item: a verdict, or a network problem that postpones it. */
export type ItemOutcome = { kind: 'verdict'; item: PackItem } | { kind: 'later'; afterMs: number } | { kind: 'stop'; failure: Failure };

/** Reads one item of a pack into the cache. Never throws for the network. */
export async function readItem(reads: PackReads, ref: RecordRef, signal: AbortSignal): Promise<ItemOutcome> {
  return ref.kind === 'invoicePayable' ? readDocument(reads, ref, signal) : readRecord(reads, ref, signal);
}

const verdict = (ref: RecordRef, state: PackItemState, detail: string | null = null, bytes = 0): ItemOutcome => ({
  kind: 'verdict',
  item: { ref, state, detail, bytes },
});

async function readDocument({ documents }: PackReads, ref: RecordRef, signal: AbortSignal): Promise<ItemOutcome> {
  const answer = await documents.fetch(ref.id, null, signal);
  if (!answer.ok) return outcomeOf(ref, answer.failure);
  const { state, detail, bytes } = answer.value;
  return isReadable(answer.value) ? verdict(ref, 'ready', null, bytes ?? 0) : verdict(ref, 'failed', detail ?? state);
}

async function readRecord({ store, client, mayRead }: PackReads, ref: RecordRef, signal: AbortSignal): Promise<ItemOutcome> {
  const request = readOf(ref.kind, ref.id) ?? (mayRead(ref.kind) ? undocumentedReadOf(ref.kind, ref.id) : null);
  if (!request) {
    const known = recordOf(store, ref);
    if (known) return verdict(ref, 'ready', 'knownBefore', known.text.length);
    // The id alone can still get a comment or a payment.
    putStub(store, ref, store.world.now());
    return verdict(ref, 'notReadable');
  }
  const asked = store.hearings.ask();
  const answer = await client.read(request, signal);
  if (!answer.ok) return outcomeOf(ref, answer.failure);
  const { value, text, etag } = answer.value;
  const id = recordId(ref.kind, value);
  if (id === null || !sameId(id, ref.id)) return verdict(ref, 'failed', 'otherRecord');
  hearRecord(store, { ref, value, text, provenance: 'read', asked, asOf: store.world.now(), complete: true, etag });
  return verdict(ref, 'ready', null, text.length);
}

/** The scope of a failure: this item, this moment, or the whole connection. */
function outcomeOf(ref: RecordRef, failure: Failure): ItemOutcome {
  switch (failure.kind) {
    case 'refused':
      return verdict(ref, ...refusal(failure));
    case 'otherCompany':
      return verdict(ref, 'missing', null);
    case 'rateLimited':
      return { kind: 'later', afterMs: failure.retryAfterMs };
    case 'notSent':
    case 'unauthorized':
    case 'captivePortal':
    case 'tooLate':
    case 'cancelled':
      return { kind: 'stop', failure };
    case 'redirected':
      return verdict(ref, 'failed', `redirected: ${failure.why}`);
    case 'noAnswer':
    case 'unreadable':
    case 'serviceTrouble':
    case 'tooLarge':
      return verdict(ref, 'failed', failure.kind);
  }
}

/** By the error's `type` first, by status only where there is none ("Errors"). */
function refusal({ error, status }: Extract<Failure, { kind: 'refused' }>): [PackItemState, string | null] {
  const type = error?.type ?? { 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status] ?? null;
  if (type === 'FORBIDDEN') return ['noAccess', null];
  if (type === 'NOT_FOUND') return ['missing', null];
  return ['failed', type ?? `status ${status}`];
}
