/**
 * Counts requests against a limit per second: a bucket that refills evenly and holds one second's worth. The answer takes one request; false
 * when the limit is reached. No limit when it is 0.
 */
export function rateLimit(perSecond: number, now: () => number): () => boolean {
  let left = perSecond;
  let at = now();
  return () => {
    if (perSecond === 0) return true;
    const moment = now();
    left = Math.min(perSecond, left + ((moment - at) / 1000) * perSecond);
    at = moment;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
