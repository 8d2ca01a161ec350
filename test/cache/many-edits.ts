import { insertEdit, type NewEdit } from '#main/outbox/outbox.ts';
import { moveEdit, type Move } from '#main/outbox/move.ts';
import { claim } from '#main/outbox/claim.ts';
import { editById } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { editStates, type EditState } from '#shared/edit.ts';
import { idOf } from './many-records.ts';

/** The steps by which an edit comes to a state; `sending` stands for a claim. */
const ways: Record<EditState, EditState[]> = {
  draft: [],
  waiting: ['waiting'],
  sending: ['waiting', 'sending'],
  checking: ['waiting', 'sending', 'checking'],
  applied: ['waiting', 'sending', 'applied'],
  rejected: ['waiting', 'sending', 'rejected'],
  conflict: ['waiting', 'sending', 'conflict'],
  inDoubt: ['waiting', 'sending', 'inDoubt'],
  held: ['held'],
  confirmed: ['waiting', 'sending', 'inDoubt', 'confirmed'],
  superseded: ['superseded'],
  discarded: ['discarded'],
};

const move = (to: EditState): Move => ({
  to,
  what: 'test',
  reason: { kind: 'byPerson' },
  ...(to === 'waiting' ? { approvedBy: 'test' } : {}),
});

function step(store: Store, id: string, to: EditState): void {
  const row = editById(store, id);
  if (!row) throw new Error('the edit is there');
  if (to === 'sending') {
    const request = { method: 'PATCH', url: 'https://service.test/v1', body: new Uint8Array([123, 125]), sha256: 'ab'.repeat(32) };
    claim(store, [{ row, request: { ...request, ifMatch: null, idempotencyKey: null, baseVersion: null } }]);
  } else if (!moveEdit(store, row, move(to))) throw new Error(`no move to ${to}`);
}

/** Records one edit and walks it to a state, as the engine and a user would. Each has a record of its own, unless `more` says otherwise. */
export function putEdit(store: Store, n: number, state: EditState, more: Partial<NewEdit> = {}): string {
  const id = idOf(n, 'ed');
  store.commit('edit', () => {
    insertEdit(store, {
      id,
      kind: 'updateExpense',
      record: { kind: 'expense', id: idOf(n) },
      state: 'draft',
      repeat: 'absoluteReadable',
      priority: 'write',
      review: 'review',
      touchesBank: false,
      body: { performedDate: '2026-03-12', note: `typed ${n}` },
      base: JSON.stringify({ id: idOf(n), performedDate: '2026-03-01' }),
      supersedes: null,
      approvedBy: null,
      ...more,
    });
    for (const to of ways[state]) step(store, id, to);
  });
  return id;
}

/** Walks an edit on through these states. */
export function walkEdit(store: Store, id: string, ...states: EditState[]): void {
  store.commit('walk', () => {
    for (const to of states) step(store, id, to);
  });
}

/** Records `count` edits, in all states in turn. Answers how many are open. */
export function putEdits(store: Store, count: number): number {
  const closed: EditState[] = ['applied', 'confirmed', 'superseded', 'discarded'];
  let open = 0;
  for (let n = 0; n < count; n++) {
    const state = editStates[n % editStates.length] ?? 'draft';
    putEdit(store, n, state);
    if (!closed.includes(state)) open += 1;
  }
  return open;
}
