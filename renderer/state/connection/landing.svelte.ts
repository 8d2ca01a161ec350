import { safe } from '@orpc/client';
import { createContext } from 'svelte';
import type { AppState } from './app-state.svelte.ts';

/** The time without a connection that ended in this window, and what was sent since. */
export interface Landed {
  backAt: number;
  offMs: number;
  sent: number;
}

const off: ReadonlySet<string> = new Set(['offline', 'workingOffline', 'captivePortal', 'serviceDown']);

/** Notices the end of a time offline and counts what is sent after it. `landed` stays until the user closes it. */
export class Landing {
  landed = $state.raw<Landed | null>(null);
  readonly #app: AppState;
  #offSince: number | null = null;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Call in an effect that follows the connection. */
  hear(): void {
    const { connection } = this.#app;
    if (!connection) return;
    if (off.has(connection.kind)) this.#offSince ??= 'since' in connection ? connection.since : Date.now();
    else if (this.#offSince !== null && (connection.kind === 'online' || connection.kind === 'slow')) {
      const backAt = Date.now();
      this.landed = { backAt, offMs: backAt - this.#offSince, sent: 0 };
      this.#offSince = null;
    }
  }

  /** Counts the service's confirmations since. */
  async count(): Promise<void> {
    const { landed } = this;
    if (!landed) return;
    const answer = await safe(this.#app.api.edits.list({ states: ['applied'], since: landed.backAt, limit: 1 }));
    // The same number is no change: a reader of the card would count for ever.
    if (answer.isSuccess && this.landed === landed && answer.data.total !== landed.sent)
      this.landed = { ...landed, sent: answer.data.total };
  }

  close(): void {
    this.landed = null;
  }
}

export const [useLanding, provideLanding] = createContext<Landing>();
