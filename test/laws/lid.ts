import type { VirtualTime } from './virtual-time.ts';

/**
 * The laptop's lid: while it is closed nothing of ours runs. Its monotonic clock stands still in sleep (as on Linux and macOS) or goes on (as
 * on Windows); the wall clock always goes on.
 */
export class Lid {
  readonly #time: VirtualTime;
  readonly #clockStands: boolean;
  #closedAt: number | null = null;
  #stood = 0;
  #opened: (() => void)[] = [];

  constructor(time: VirtualTime, clockStands: boolean) {
    this.#time = time;
    this.#clockStands = clockStands;
  }

  isClosed(): boolean {
    return this.#closedAt !== null;
  }

  close(): void {
    this.#closedAt ??= this.#time.now;
  }

  open(): void {
    if (this.#closedAt !== null && this.#clockStands) this.#stood += this.#time.now - this.#closedAt;
    this.#closedAt = null;
    for (const happen of this.#opened.splice(0)) happen();
  }

  /** For how long the monotonic clock stood still by now, in milliseconds. */
  stood(): number {
    return this.#stood + (this.#closedAt !== null && this.#clockStands ? this.#time.now - this.#closedAt : 0);
  }

  /** Lets something happen when the monotonic clock has gone on by `ms` and the lid is open. Answers how to call it off. */
  after(ms: number, happen: () => void): () => void {
    const dueAt = this.#monotonic() + Math.max(0, ms);
    let off = false;
    const look = () => {
      if (off) return;
      if (this.isClosed()) this.#opened.push(look);
      // Sums of fractions are a little off.
      else if (this.#monotonic() < dueAt - 0.01) this.#time.after(dueAt - this.#monotonic(), look);
      else happen();
    };
    const callOff = this.#time.after(ms, look);
    return () => {
      off = true;
      callOff();
    };
  }

  #monotonic(): number {
    return this.#time.now - this.stood();
  }

  /** Lets something that comes from outside happen now, or when the lid is opened: then it is `late`. */
  whenOpen(happen: (late: boolean) => void): void {
    if (this.isClosed()) this.#opened.push(() => happen(true));
    else happen(false);
  }
}
