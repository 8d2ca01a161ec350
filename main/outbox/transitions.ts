import { closedStates, editStates, type EditState } from '#shared/edit.ts';

/** A state that an edit may be recorded in. `held` is for edits that a restore or a salvage brings back. */
export const firstStates = ['draft', 'waiting', 'held'] as const satisfies readonly EditState[];

/**
 * Which state may follow which (docs/laws.md, "States"). The only place that says so: the database's trigger in
 * `migrations/0001_outbox.sql` and the table in docs/laws.md are checked against it.
 */
export const transitions: Readonly<Record<EditState, readonly EditState[]>> = {
  draft: ['waiting', 'conflict', 'held', 'superseded', 'discarded'],
  waiting: ['sending', 'conflict', 'held', 'superseded', 'discarded'],
  sending: ['applied', 'waiting', 'checking', 'inDoubt', 'rejected', 'conflict', 'held'],
  checking: ['applied', 'waiting', 'conflict', 'held'],
  inDoubt: ['confirmed', 'waiting', 'held'],
  rejected: ['waiting', 'held', 'superseded', 'discarded'],
  conflict: ['held', 'superseded', 'discarded'],
  held: ['draft', 'waiting', 'checking', 'inDoubt', 'rejected', 'conflict', 'superseded', 'discarded'],
  applied: [],
  confirmed: [],
  superseded: ['draft', 'waiting', 'rejected', 'conflict', 'held'],
  discarded: ['draft', 'waiting', 'rejected', 'conflict', 'held'],
};

/** The states of an edit that still needs something: the service's word or a user's. */
export const openStates: readonly EditState[] = editStates.filter((state) => !isClosed(state));

/** True for a final state. */
export function isClosed(state: EditState): boolean {
  return (closedStates as readonly EditState[]).includes(state);
}

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The trigger that refuses a state which may not follow, as the migration writes it. */
export function transitionTriggerSql(): string {
  const arms = editStates
    .filter((from) => transitions[from].length > 0)
    .map((from) => `    WHEN '${from}' THEN NEW.state IN (${quoted(transitions[from])})`);
  return [
    'CREATE TRIGGER outbox_transition BEFORE UPDATE OF state ON outbox',
    'WHEN NEW.state <> OLD.state AND NOT (CASE OLD.state',
    ...arms,
    '    ELSE 0 END)',
    "BEGIN SELECT RAISE(ABORT, 'an edit cannot go there from its state'); END;",
  ].join('\n');
}
