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
  readonly #kinds: readonly Change['kind'][];
  #turn = 0;

  /** Changes of these kinds make it be read again. */
  constructor(app: AppState, ask: () => Promise<Value>, kinds: readonly Change['kind'][]) {
    this.#app = app;
    this.#ask = ask;
    this.#kinds = kinds;
  }

  /** Reads now, after reconnects and after every change that concerns it, until the answer is called. */
  follow(): () => void {
    return this.#app.follow(
      () => this.read(),
      ({ kind }) => this.#kinds.includes(kind),
    );
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

/** Keeps something for as long as a component is there. Call while it is made. */
export function keep<Value>(...given: ConstructorParameters<typeof Kept<Value>>): Kept<Value> {
  const kept = new Kept(...given);
  $effect(() => kept.follow());
  return kept;
}

/** Changes after which lists of edits are read again. */
export const ofEdits = ['edits', 'accounts'] as const;
