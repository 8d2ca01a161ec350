import { safe } from '@orpc/client';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { EditRow } from '#shared/contract/views.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { jsonEqual, type JsonValue } from '#shared/json.ts';
import type { Desk } from '#renderer/state/desk.svelte.ts';
import { issuesIn, sentenceOfRefusal } from '#renderer/state/refusals.ts';

export type Take = 'mine' | 'theirs' | 'edited';

/** One field of a conflict and what the person takes; null until they chose. */
export interface Choice {
  difference: FieldDifference;
  take: Take | null;
  value: unknown;
}

/** A conflict being settled, field by field. What the person typed stays until the settlement is on disk. */
export class Settling {
  choices = $state<Choice[]>([]);
  /** Index of the field that 1, 2 and 3 speak about. */
  at = $state(0);
  problems = $state.raw<FieldIssue[]>([]);
  busy = $state(false);
  readonly edit: EditRow;
  readonly done = $derived(this.choices.every((choice) => choice.take !== null));
  readonly #desk: Desk;

  constructor(desk: Desk, edit: EditRow) {
    this.#desk = desk;
    this.edit = edit;
    this.choices = differencesOf(edit).map((difference) => ({ difference, take: null, value: difference.mine }));
  }

  /** The service said something else meanwhile: that field is chosen anew, what was typed stays. */
  hear(edit: EditRow): void {
    if (edit.state !== 'conflict') return;
    for (const difference of differencesOf(edit)) {
      const choice = this.choices.find((one) => one.difference.path.join('.') === difference.path.join('.'));
      if (!choice) this.choices.push({ difference, take: null, value: difference.mine });
      else if (!jsonEqual(choice.difference.theirs as JsonValue, difference.theirs as JsonValue)) {
        choice.difference = difference;
        if (choice.take !== 'edited') choice.take = null;
      }
    }
  }

  take(index: number, take: Take): void {
    const choice = this.choices[index];
    if (!choice || (take === 'mine' && !hasMine(choice.difference))) return;
    choice.take = take;
    if (take === 'mine') choice.value = choice.difference.mine;
    if (take === 'theirs' || choice.value === undefined) choice.value = choice.difference.theirs;
    this.at = take === 'edited' ? index : Math.min(index + 1, this.choices.length - 1);
  }

  takeAll(take: 'mine' | 'theirs'): void {
    this.choices.forEach((_, index) => {
      this.take(index, take);
    });
  }

  write(index: number, value: unknown): void {
    const choice = this.choices[index];
    if (!choice) return;
    choice.take = 'edited';
    choice.value = value;
  }

  problemOf(path: readonly string[]): string | undefined {
    return this.problems.find((problem) => problem.path.join('.') === path.join('.'))?.message;
  }

  /** Settles; answers a sentence when it did not work, else null. */
  async settle(): Promise<string | null> {
    this.busy = true;
    const fields = this.choices.map(({ difference, take, value }) => ({
      path: difference.path,
      take: take ?? ('mine' as const),
      ...(take === 'edited' ? { value } : {}),
      shown: difference.theirs ?? null,
    }));
    const answer = await safe(this.#desk.api.edits.settle({ id: this.edit.id, fields }));
    this.busy = false;
    if (answer.isSuccess) return null;
    this.problems = issuesIn(answer.error);
    return sentenceOfRefusal(answer.error);
  }
}

/** False for a field that only the service changed: a bank field that stops an edit of other bank fields. */
export function hasMine(difference: FieldDifference): boolean {
  return difference.mine !== undefined;
}

/** The fields in conflict; when the service only said "conflict", every field that the edit touches. */
export function differencesOf(edit: EditRow): FieldDifference[] {
  const reason = edit.reason;
  if (reason && (reason.kind === 'baseMoved' || reason.kind === 'conflictOnService') && reason.differences.length > 0)
    return reason.differences;
  return edit.changes;
}
