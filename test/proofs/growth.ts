import { quickest } from './thread-time.ts';

/** Growth is only told where there is something to measure. */
export const leastMs = 0.5;
/** P29: twice the text, at most so many times the time. */
export const mostGrowth = 2.5;
const attempts = 5;

/** How many times longer `read` takes for twice the length, over so many lengths from half of `most` on. */
export interface Growth {
  times: number;
  lengths: number;
}

/**
 * Two lengths first. What looks steep there is read at twice and four times the length too: memory that no longer fits a cache is a step,
 * what is worse than linear grows steeper with each. Where more is refused unread, the two decide.
 */
export function growthOf(read: (text: string) => unknown, make: (length: number) => string, most: number): Growth {
  const [half, whole, double, fourfold] = [most / 2, most, 2 * most, 4 * most].map((length) => make(length)) as [
    string,
    string,
    string,
    string,
  ];
  const timeOf = (text: string) =>
    Math.max(
      quickest(attempts, () => read(text)),
      leastMs / 4,
    );
  let two = Infinity;
  for (let again = 0; again < 4 && two > mostGrowth; again++) two = Math.min(two, timeOf(whole) / timeOf(half));
  if (two <= mostGrowth) return { times: two, lengths: 2 };
  const times = [half, whole, double, fourfold].map(timeOf);
  const [, once = 0, twice = 0] = times;
  return twice < 1.5 * once ? { times: two, lengths: 2 } : { times: 2 ** exponentOf(times), lengths: times.length };
}

/** The slope of a straight line through the times of doubled lengths, both as logarithms: 1 is linear, 2 quadratic. */
function exponentOf(times: readonly number[]): number {
  const middle = (times.length - 1) / 2;
  const weights = times.map((_, doublings) => doublings - middle);
  const sum = times.reduce((all, time, at) => all + (weights[at] ?? 0) * Math.log2(time), 0);
  return sum / weights.reduce((all, weight) => all + weight ** 2, 0);
}
