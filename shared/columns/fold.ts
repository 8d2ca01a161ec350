/** A text as it is compared: without case and accents, and not longer than anybody types. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().slice(0, longest);
}

const longest = 80;
