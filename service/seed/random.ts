/** A repeatable stream of choices: the same seed gives the same stream on every machine. */
export interface Choices {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  /** One of the given values. */
  pick<T>(values: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A version-4 UUID. */
  uuid(): string;
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Starts a stream of choices (mulberry32). */
export function choicesFrom(seed: number): Choices {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = (): number => word() / 4_294_967_296;
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  return { next, int, pick, chance: (probability) => next() < probability, uuid: () => uuidOf(word(), word(), word(), word()) };
}

function uuidOf(a: number, b: number, c: number, d: number): string {
  const versioned = (b & 0xffff0fff) | 0x4000;
  const variant = (c & 0x3fffffff) | 0x80000000;
  const hex = [a, versioned, variant, d].map(eightDigits).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function eightDigits(word: number): string {
  return [24, 16, 8, 0].map((shift) => hexOf[(word >>> shift) & 255]).join('');
}
