import { safe } from '@orpc/client';
import type { Change } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

/** Something read from the main process and kept as it changes. A failed read keeps the old value and says why. */
export class Kept<Value> {
  /** Null until the first answer: nothing is said about emptiness before that. */
  value = $state.raw<Value | null>(null);
  problem = $state<string | null>(null);
  readonly #app: AppState;
  readonly #ask: () => Promise<Value>;
  readonly #concerns: (change: Change) => boolean;
  #turn = 0;

  constructor(app: AppState, ask: () => Promise<Value>, concerns: (change: Change) => boolean) {
    this.#app = app;
    this.#ask = ask;
    this.#concerns = concerns;
  }

  /** Reads now, after reconnects and after every change that concerns it, until the answer is called. */
  follow(): () => void {
    return this.#app.follow(() => this.read(), this.#concerns);
  }

  /** Reads once more; an answer that was overtaken by a later question is dropped. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const answer = await safe(this.#ask());
    if (turn !== this.#turn) return;
    if (answer.isSuccess) this.value = answer.data;
    this.problem = answer.isSuccess ? null : sentenceOfUnread(answer.error);
  }
}

/** Changes after which lists of edits are read again. */
export const ofEdits = (change: Change): boolean => change.kind === 'edits' || change.kind === 'accounts';
