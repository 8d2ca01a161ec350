import type { Client } from '#main/api/client.ts';
import { claim } from '#main/outbox/claim.ts';
import { editById, insertEdit, type OutboxRow } from '#main/outbox/outbox.ts';
import { putRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { createClaimCounter } from '#main/sync/claim-counter.ts';
import { alwaysFresh } from '#main/sync/engine-parts.ts';
import type { EngineParts } from '#main/sync/laws.ts';
import { intentOf } from '#main/sync/check/intent.ts';
import { theLaws, type Laws } from '#main/sync/laws.ts';
import { send } from '#main/sync/step.ts';
import { isJsonObject, parseJson } from '#shared/json/json.ts';
import type { Exchange } from './exchanges.ts';

/** The engine's own parts over a store and a client; a test may bend its laws. */
export function engineParts(store: Store, client: Client, laws: Partial<Laws> = {}): EngineParts {
  const basis = {
    ...{ store, client, world: store.world, laws: { ...theLaws, ...laws }, freshness: alwaysFresh },
    guard: { read: async () => null, raise: async () => true as const },
    ...{
      mayRead: () => false,
      learnedRead: () => undefined,
      sendsWhole: () => false,
      knowsOmission: () => true,
      learnedOmission: () => undefined,
    },
  };
  return { ...basis, counter: createClaimCounter(basis, () => undefined) };
}

/** Sends an edit as the engine does: intent and claim in one commit, the request, its verdict with record and rebase in another. */
export async function sentByEngine(parts: EngineParts, { kind, body, right }: Exchange, recordId: string): Promise<OutboxRow> {
  const { store } = parts;
  if (!kind || !body) throw new Error('nothing is written');
  const record = { kind: kind.recordKind === 'any' ? ('expense' as const) : kind.recordKind, id: recordId };
  const known = parseJson(right(recordId));
  if (kind.repeat !== 'creates' && known.ok && isJsonObject(known.value))
    putRecord(store, { ref: record, value: known.value, provenance: 'import', asOf: store.world.now(), complete: true });
  const id = store.world.uuid();
  store.commit('record edit', () =>
    insertEdit(store, {
      ...{
        id,
        kind: kind.kind,
        record,
        state: 'waiting',
        repeat: kind.repeat,
        review: kind.review(body),
        body,
        base: null,
        supersedes: null,
      },
      ...{
        priority: kind.kind === 'recordInvoicePayment' ? 'payment' : 'write',
        touchesBank: kind.touchesBank(body),
        approvedBy: 'a person',
      },
    }),
  );
  const row = editById(store, id);
  const ready = row && intentOf(parts, row);
  if (!row || ready?.kind !== 'ready') throw new Error(`no request: ${JSON.stringify(ready)}`);
  const [claimed] = store.commit('turn', () => claim(store, [ready.intent]));
  if (!claimed) throw new Error('not claimed');
  const outcome = await send(parts, { ready, claim: claimed, guarded: Promise.resolve('ok'), writes: 0 }, () => 60_000);
  store.commit('turn', () => parts.laws.settleAll(store, [outcome.settlement]));
  return editById(store, id) ?? row;
}
