/** Lets only the newest act go on: a newer one ends the one before through its signal, and `cancel` ends the newest. */
export class LatestOnly {
  #running: AbortController | null = null;

  async run<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    try {
      return await act(running.signal);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  cancel(): void {
    this.#running?.abort();
  }
}
