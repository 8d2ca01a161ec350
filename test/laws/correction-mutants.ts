import { moveEdit } from '#main/outbox/move.ts';
import { editById, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import { hold } from '#main/edits/decide/hold.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import type { Deviations } from './deviations.ts';
import type { Mutant } from './mutants.ts';

/** The faults of undo and redo that were once there, each taken out of the mechanism that holds law 24. */
export const correctionMutants: readonly Mutant[] = [
  {
    name: 'redo of a correction does not ask whether what it corrects has left',
    from: 3,
    breaks: 'law 24: once',
    deviations: { prepare: withoutUniquePlaces, redo: redoing(({ repeat, priority }) => repeat === 'creates' && priority === 'write') },
    scenario: { corrects: true, restore: false, bringBack: false, damagedAtStart: false },
  },
  {
    name: 'redo of a correction leaves what it corrects open beside it',
    from: 2,
    breaks: 'law 24: one place',
    deviations: { prepare: withoutUniquePlaces, redo: besideEachOther },
    scenario: { corrects: true },
  },
  {
    name: 'redo of a date leaves while the earlier request may still arrive',
    from: 34,
    breaks: 'law 24: under way',
    deviations: { prepare: withoutUniquePlaces, redo: passingTwins },
    scenario: {
      corrects: true,
      restore: false,
      bringBack: false,
      damagedAtStart: false,
      noPerson: false,
      outage: false,
      twoDevices: false,
    },
  },
  {
    name: 'a redone payment passes the one in doubt that it corrects',
    from: 6,
    breaks: 'law 24: once',
    deviations: { prepare: withoutUniquePlaces, redo: redoing(({ priority }) => priority === 'payment') },
    scenario: { corrects: true, restore: false, bringBack: false, damagedAtStart: false },
  },
  {
    name: 'undo of a correction leaves a held original open beside it',
    from: 3,
    breaks: 'law 24: one place',
    deviations: { prepare: withoutUniquePlaces, undo: keepingHeld },
    scenario: { corrects: true },
  },
  {
    name: 'what was refused comes back by redo, ready to leave',
    breaks: 'law 24: claimed',
    deviations: { prepare: withoutUniquePlaces, redo: readyAgain },
    scenario: { corrects: true },
  },
];

function withoutUniquePlaces(...[sql]: Parameters<Deviations['prepare']>): void {
  const open = `state NOT IN ('applied', 'confirmed', 'superseded', 'discarded')`;
  sql.exec('DROP INDEX IF EXISTS outbox_open; DROP TRIGGER IF EXISTS outbox_claimed_once; DROP TRIGGER IF EXISTS outbox_place_stays');
  sql.exec(`CREATE INDEX outbox_open ON outbox (record_kind, record_id, place) WHERE ${open}`);
}

function reopenedAnyway(store: Store, row: OutboxRow): boolean {
  const to = row.review === 'automatic' ? 'waiting' : 'draft';
  return moveEdit(store, row, { to, what: 'reopened', reason: { kind: 'byPerson', note: 'reopened' } });
}

/** Redoes what was taken away, whatever became of the edit that it corrects: of edits that fit. */
function redoing(fits: (row: OutboxRow) => boolean): Deviations['redo'] {
  return (store, ids, rules) => {
    const answer = redo(store, ids, rules);
    if (answer.ok) return answer;
    const rows = ids
      .flatMap((id) => editById(store, id) ?? [])
      .filter((row) => row.state === 'discarded' && row.lastAttempt === 0 && fits(row));
    store.commit('redo', () => {
      for (const row of rows) reopenedAnyway(store, row);
    });
    return { ok: true, redone: rows.map(({ id }) => id) };
  };
}

/** As when a twin did not count as standing before: a redone date leaves whatever became of the one that it corrects. */
function passingTwins(...[store, ids, rules]: Parameters<Deviations['redo']>): ReturnType<Deviations['redo']> {
  const answer = redoing(({ kind }) => kind === 'updateExpense')(store, ids, rules);
  for (const id of answer.ok ? answer.redone : []) store.sql.prepare('UPDATE outbox SET place = place - 0.5 WHERE id = ?').run(id);
  return answer;
}

function besideEachOther(...[store, ids, rules]: Parameters<Deviations['redo']>): ReturnType<Deviations['redo']> {
  return store.commit('redo', () => {
    const below = ids.flatMap((id) => editById(store, editById(store, id)?.supersedes ?? '') ?? []);
    const answer = redo(store, ids, rules);
    for (const { id, state } of below) {
      const now = editById(store, id);
      if (answer.ok && now?.state === 'superseded' && state !== 'superseded') reopenedAnyway(store, now);
    }
    return answer;
  });
}

/** As when undo brought back a copy: the correction stays, released, beside the held one. */
function keepingHeld(...[store, ids, rules]: Parameters<Deviations['undo']>): ReturnType<Deviations['undo']> {
  return store.commit('undo', () => {
    const held = ids.flatMap((id) => editById(store, id) ?? []).filter(({ state }) => state === 'held');
    const answer = undo(store, ids, rules);
    for (const { id, supersedes } of held) {
      const now = editById(store, id);
      if (!answer.ok || now?.state !== 'discarded' || supersedes === null) continue;
      reopenedAnyway(store, now);
      hold(store, [supersedes]);
    }
    return answer;
  });
}

/** Mutant: a refused edit returns as if it had never been sent. */
function readyAgain(...[store, ids, rules]: Parameters<Deviations['redo']>): ReturnType<Deviations['redo']> {
  const rows = ids.flatMap((id) => editById(store, id) ?? []).filter((row) => row.state === 'discarded' && row.lastAttempt > 0);
  if (rows.length === 0) return redo(store, ids, rules);
  store.commit('redo', () => {
    for (const row of rows) reopenedAnyway(store, row);
  });
  return { ok: true, redone: rows.map(({ id }) => id) };
}
