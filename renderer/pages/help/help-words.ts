import type { PlainId } from '#shared/messages/t.ts';
import type { EditState } from '#shared/edit.ts';

export const steps = ['save', 'review', 'send', 'verdict'] as const;

/** The next step for each state of an edit, in the order of the page. */
export const marks: [state: EditState, next: PlainId][] = [
  ['waiting', 'help.next.nothing'],
  ['sending', 'help.next.wait'],
  ['draft', 'help.next.review'],
  ['applied', 'help.next.nothing'],
  ['confirmed', 'help.next.nothing'],
  ['rejected', 'help.next.correct'],
  ['conflict', 'help.next.choose'],
  ['inDoubt', 'help.next.decide'],
  ['checking', 'help.next.wait'],
  ['held', 'help.next.release'],
  ['superseded', 'help.next.nothing'],
  ['discarded', 'help.next.nothing'],
];

export const questions = ['offline', 'payment', 'others', 'undo', 'code'] as const;
