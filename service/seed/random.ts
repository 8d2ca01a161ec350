export type Choices = ReturnType<typeof choicesFrom>;

/** A repeatable stream of choices (mulberry32): the same seed gives the same stream on every machine. */
export function choicesFrom(seed: number) {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  /** A number in [0, 1). */
  const next = (): number => word() / 4_294_967_296;
  return {
    next,
    /** A whole number from `from` to `to`, both included. */
    int: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    chance: (probability: number): boolean => next() < probability,
    /** A version-4 UUID. */
    uuid: (): string => uuidOf(word(), word(), word(), word()),
  };
}

function uuidOf(a: number, b: number, c: number, d: number): string {
  const versioned = (b & 0xffff0fff) | 0x4000;
  const variant = (c & 0x3fffffff) | 0x80000000;
  const hex = [a, versioned, variant, d].map((each) => (each >>> 0).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
