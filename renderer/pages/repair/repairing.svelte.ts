import { safe } from '@orpc/client';
import type { Desk } from '#renderer/state/connection/desk.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';

/** Repair: what is wrong with the data on this computer and what the person decides about it. */
export class Repairing {
  busy = $state(false);
  problem = $state<string | null>(null);
  readonly repair = $derived.by(() => this.#desk.status?.repair ?? null);
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async act(act: 'restore' | 'continue', backupId?: string): Promise<void> {
    this.busy = true;
    const answer = await safe(this.#desk.api.app.repair({ act, ...(backupId ? { backupId } : {}) }));
    this.busy = false;
    this.problem = answer.isSuccess ? null : sentenceOfRefusal(answer.error);
  }

  async export(): Promise<void> {
    const answer = await safe(this.#desk.api.edits.export({ format: 'json' }));
    this.problem = answer.isSuccess ? null : sentenceOfRefusal(answer.error);
    if (answer.isSuccess) await this.#desk.saving.offer(answer.data);
  }
}
