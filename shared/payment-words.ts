/** What is asked about an amount that pays nothing: zero, or one that takes money back. `says` writes an amount in words. */
export function notPositiveSentence(minor: bigint, says: (minor: bigint) => string): string {
  return minor < 0n ? `This takes ${says(-minor)} back. Is it what you mean?` : 'This is not more than zero. Is it what you mean?';
}
