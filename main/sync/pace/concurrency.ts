const startWidth = 6;
const maxConcurrency = 64;

export type Concurrency = ReturnType<typeof createConcurrency>;

/**
 * The concurrency limit, adapted to the service: it grows while responses stay as fast as before and shrinks at once when the service says that it is
 * too much. Starts at 6; one round of answers that are no slower than 1.5 times the best seen widens by a half.
 */
export function createConcurrency(most: number = maxConcurrency) {
  let width = Math.min(startWidth, most);
  let best = Number.POSITIVE_INFINITY;
  let round = { answers: 0, sumMs: 0 };
  return {
    now: (): number => width,
    /** One healthy answer, after this many milliseconds. */
    answered: (afterMs: number): void => {
      round = { answers: round.answers + 1, sumMs: round.sumMs + afterMs };
      if (round.answers < width) return;
      const meanMs = round.sumMs / round.answers;
      round = { answers: 0, sumMs: 0 };
      // On a loopback everything takes less than a few milliseconds; there, the queue at our own end is what grows.
      if (meanMs <= Math.max(best * 1.5, 10)) width = Math.min(most, Math.ceil(width * 1.5));
      else if (meanMs > best * 3) width = Math.max(Math.min(width, startWidth), Math.floor(width * 0.8));
      best = Math.min(best, meanMs);
    },
    /** 429, 503 or a time-out. */
    tooMuch: (): void => {
      width = Math.max(1, Math.floor(width / 2));
      round = { answers: 0, sumMs: 0 };
    },
  };
}
