/** A text as filters compare it: without case and accents, one space between words; signs part words. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The typed text as words that must all occur. */
export function foldedWords(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 6);
}
