import { isDefinedError, safe } from '@orpc/client';
import type { Evidence } from '#shared/contract/views.ts';
import { nowSentence } from './acts.svelte.ts';
import type { Desk } from './desk.svelte.ts';

/** One edit in doubt with its evidence, and the countdown until "send again" unlocks. */
export class Doubting {
  evidence = $state.raw<Evidence | null>(null);
  /** Milliseconds left; counts down by the second. */
  leftMs = $state(0);
  readonly unlocked = $derived(this.evidence !== null && this.leftMs <= 0);
  readonly #desk: Desk;
  readonly #id: string;

  constructor(desk: Desk, id: string) {
    this.#desk = desk;
    this.#id = id;
  }

  /** Reads the evidence and counts down, until the answer is called. */
  follow(): () => void {
    void this.#read();
    const timer = setInterval(() => {
      this.leftMs = Math.max(0, this.leftMs - 1000);
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }

  async #read(): Promise<void> {
    const answer = await safe(this.#desk.api.edits.evidence({ id: this.#id }));
    if (!answer.isSuccess) return;
    this.evidence = answer.data;
    this.leftMs = answer.data.unlocksInMs;
  }

  /** "It is recorded." Answers a sentence when it did not work, else null. */
  async confirm(): Promise<string | null> {
    const answer = await safe(this.#desk.api.edits.confirm({ id: this.#id }));
    return answer.isSuccess ? null : sentence(answer.error);
  }

  /** "It is not there, send again." */
  async sendAgain(): Promise<string | null> {
    const answer = await safe(this.#desk.api.edits.sendAgain({ id: this.#id, secondConfirmation: true }));
    return answer.isSuccess ? null : sentence(answer.error);
  }
}

function sentence(error: Error): string {
  const problem: unknown = error;
  if (isDefinedError(error) && typeof problem === 'object' && problem && 'data' in problem) {
    const data = problem.data;
    if (data && typeof data === 'object' && 'why' in data && typeof data.why === 'string') return nowSentence(data.why);
  }
  return error.message;
}
