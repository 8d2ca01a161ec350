import type { Store } from '#main/storage/store.ts';
import type { CheckedEdit } from './insert-checked.ts';
import { checkEdit, recordChecked, seenIn, type EditInput, type EditIssue } from './record-edit.ts';
import { reviewNeed, type ReviewRules } from '#main/edits/review/rules.ts';
import { seenOfMany } from './seen.ts';

/** The result of a bulk command: everything is recorded, and the selection is split into what leaves now and what needs the user, and why. */
export type ManyAnswer =
  | { ok: true; ids: string[]; now: number; needYou: { id: string; why: string }[] }
  /** Nothing was recorded; each issue names its edit by its place in the list. */
  | { ok: false; issues: EditIssue[] };

/**
 * Records a bulk act in one commit: all of it, or nothing when a body does not fit. It undoes as one, by its ids. What each input has `seen` is of
 * the fields alone that the form can set, and the currency of its amounts.
 */
export function recordMany(store: Store, inputs: readonly EditInput[], rules: ReviewRules): ManyAnswer {
  const checked = inputs.map(checkEdit);
  const issues = checked.flatMap((answer, index) =>
    answer.ok ? [] : answer.issues.map(({ path, message }) => ({ path: [String(index), ...path], message })),
  );
  if (issues.length > 0) return { ok: false, issues };
  const edits = checked.flatMap((answer, index) => (answer.ok ? [{ edit: answer.edit, seen: seenIn(inputs[index] ?? {}) }] : []));
  return store.commit('record many', () => {
    const recorded = edits.map(({ edit, seen }) => ({ edit, ...recordChecked(store, edit, rules, seenOfMany(store, edit.ref, seen)) }));
    const needYou = recorded
      .filter(({ state }) => state === 'draft' || state === 'conflict')
      .map(({ id, edit, state }) => ({ id, why: state === 'conflict' ? 'conflict' : whyOf(edit, rules) }));
    return { ok: true, ids: recorded.map(({ id }) => id), now: recorded.length - needYou.length, needYou };
  });
}

/** One word for why an edit is not sent automatically; the window has the sentence. */
function whyOf({ kind, body }: CheckedEdit, rules: ReviewRules): string {
  if (kind.touchesBank(body)) return 'bank';
  if (kind.review(body) === 'person') return 'payment';
  return reviewNeed(kind, body, rules);
}
