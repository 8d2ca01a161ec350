import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { Kept } from '#renderer/state/data/kept.svelte.ts';
import { problemOf } from '#renderer/state/feedback/refusals.ts';

/** The fault of this laptop's data, and the user's decision about it. */
export class Repairing {
  busy = $state(false);
  problem = $state<string | null>(null);
  readonly repair = $derived.by(() => this.#app.status?.repair ?? null);
  /** Asked for this page: a status from before a failure does not say that nothing is damaged. */
  readonly kept: Kept<unknown>;
  readonly #app: AppState;

  constructor(app: AppState) {
    this.#app = app;
    this.kept = new Kept(app, () => app.api.app.status(), ['status', 'accounts']);
  }

  async choose(act: 'restore' | 'continue', backupId?: string): Promise<void> {
    this.busy = true;
    this.problem = await problemOf(this.#app.api.app.repair({ act, ...(backupId ? { backupId } : {}) }));
    this.busy = false;
  }

  async export(): Promise<void> {
    this.problem = await this.#app.saving.make(this.#app.api.edits.export({ format: 'json' }));
  }
}
