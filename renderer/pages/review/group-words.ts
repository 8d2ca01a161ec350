import { t } from '#shared/messages/t.ts';
import type { ReviewRow, ReviewBatch, ReviewWarning } from '#shared/contract/views/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { spoken } from '#shared/values/readable.ts';

/** Rows under one heading. */
export interface ReviewGroup {
  key: string;
  kind: GroupKind;
  /** The kind of its edits, where it has but one. */
  of: string;
  rows: ReviewRow[];
  ids: string[];
}

/** One line of a group: a row, or one of the edits of a row that is open. */
export interface LineRow extends Pick<ReviewRow, 'key' | 'ids'> {
  payment?: ReviewRow['payment'] | undefined;
  open: boolean;
  inside: boolean;
}

export type GroupKind = ReviewBatch['groups'][number]['kind'];

/** Groups in the order in which a person looks at them: what is sent last stands last. Conflicts are settled under "Needs you". */
export const groupOrder: GroupKind[] = ['vendors', 'changedOnService', 'ready', 'payments', 'blocked'];

/** Groups whose edits can be approved as they stand. */
export const approvable: ReadonlySet<GroupKind> = new Set(['vendors', 'changedOnService', 'ready', 'payments']);

/** Warnings about money or identity: their rows are ticked by the user. */
export const startUnticked: ReadonlySet<ReviewWarning['kind']> = new Set([
  ...(['samePayment', 'nearlySamePayment', 'refusedBefore', 'recordedElsewhere', 'overpayment', 'notPositive', 'mayBeThere'] as const),
  ...(['bankChange', 'oddValue', 'oddName'] as const),
]);

/** Title and meaning of a group. What is simply ready is called by what it is: "Invoice lines". */
export function wordsOfGroup({ kind, of }: Pick<ReviewGroup, 'kind' | 'of'>): { title: string; message: string } {
  if (kind === 'ready' || kind === 'conflicts') return { title: editKind(of)?.words.rule ?? spoken(of), message: '' };
  return { title: t(`review.group.${kind}`), message: kind === 'vendors' ? '' : t(`review.group.${kind}.detail`) };
}
