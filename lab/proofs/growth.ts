import { quickest } from './thread-time.ts';

/** Growth is only told where there is something to measure. */
export const leastMs = 0.5;
/** P29: twice the text, at most so many times the time. */
export const mostGrowth = 2.5;
const attempts = 5;

/** A text that takes so long is not read at eight times its length. */
const longMs = 50;

/** The growth in time for twice the length, over several lengths. */
export interface Growth {
  times: number;
  lengths: number;
}

/**
 * Two lengths first. What looks steep there is read at twice, four and eight times the length too: memory that no longer fits a cache, or outlives
 * a collection, is a step; what is worse than linear grows steeper with each. Where a longer one is refused unread, or would take too long, the two decide.
 */
export function growthOf(read: (text: string) => unknown, make: (length: number) => string, most: number): Growth {
  const timeOf = (length: number) => {
    const text = make(length);
    return Math.max(
      quickest(attempts, () => read(text)),
      leastMs / 4,
    );
  };
  let two = Infinity;
  for (let again = 0; again < 4 && two > mostGrowth; again++) two = Math.min(two, timeOf(most) / timeOf(most / 2));
  if (two <= mostGrowth || timeOf(most) > longMs) return { times: two, lengths: 2 };
  const times = [1, 2, 4, 8].map((more) => timeOf(more * most));
  const [whole = 0, double = 0] = times;
  return double < 1.5 * whole ? { times: two, lengths: 2 } : { times: 2 ** exponentOf(times), lengths: times.length };
}

/** The slope of a straight line through the times of doubled lengths, both as logarithms: 1 is linear, 2 quadratic. */
function exponentOf(times: readonly number[]): number {
  const middle = (times.length - 1) / 2;
  const weights = times.map((_, doublings) => doublings - middle);
  const sum = times.reduce((all, time, at) => all + (weights[at] ?? 0) * Math.log2(time), 0);
  return sum / weights.reduce((all, weight) => all + weight ** 2, 0);
}
