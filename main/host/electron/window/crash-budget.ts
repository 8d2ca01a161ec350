const MOST_CRASHES = 3;
const WITHIN_MS = 60_000;

/** The reload limit of a crashed page: three times a minute, so that a page that crashes at its start does not reload for ever. */
export class CrashBudget {
  #crashes: number[] = [];

  /** Counts a crash at `now` (milliseconds); false when the budget is spent. A spent budget starts again. */
  spend(now: number): boolean {
    this.#crashes = [...this.#crashes.filter((at) => now - at < WITHIN_MS), now];
    if (this.#crashes.length <= MOST_CRASHES) return true;
    this.#crashes = [];
    return false;
  }
}
