import { closedStates, editStates, type EditState } from '#shared/edit.ts';

/**
 * Which state may follow which (docs/laws.md, "States"). The only place that says so: the database's trigger `outbox_transition` and the table in
 * docs/laws.md are checked against it.
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
