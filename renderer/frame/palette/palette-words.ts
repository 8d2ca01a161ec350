import { fold } from '#shared/columns/fold.ts';

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** True when each typed word is the beginning of a word of the item, in any order. */
export function answers(typed: string, ...offered: readonly (string | undefined)[]): boolean {
  const words = offered.flatMap((text) => (text === undefined ? [] : wordsOf(text)));
  return wordsOf(typed).every((word) => words.some((each) => each.startsWith(word)));
}
