import { t } from '#shared/messages/t.ts';
import { listWithOr } from '#shared/values/language.ts';
import { safe } from '@orpc/client';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { FieldDifference } from '#shared/edit.ts';
import type { FormField } from '#shared/edits/edit-form.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { jsonEqual, type JsonValue } from '#shared/json/json.ts';
import { readEntry, textOfValue, type EntryContext } from '#renderer/pages/edit-form/entry.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { issuesIn, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';

export type Take = 'mine' | 'theirs' | 'edited';

/** One field of a conflict and what the person takes; null until they chose. */
export interface Choice {
  difference: FieldDifference;
  take: Take | null;
  value: unknown;
  /** The field of the kind's own form; null for what no form shows. */
  field: FormField | null;
  /** Another value, as the person types it. */
  text: string;
}

/** The result of settling. `says` is null when the problem is shown beside its field. */
export type SettlementEnd = { ok: true } | { ok: false; message: string | null };

/** A conflict being settled, field by field. What the person typed stays until the settlement is on disk. */
export class Settling {
  choices = $state<Choice[]>([]);
  /** Index of the field that 1, 2 and 3 speak about. */
  at = $state(0);
  problems = $state.raw<FieldIssue[]>([]);
  busy = $state(false);
  readonly edit: EditRow;
  readonly done = $derived(this.choices.every((choice) => choice.take !== null));
  readonly #app: AppState;

  constructor(app: AppState, edit: EditRow) {
    this.#app = app;
    this.edit = edit;
    this.choices = differencesOf(edit).map((difference) => this.#choiceOf(difference));
  }

  /** The service said something else meanwhile: that field is chosen anew, what was typed stays. */
  hear(edit: EditRow): void {
    if (edit.state !== 'conflict') return;
    for (const difference of differencesOf(edit)) {
      const choice = this.choices.find((one) => one.difference.path.join('.') === difference.path.join('.'));
      if (!choice) this.choices.push(this.#choiceOf(difference));
      else if (!jsonEqual(choice.difference.theirs as JsonValue, difference.theirs as JsonValue)) {
        choice.difference = difference;
        if (choice.take !== 'edited') choice.take = null;
      }
    }
  }

  #choiceOf(difference: FieldDifference): Choice {
    const key = difference.path.join('.');
    const field = editKind(this.edit.kind)?.form.find(({ path }) => path.join('.') === key) ?? null;
    return { difference, take: null, value: difference.mine, field, text: '' };
  }

  take(index: number, take: Take): void {
    const choice = this.choices[index];
    if (!choice || (take === 'mine' && !hasMine(choice.difference))) return;
    choice.take = take;
    if (take === 'mine') choice.value = choice.difference.mine;
    if (take === 'theirs' || choice.value === undefined) choice.value = choice.difference.theirs;
    if (take === 'edited' && choice.text === '') choice.text = this.#textOf(choice);
    this.at = take === 'edited' ? index : Math.min(index + 1, this.choices.length - 1);
  }

  takeAll(take: 'mine' | 'theirs'): void {
    this.choices.forEach((_, index) => {
      this.take(index, take);
    });
  }

  get #context(): EntryContext {
    return { currency: this.edit.currency, locale: this.#app.locale };
  }

  #textOf({ field, value }: Choice): string {
    if (field) return textOfValue(field, value as JsonValue, this.#context);
    return typeof value === 'string' ? value : '';
  }

  write(index: number, text: string): void {
    const choice = this.choices[index];
    if (!choice) return;
    choice.take = 'edited';
    choice.text = text;
    this.problems = this.problems.filter(({ path }) => path.join('.') !== choice.difference.path.join('.'));
  }

  #shows(path: readonly string[]): boolean {
    return this.choices.some(({ take, difference }) => take === 'edited' && difference.path.join('.') === path.join('.'));
  }

  problemOf(path: readonly string[]): string | undefined {
    return this.problems.find((problem) => problem.path.join('.') === path.join('.'))?.message;
  }

  /** Reads what was typed, as the kind's form does; what cannot be read is said beside it. */
  #readTyped(): FieldIssue[] {
    return this.choices.flatMap((choice) => {
      if (choice.take !== 'edited') return [];
      const { field, text, difference } = choice;
      const entry = field ? readEntry(field, text, this.#context) : { kind: 'value' as const, value: text };
      if (entry.kind === 'invalid') return [{ path: difference.path, message: entry.why }];
      if (entry.kind === 'choose')
        return [{ path: difference.path, message: t('conflicts.writeOut', { ways: listWithOr(entry.choices.map(({ label }) => label)) }) }];
      choice.value = entry.value ?? '';
      return [];
    });
  }

  async settle(): Promise<SettlementEnd> {
    this.problems = this.#readTyped();
    if (this.problems.length > 0) return { ok: false, message: null };
    this.busy = true;
    const fields = this.choices.map(({ difference, take, value }) => ({
      path: difference.path,
      take: take ?? ('mine' as const),
      ...(take === 'edited' ? { value } : {}),
      shown: difference.theirs ?? null,
    }));
    const answer = await safe(this.#app.api.edits.settle({ id: this.edit.id, fields }));
    this.busy = false;
    if (answer.isSuccess) return { ok: true };
    this.problems = issuesIn(answer.error);
    const beside = this.problems.length > 0 && this.problems.every(({ path }) => this.#shows(path));
    return { ok: false, message: beside ? null : sentenceOfRefusal(answer.error) };
  }
}

/** False for a field that only the service changed: a bank field that stops an edit of other bank fields. */
export function hasMine(difference: FieldDifference): boolean {
  return difference.mine !== undefined;
}

/** The fields in conflict. */
export function differencesOf({ reason, changes }: EditRow): FieldDifference[] {
  return reason?.kind === 'baseMoved' && reason.differences.length > 0 ? reason.differences : changes;
}
