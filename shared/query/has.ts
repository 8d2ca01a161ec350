import { stateGroups, urgency, type EditState } from '#shared/edit.ts';
import type { Beside } from './query.ts';

/** Values of `has:` about a record's open edits. */
export const hasEdits = {
  edit: urgency,
  conflict: ['conflict'],
  rejected: ['rejected'],
  held: ['held'],
  review: ['draft'],
  doubt: stateGroups.inDoubt,
  waiting: stateGroups.moving,
} as const satisfies Record<string, readonly EditState[]>;

/** Values of `has:` about other things of a record. */
export const hasBeside = ['comment', 'document', 'problem'] as const satisfies Beside[];

export const hasNames: readonly string[] = [...Object.keys(hasEdits), ...hasBeside];

export const statesOf = (name: string): readonly EditState[] | undefined =>
  (hasEdits as Partial<Record<string, readonly EditState[]>>)[name];
export const isBeside = (name: string): name is Beside => hasBeside.some((each) => each === name);
