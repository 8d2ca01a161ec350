/** Counts requests against a limit per second; a bucket that refills evenly and holds one second's worth. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#at = now();
  }

  /** Takes one request; false when the limit is reached. No limit when it is 0. */
  take(): boolean {
    if (this.#perSecond === 0) return true;
    const now = this.#now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
