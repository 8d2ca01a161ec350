import type { World } from '#shared/world.ts';

export interface EndingParts {
  /** Asks the person whether to quit; resolves true at once when there is nothing to say. */
  agreed: () => Promise<boolean>;
  /** The person stays. */
  stay: () => void;
  /** Before anything is closed: the window's place is kept, nothing is shown any more. Must not throw for a window that is gone. */
  leave: () => void;
  /** Ends the app and its sandbox, in order. */
  close: () => Promise<void>;
  /** Ends the process; `again` opens the app anew afterwards. */
  exit: (again: boolean) => void;
  world: Pick<World, 'sleep' | 'log'>;
}

/** As long as a request in flight may take to be answered. What is cut off is noted as in doubt, so nothing is lost by a limit. */
const LONGEST_END_MS = 30_000;

/**
 * The one way out, whoever asks for it: open → asking → ending → ended. It ends once, waits no longer than half a minute, and a failure
 * on the way is no reason to stay half open.
 */
export class Ending {
  readonly #parts: EndingParts;
  #state: 'open' | 'asking' | 'ending' | 'ended' = 'open';
  #closed: Promise<void> | undefined;
  #again = false;

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

  /** Quits if the person agrees. Asking twice asks once. */
  async ask(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'asking';
    const agreed = await this.#parts.agreed().catch(() => true);
    // the machine may have gone down before the answer
    if (!this.#isAsking()) return;
    if (agreed) await this.now();
    else {
      this.#state = 'open';
      this.#parts.stay();
    }
  }

  /** Quits without a question: the machine, the session or a terminal goes. */
  async now(): Promise<void> {
    if (!this.open) return;
    await this.close();
    this.#parts.exit(this.#again);
  }

  /** Closes everything and leaves the process to whoever asked. Never rejects; later callers wait with the first. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  /** Somebody started the app while it ends: it opens again afterwards. */
  openAgain(): void {
    this.#again = true;
  }

  #isAsking(): boolean {
    return this.#state === 'asking';
  }

  async #close(): Promise<void> {
    const { leave, close, world } = this.#parts;
    const { log } = world;
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
    const late = world.sleep(LONGEST_END_MS, limit.signal).then(() => {
      if (!limit.signal.aborted) log.error('the end was cut off', { afterMs: LONGEST_END_MS });
    });
    await Promise.race([close().catch(failed), late]);
    limit.abort();
    this.#state = 'ended';
  }
}
