/** Control characters and those that change the direction of neighbouring text: a name must not hide or turn it. */
const turning = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
const unseen = /[\p{Cf}\p{Zs}\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** A name as it is kept: on one line, with nothing that hides; '' for one that nobody would see. */
export function plainName(text: string): string {
  const plain = text.replaceAll(turning, ' ').replaceAll(/\s+/g, ' ').trim();
  return plain.replaceAll(unseen, '') === '' ? '' : plain;
}
