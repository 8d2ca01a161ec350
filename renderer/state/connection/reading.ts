/** Changes that come within this time cause one read, in milliseconds. */
const GATHER_MS = 16;

/** Runs one reader: many wishes to read become one read at a time, and one more after it when a wish came meanwhile. */
export class Reading {
  readonly #read: () => void | Promise<unknown>;
  readonly #restMs: number;
  #began = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = false;
  #again = false;
  #stopped = false;

  /** From one read to the next at least `restMs` milliseconds pass, unless somebody asks for it now. */
  constructor(read: () => void | Promise<unknown>, restMs = 0) {
    this.#read = read;
    this.#restMs = restMs;
  }

  soon(): void {
    const restLeft = this.#began + this.#restMs - performance.now();
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        this.now();
      },
      Math.max(GATHER_MS, restLeft),
    );
  }

  now(): void {
    this.#again = true;
    if (!this.#running) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A read that a lost connection broke is repeated when it is open. */
  async #run(): Promise<void> {
    this.#running = true;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      this.#began = performance.now();
      try {
        await this.#read();
      } catch {
        break;
      }
    }
    this.#running = false;
  }
}
