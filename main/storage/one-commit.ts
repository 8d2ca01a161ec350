/** The number of characters of records that one commit reads: a few milliseconds, also for records of the maximum size. */
const mostCharacters = 500_000;

/** The number of the next texts that fit into one commit: at least one. */
export function asManyAsFit(lengths: readonly number[]): number {
  let sum = 0;
  const tooMany = lengths.findIndex((length) => (sum += length) > mostCharacters);
  return tooMany === -1 ? lengths.length : Math.max(1, tooMany);
}
