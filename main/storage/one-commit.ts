/** How many characters of records one commit reads: a few milliseconds, also where each record is as large as is believed. */
const mostCharacters = 500_000;

/** How many of the next texts, by their lengths, go into one commit: at least the first. */
export function asManyAsFit(lengths: readonly number[]): number {
  let sum = 0;
  const tooMany = lengths.findIndex((length) => (sum += length) > mostCharacters);
  return tooMany === -1 ? lengths.length : Math.max(1, tooMany);
}
