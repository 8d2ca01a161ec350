import { fold } from '#shared/columns/fold.ts';

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of what was typed begins one of the words of what is offered, in any order. */
export function answers(typed: string, ...offered: readonly (string | undefined)[]): boolean {
  const words = offered.flatMap((text) => (text === undefined ? [] : wordsOf(text)));
  return wordsOf(typed).every((word) => words.some((each) => each.startsWith(word)));
}
