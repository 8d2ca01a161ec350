/** Calls `end` once no window was open and nothing was busy for `afterMs`. 0 never ends. */
export class IdleShutdown {
  readonly #afterMs: number;
  readonly #busy: () => boolean;
  readonly #end: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, busy: () => boolean, end: () => void) {
    this.#afterMs = afterMs;
    this.#busy = busy;
    this.#end = end;
  }

  /** Hears how many windows are open now. */
  windows(open: number): void {
    clearTimeout(this.#timer);
    if (open === 0 && this.#afterMs > 0) this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#busy()) this.#wait();
      else this.#end();
    }, this.#afterMs);
  }
}
