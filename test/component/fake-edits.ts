import { ORPCError } from '@orpc/client';
import { closedStates, type EditState, type FieldDifference, type Reason } from '#shared/edit.ts';
import type { Evidence, PendingField } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { priorityOf } from '#shared/edits/edit-kind.ts';
import { editKind, readBody, type BodyIssue } from '#shared/edits/edit-kinds.ts';
import { dateIn, type PaidHere } from '#shared/edits/payments-here.ts';
import { stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { integerOf } from '#shared/records/field.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { now, type FakeRecord } from './fake-records.ts';

/** One edit of the fake outbox. */
export interface FakeEdit {
  seq: number;
  id: string;
  kind: string;
  record: RecordRef;
  body: JsonObject;
  base: JsonObject;
  state: EditState;
  reason: Reason | null;
  attempts: number;
  /** A request of it may have arrived. */
  mayBeSent?: true;
  /** It lacks the full record: what is known here and would be emptied. */
  wouldEmpty?: FieldDifference[];
  releasesTo?: EditState;
  releasableAt?: number;
  holdsBack?: number;
}

export const isOpen = (edit: Pick<FakeEdit, 'state'>): boolean => !(closedStates as readonly EditState[]).includes(edit.state);

export function nothingToUndo(): never {
  throw new ORPCError('NOT_NOW', { defined: true, status: 409, data: { why: 'nothingToUndo' } });
}

export function paidOf({ kind, service }: FakeRecord, edits: FakeEdit[]): { paid?: PaidHere } {
  if (kind !== 'invoiceReceivable') return {};
  const made = edits.filter(
    (edit) => edit.kind === 'recordInvoicePayment' && !['rejected', 'conflict', 'discarded', 'superseded'].includes(edit.state),
  );
  const payments = made.flatMap(({ id, body }) => {
    const amountMinor = integerOf(body['amountInInvoiceCurrency']);
    return amountMinor === null ? [] : [{ id, date: dateIn(body), amountMinor }];
  });
  return { paid: { payments, elsewhere: service['state'] === 'PARTIALLY_PAID' && made.every(({ attempts }) => attempts === 0) } };
}

/** The same for edits that look the same; a payment, a conflict, a rejection and a doubt stand alone. */
export function looksOf({ kind, state, body, id }: Pick<FakeEdit, 'kind' | 'state' | 'id'> & { body: JsonObject | null }): string {
  const alone = kind === 'recordInvoicePayment' || ['conflict', 'rejected', 'inDoubt'].includes(state);
  return alone ? id : `${kind} ${state} ${stringifyJson(body ?? {})}`;
}

/** An id that looks like one and is the same in every run. */
export function fakeId(seq: number): string {
  return `e0000000-0000-4000-8000-${seq.toString().padStart(12, '0')}`;
}

/** Checks and makes an edit as the main process would; issues when the kind refuses the body. */
export function makeEdit(
  seq: number,
  kindName: string,
  record: RecordRef,
  bodyGiven: unknown,
  base: JsonObject,
): { ok: true; edit: FakeEdit } | { ok: false; issues: BodyIssue[] } {
  const kind = editKind(kindName);
  if (!kind) return { ok: false, issues: [{ path: [], message: `no kind ${kindName}` }] };
  const answer = readBody(kind, bodyGiven);
  if (!answer.ok) return answer;
  const state = kind.review(answer.body) === 'automatic' && !kind.touchesBank(answer.body) ? 'waiting' : 'draft';
  const edit: FakeEdit = {
    seq,
    id: fakeId(seq),
    kind: kindName,
    record,
    body: answer.body,
    base: { ...base },
    state,
    reason: null,
    attempts: 0,
  };
  return { ok: true, edit };
}

/** The service's record after each of the open edits. */
export function layersOver(service: JsonObject, edits: FakeEdit[]): { state: EditState; view: JsonObject }[] {
  let view = service;
  return edits.filter(isOpen).map((edit) => ({ state: edit.state, view: (view = editKind(edit.kind)?.overlay(view, edit.body) ?? view) }));
}

/** The service's record with the open edits on top. */
export const overlaid = (service: JsonObject, edits: FakeEdit[]): JsonObject => layersOver(service, edits).at(-1)?.view ?? service;

export function pendingOf(service: JsonObject, edits: FakeEdit[]): PendingField[] {
  return edits.filter(isOpen).flatMap((edit) =>
    (editKind(edit.kind)?.touched(edit.body) ?? []).map(({ path, value }) => ({
      path,
      service: valueAt(service, path),
      mine: value,
      editId: edit.id,
      state: edit.state,
    })),
  );
}

export function rowOfEdit(edit: FakeEdit, title: string, currency: string | null): EditRow {
  const kind = editKind(edit.kind);
  if (!kind) throw new Error(`no kind ${edit.kind}`);
  const amount = edit.body['amountInInvoiceCurrency'];
  return {
    seq: edit.seq,
    id: edit.id,
    kind: edit.kind,
    record: edit.record,
    recordTitle: title,
    state: edit.state,
    repeat: kind.repeat,
    review: kind.review(edit.body),
    priority: priorityOf(kind, edit.body),
    touchesBank: kind.touchesBank(edit.body),
    body: edit.body,
    description: kind.describe(edit.body),
    reason: edit.reason,
    ...(edit.mayBeSent ? { mayBeSent: true as const } : {}),
    ...(edit.releasesTo === undefined ? {} : { releasesTo: edit.releasesTo }),
    ...(edit.releasableAt === undefined ? {} : { releasableAt: edit.releasableAt }),
    ...(edit.holdsBack === undefined ? {} : { holdsBack: edit.holdsBack }),
    ...(edit.wouldEmpty && edit.state === 'held' ? { wouldEmpty: edit.wouldEmpty } : {}),
    attempts: edit.attempts,
    recordedAt: now - (100 - edit.seq) * 60_000,
    approvedAt: null,
    changedAt: now - (90 - edit.seq) * 60_000,
    changes: kind.touched(edit.body).map(({ path, value }) => ({ path, base: valueAt(edit.base, path), mine: value })),
    amountMinor: typeof amount === 'bigint' ? amount : null,
    currency: typeof amount === 'bigint' ? (typeof edit.base['currency'] === 'string' ? edit.base['currency'] : currency) : null,
    reversible: edit.state === 'applied' && kind.reverse(edit.body, edit.base) !== null,
    readable: true,
  };
}

export function fakeEvidence(edit: FakeEdit, row: EditRow): Evidence {
  return {
    edit: row,
    attempts: [{ n: 1, sentAt: now - 300_000, sha256: 'ab'.repeat(32), bytes: 142, outcome: 'noAnswer', afterMs: 90_000 }],
    request: { method: 'POST', url: `https://backoffice.example/v1/invoice-receivables/${edit.record.id}/payments`, body: '{}' },
    recordBefore: edit.base,
    readSince: null,
    unlocksInMs: 0,
  };
}
