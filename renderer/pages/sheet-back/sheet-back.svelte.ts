import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { SvelteMap } from 'svelte/reactivity';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { issuesIn, notDone, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { SheetChange, SheetComparison } from '#shared/sheets/sheet-comparison.ts';

/** The value that is drafted for a change: the sheet's, the one that was exported, or today's. */
export type Take = 'sheet' | 'exported' | 'today';

/** A sheet that came back: its changes, and those that the user takes. */
export class SheetBack {
  name = $state('');
  comparison = $state.raw<SheetComparison | null>(null);
  problem = $state<string | null>(null);
  busy = $state(false);
  readonly #taken = new SvelteMap<number, Take>();
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** True when Layover exported the sheet: then its values are compared with the exported ones. */
  readonly based = $derived(this.comparison?.exportedAt !== null);
  readonly conflicts = $derived(this.comparison?.changes.filter(({ state }) => state === 'conflict') ?? []);
  readonly emptied = $derived(Map.groupBy(this.comparison?.changes.filter(({ state }) => state === 'emptied') ?? [], ({ field }) => field));
  /** The changes that are drafted. */
  readonly taken = $derived(
    (this.comparison?.changes ?? []).flatMap(({ at }) => {
      const as = this.#taken.get(at);
      return as === 'sheet' || as === 'exported' ? [{ at, as }] : [];
    }),
  );

  takeOf(change: SheetChange): Take | null {
    return this.#taken.get(change.at) ?? null;
  }

  take(change: SheetChange, as: Take | null): void {
    if (as === null) this.#taken.delete(change.at);
    else this.#taken.set(change.at, as);
  }

  takeAll(changes: readonly SheetChange[], as: Take): void {
    for (const change of changes) this.take(change, as);
  }

  async bring(file: File): Promise<void> {
    this.busy = true;
    this.show(file.name, null);
    const answer = await safe(this.#app.api.library.compareSheet({ file, locale: this.#app.locale }));
    this.busy = false;
    if (!answer.isSuccess) this.problem = sentenceOfUnread(answer.error);
    else if (!answer.data.ok) this.problem = t(`sheets.refused.${answer.data.why}`);
    else this.show(file.name, answer.data);
  }

  /** Shows a comparison. Conflicts, emptied cells and differences without a base wait for a choice. */
  show(name: string, comparison: SheetComparison | null): void {
    this.name = name;
    this.comparison = comparison;
    this.problem = null;
    this.#taken.clear();
    for (const { at, state } of comparison?.changes ?? [])
      if (state === 'changed' || (state === 'added' && this.based)) this.#taken.set(at, 'sheet');
  }

  /** Drafts the changes that are taken, as one command. Returns the number of edits, or null. */
  async draft(): Promise<number | null> {
    const { comparison, taken } = this;
    if (!comparison || taken.length === 0 || this.busy) return null;
    this.busy = true;
    const answer = await safe(this.#app.api.library.draftSheet({ plan: comparison.plan, take: taken }));
    this.busy = false;
    if (answer.isSuccess) return answer.data.ids.length;
    const [issue] = issuesIn(answer.error);
    const nothing = t('sheets.notDrafted');
    this.problem = issue ? `${nothing} ${issue.message}` : notDone(nothing, answer.error);
    return null;
  }
}
