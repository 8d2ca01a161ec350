import type { SignInQuestion, WhoAnswered } from '#shared/contract/views/views.ts';
import type { World } from '#shared/world.ts';

/** As long as a sign-in waits for a user's word; then it is not kept. */
const patienceMs = 5 * 60_000;

/** Asks the user in the window whether a completed sign-in is kept, one at a time. */
export class KeepQuestion {
  readonly #world: World;
  readonly #changed: () => void;
  #open: { question: SignInQuestion; answer: (keep: boolean) => void } | null = null;

  constructor(world: World, changed: () => void) {
    this.#world = world;
    this.#changed = changed;
  }

  get view(): SignInQuestion | null {
    return this.#open?.question ?? null;
  }

  /** Resolves with the user's word; false when the sign-in is cancelled, or nobody says anything for five minutes. */
  async ask(answered: WhoAnswered, signal?: AbortSignal): Promise<boolean> {
    this.#open?.answer(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const over = new AbortController();
    const asked = { question: { ...answered, id: this.#world.uuid(), cameAt: this.#world.now() }, answer: resolve };
    this.#open = asked;
    signal?.addEventListener('abort', () => resolve(false), { once: true, signal: over.signal });
    if (signal?.aborted) resolve(false);
    void this.#world.sleep(patienceMs, over.signal).then(() => resolve(false));
    this.#changed();
    const keep = await promise;
    over.abort();
    if (this.#open === asked) this.#open = null;
    this.#changed();
    return keep;
  }

  /** A user's word on exactly this question; false when it is no longer asked. */
  answer(id: string, keep: boolean): boolean {
    if (this.#open?.question.id !== id) return false;
    this.#open.answer(keep);
    return true;
  }
}
