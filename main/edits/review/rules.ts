import type { EditKind, ReviewNeed } from '#shared/edits/edit-kind.ts';
import type { JsonObject } from '#shared/json/json.ts';

/** The account's own review rules by kind of edit; absent kinds follow the kind's default. Settings and IT's policy fill it. */
export type ReviewRules = Readonly<Record<string, ReviewNeed>>;

/**
 * The review need of an edit: sent automatically, by *Review and send*, or always approved by a user: a bank field and every payment
 * always do.
 */
export function reviewNeed(kind: EditKind, body: JsonObject, rules: ReviewRules): ReviewNeed {
  const byKind = kind.review(body);
  if (byKind === 'person' || kind.touchesBank(body)) return 'person';
  return rules[kind.kind] ?? byKind;
}

const byStrictness: readonly ReviewNeed[] = ['automatic', 'review', 'person'];

/** The stricter of two needs. */
export const stricter = (one: ReviewNeed, other: ReviewNeed): ReviewNeed =>
  byStrictness.indexOf(one) < byStrictness.indexOf(other) ? other : one;
