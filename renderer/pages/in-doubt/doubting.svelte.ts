import { safe } from '@orpc/client';
import type { Evidence } from '#shared/contract/views/views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { problemOf, sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';

/** The request's effect is there, or it is not and is sent again or left. */
export type Found = 'there' | 'again' | 'leave';

/** One edit in doubt with its evidence, and the countdown until "send again" unlocks. */
export class Doubting {
  evidence = $state.raw<Evidence | null>(null);
  problem = $state<string | null>(null);
  /** Milliseconds left, as the main process last said, less the time that passed since. */
  leftMs = $state(0);
  readonly unlocked = $derived(this.evidence !== null && this.leftMs <= 0);
  readonly #app: AppState;
  readonly #id: string;
  #unlocksAt = 0;

  constructor(app: AppState, id: string) {
    this.#app = app;
    this.#id = id;
  }

  /** Reads the evidence, again when its record or edit changes, and counts down by the second, until the answer is called. */
  follow(): () => void {
    const stop = this.#app.follow(
      () => this.#read(),
      (change) => change.kind === 'edits' || change.kind === 'records',
    );
    const timer = setInterval(() => this.#count(), 1000);
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  async #read(): Promise<void> {
    const answer = await safe(this.#app.api.edits.evidence({ id: this.#id }));
    this.problem = answer.isSuccess ? null : sentenceOfUnread(answer.error);
    if (!answer.isSuccess) return;
    this.evidence = answer.data;
    this.#unlocksAt = performance.now() + answer.data.unlocksInMs;
    this.#count();
  }

  #count(): void {
    this.leftMs = Math.max(0, this.#unlocksAt - performance.now());
  }

  /** Tells what the user found; before "again" they were asked twice. Answers a sentence when it did not work, else null. */
  async say(found: Found): Promise<string | null> {
    const { edits } = this.#app.api;
    const id = this.#id;
    const commands = {
      there: () => edits.confirm({ id }),
      again: () => edits.sendAgain({ id, secondConfirmation: true }),
      leave: () => edits.giveUp({ id }),
    };
    return problemOf(commands[found]());
  }
}
