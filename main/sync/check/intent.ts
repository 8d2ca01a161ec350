import type { EngineParts } from '#main/sync/laws.ts';
import type { Sending } from '#main/api/client.ts';
import { bodyOf, editById, reasonOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { recordOf } from '#main/records/records.ts';
import { mergeFields } from '#shared/edits/absolute-fields.ts';
import { priorityOf } from '#shared/edits/edit-kind.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { Reason } from '#shared/edit.ts';
import type { JsonObject, JsonValue } from '#shared/json/json.ts';
import { integerOf } from '#shared/records/field.ts';
import { canBeRead, sentUnread } from './next-sendable.ts';
import type { Ready } from './ready.ts';

/** Builds the exact request of an edit from what is known now, or says why it must be held. Nothing is written and nothing leaves. */
export function intentOf(parts: EngineParts, row: OutboxRow): Ready | { kind: 'hold'; reason: Reason } {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body) return { kind: 'hold', reason: { kind: 'damagedRow', detail: kind ? 'body' : 'kind' } };
  // Whoever must approve an edit follows from its body.
  const isAsKind =
    row.repeat === kind.repeat && row.priority === priorityOf(kind, body) && row.touchesBank === (kind.touchesBank(body) ? 1 : 0);
  if (!isAsKind) return { kind: 'hold', reason: { kind: 'notAsApproved', what: 'body' } };
  const moved = row.priority === 'payment' ? parts.laws.movedInvoice(parts, row) : null;
  if (moved) return { kind: 'hold', reason: moved };
  const whole = parts.sendsWhole(kind.kind) ? kind.whole : undefined;
  const asked = row.repeat === 'absoluteVersioned' || whole !== undefined;
  const known = asked ? recordOf(parts.store, refOf(row)) : null;
  const base = known?.complete ? known.value : null;
  if (whole && isUnread(parts, row)) return { kind: 'hold', reason: { kind: 'cannotRead', status: null, why: 'whole' } };
  const partly = kind.needsCompleteBase && base === null;
  if (partly && !parts.laws.maySendPartly(parts.store, row)) return { kind: 'hold', reason: { kind: 'incompleteBase' } };
  // Every known field would go over what the user said is there; released, it does (law 29).
  if (whole && known?.unsure && reasonOf(row)?.kind !== 'cannotRead') return { kind: 'hold', reason: { kind: 'cannotRead', status: null } };
  const request = kind.request(row.recordId, whole && known ? mergeFields(whole(known.value), body) : body, base);
  // Without a read, a service that knows better than our tag would refuse the same edit for ever: a settled one goes without it.
  const ifMatch = row.repeat === 'absoluteVersioned' && !wasSettled(parts, row) && row.attempts === 0 ? strong(known?.etag) : null;
  const sending: Sending = {
    ...request,
    priority: row.priority,
    idempotencyKey: row.id,
    ...(ifMatch === null ? {} : { ifMatch }),
    ...(row.priority === 'payment' ? {} : { expects: (value: JsonObject) => kind.answer(row.recordId, body, value).kind === 'asSent' }),
  };
  const prepared = parts.client.prepare(sending);
  const { method, url, sha256 } = prepared;
  const bytes = prepared.bytes ?? new Uint8Array();
  const attempt = {
    method,
    url,
    sha256,
    body: bytes,
    ifMatch,
    idempotencyKey: row.id,
    baseVersion: row.repeat === 'absoluteVersioned' ? versionText(base?.['version']) : null,
  };
  return {
    kind: 'ready',
    intent: { row, request: attempt },
    sending: { ...sending, prepared },
    editKind: kind,
    body,
    whole: Boolean(whole),
    partly,
  };
}

/** All fields of a record that nobody can look at would go over whatever somebody else changed since: a person says so first. */
function isUnread({ mayRead }: EngineParts, row: OutboxRow): boolean {
  return !canBeRead(row, mayRead) && !sentUnread(row);
}

/** A weak tag never matches (RFC 9110, If-Match). */
const strong = (etag: string | null | undefined): string | null => (etag == null || etag.startsWith('W/') ? null : etag);

/** True when the edit replaces one that the user settled or corrected; not when it was only merged with an earlier one. */
function wasSettled({ store }: EngineParts, row: OutboxRow): boolean {
  const before = row.supersedes === null ? null : editById(store, row.supersedes);
  return before !== null && reasonOf(before)?.kind !== 'merged';
}

function versionText(version: JsonValue | undefined): string | null {
  return integerOf(version)?.toString() ?? null;
}
