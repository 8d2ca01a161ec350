/** Changes that come within this time cause one read, in milliseconds. */
const GATHER_MS = 16;

/** Runs one reader: many wishes to read become one read at a time, and one more after it when a wish came meanwhile. */
export class Reading {
  readonly #read: () => void | Promise<unknown>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = false;
  #again = false;
  #stopped = false;

  constructor(read: () => void | Promise<unknown>) {
    this.#read = read;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.now();
    }, GATHER_MS);
  }

  now(): void {
    this.#again = true;
    if (!this.#running) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A read that fails because the line broke is read again when it is open. */
  async #run(): Promise<void> {
    this.#running = true;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#read();
      } catch {
        break;
      }
    }
    this.#running = false;
  }
}
