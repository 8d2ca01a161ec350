import { appendAudit } from '#main/audit/audit.ts';
import { endAttempt } from '#main/outbox/attempts.ts';
import { claim } from '#main/outbox/claim.ts';
import { moveEdit } from '#main/outbox/move.ts';
import { editById, insertEdit, type NewEdit, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Rebased } from '#main/outbox/merge/rebase.ts';
import { hearRecord } from '#main/outbox/hear-record.ts';
import { knownTextOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { idOf } from '#test/cache/many-records.ts';

export const vendor = { kind: 'vendor', id: idOf(1, 'b') } as const;

/** One vendor that the service speaks of, and edits of it: whatever a test says the service says next is one version newer. */
export function vendorScene(store: Store) {
  let now: JsonObject = {
    ...{ id: vendor.id, version: 1, name: 'Acme', description: 'Paper', city: 'Porto', email: 'old@acme.test' },
    ...{ bankName: 'One', bankAccountNumber: 'SE1' },
  };
  const hear = (change: JsonObject): Rebased => {
    now = { ...now, ...change, version: Number(now['version']) + 1 };
    return hearRecord(store, { ref: vendor, value: now, provenance: 'read', asOf: store.world.now(), complete: true }).rebased;
  };
  const edit = (id: string): OutboxRow => {
    const row = editById(store, id);
    if (!row) throw new Error(`no edit ${id}`);
    return row;
  };
  const walk = (id: string, ...states: EditState[]) =>
    store.commit('walk', () => {
      for (const to of states) {
        const moved =
          to === 'sending' ? leave(store, edit(id)) : moveEdit(store, edit(id), { to, what: 'test', reason: { kind: 'byPerson' } });
        if (!moved) throw new Error(`no way to ${to}`);
      }
    });
  hear({});
  return {
    hear,
    edit,
    walk,
    /** Records an edit on what is known now. */
    record: (body: JsonObject, more: Partial<NewEdit> = {}): string =>
      store.commit('record', () => {
        const id = store.world.uuid();
        const touchesBank = editKind(more.kind ?? 'updateVendor')?.touchesBank(body) ?? false;
        insertEdit(store, {
          ...{ id, kind: 'updateVendor', record: vendor, state: 'waiting', repeat: 'absoluteVersioned', priority: 'write', touchesBank },
          ...{
            review: touchesBank ? 'person' : 'automatic',
            body,
            supersedes: null,
            approvedBy: 'rule',
            base: knownTextOf(store, vendor),
            ...more,
          },
        });
        return id;
      }),
    /** Its request leaves and ends so; without an end it is under way. */
    send: (id: string, outcome?: string) => {
      walk(id, 'sending');
      if (outcome !== undefined)
        store.commit('end', () => {
          const attempt = edit(id).lastAttempt;
          endAttempt(store, id, attempt, { outcome, status: null, afterMs: 1 });
          appendAudit(store, { what: 'answered', editId: id, record: null, facts: { attempt, outcome } });
        });
    },
    move: (id: string, to: EditState, reason: Reason) =>
      store.commit('move', () => moveEdit(store, edit(id), { to, what: 'test', reason })),
  };
}

function leave(store: Store, row: OutboxRow): boolean {
  const request = { method: 'PUT', url: 'https://service.test/', body: new Uint8Array(), sha256: '', ifMatch: null };
  return claim(store, [{ row, request: { ...request, idempotencyKey: null, baseVersion: null } }]).length === 1;
}
