import type { World } from '#shared/world.ts';

export interface EndingParts {
  /** Asks the user whether to quit; resolves true at once when there is nothing to say. */
  agreed: () => Promise<boolean>;
  /** The user stays. */
  stay: () => void;
  /** Tells the user of a bug that ends the app, once everything is closed. */
  sorry: () => Promise<void>;
  /** Before anything is closed: the window's place is kept, nothing is shown any more. Must not throw for a window that is gone. */
  leave: () => void;
  /** Ends the app and its sandbox, in order; waits for a start that is under way. */
  close: () => Promise<void>;
  /** Ends the process with this code; `again` opens the app again afterwards. */
  exit: (code: number, again: boolean) => void;
  /** The app's own, or another one until there is an app. */
  world: () => Pick<World, 'sleep' | 'log'>;
}

/** As long as a request in flight may take to be answered. What is cut off is noted as in doubt, so nothing is lost by a limit. */
const LONGEST_END_MS = 30_000;

/** The one exit path: open → asking → ending → ended. It runs once, waits at most half a minute, and a failure on the way does not stop it. */
export class Ending {
  readonly #parts: EndingParts;
  #state: 'open' | 'asking' | 'ending' | 'ended' = 'open';
  #closed: Promise<void> | undefined;
  #again = false;
  #code = 0;

  constructor(parts: EndingParts) {
    this.#parts = parts;
  }

  /** True until the end has begun; afterwards nothing may be asked of the app. */
  get open(): boolean {
    return this.#state === 'open' || this.#state === 'asking';
  }

  /** True when everything is closed, so that the process may go. */
  get ended(): boolean {
    return this.#state === 'ended';
  }

  /** Quits if the user agrees. Asking twice asks once. */
  async ask(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'asking';
    const agreed = await this.#parts.agreed().catch(() => true);
    // the machine may have gone down before the answer
    if (!this.open) return;
    if (agreed) await this.now();
    else {
      this.#state = 'open';
      this.#parts.stay();
    }
  }

  /** Quits without a question: the machine, the session or a terminal goes. */
  async now(): Promise<void> {
    // a message of a bug may still wait for its button
    if (this.ended) this.#parts.exit(this.#code, this.#again);
    if (!this.open) return;
    await this.close();
    this.#parts.exit(this.#code, this.#again);
  }

  /** Logs an exception that nobody caught, closes everything in order and tells the user. */
  async broken(error: unknown): Promise<void> {
    const detail = error instanceof Error ? error.message : String(error);
    this.#parts.world().log.error('bug', { detail, stack: error instanceof Error ? error.stack : undefined });
    this.#code = 1;
    if (!this.open) return;
    await this.close();
    await this.#parts.sorry().catch(() => undefined);
    this.#parts.exit(this.#code, this.#again);
  }

  /** Closes everything and leaves the process to the caller. Never rejects; later callers wait with the first. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  /** Somebody started the app while it ends: it opens again afterwards. */
  openAgain(): void {
    this.#again = true;
  }

  async #close(): Promise<void> {
    const { leave, close } = this.#parts;
    const { log, sleep } = this.#parts.world();
    this.#state = 'ending';
    const limit = new AbortController();
    const failed = (error: unknown): void => {
      log.error('the end failed', { message: error instanceof Error ? error.message : String(error) });
    };
    try {
      leave();
    } catch (error) {
      failed(error);
    }
    const late = sleep(LONGEST_END_MS, limit.signal).then(() => {
      if (!limit.signal.aborted) log.error('the end was cut off', { afterMs: LONGEST_END_MS });
    });
    await Promise.race([close().catch(failed), late]);
    limit.abort();
    this.#state = 'ended';
  }
}
