import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept, ofEdits } from '#renderer/state/data/kept.svelte.ts';
import { problemOf } from '#renderer/state/feedback/refusals.ts';

export type TrustAnswer = 'withSignIn' | 'withoutSignIn' | 'no';

/** A host that the service redirects to and that nobody decided about, with how many edits are held for it. */
export interface AskedHost {
  host: string;
  edits: number;
}

/** Hosts that wait for the person's answer: those that held edits name. */
export class Trusting {
  readonly waiting: Kept<AskedHost[]>;
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.waiting = new Kept(app, () => this.#held(), ofEdits);
  }

  /** Keeps the answer; held edits go on after a yes. Answers a sentence when it did not work, else null. */
  async answer(host: string, answer: TrustAnswer): Promise<string | null> {
    const problem = await problemOf(this.#app.api.accounts.trust({ host, answer }));
    await this.waiting.read();
    return problem;
  }

  async #held(): Promise<AskedHost[]> {
    const [{ rows }, decided] = await Promise.all([
      this.#app.api.edits.list({ states: ['held'], after: null, limit: 500 }),
      this.#app.api.accounts.trustedHosts(),
    ]);
    const counts = new Map<string, number>();
    for (const { reason } of rows) if (reason?.kind === 'untrustedHost') counts.set(reason.host, (counts.get(reason.host) ?? 0) + 1);
    const trusted = new Set(decided.map(({ host }) => host));
    return [...counts].filter(([host]) => !trusted.has(host)).map(([host, edits]) => ({ host, edits }));
  }
}
