/** A text as it is compared: without case and accents, and not longer than anybody types. */
export const fold = (text: string): string => foldWhole(text).slice(0, longest);

/** A text of any length without case and accents. */
export const foldWhole = (text: string): string =>
  (isAscii.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase();

const isAscii = /^[\u0000-\u007f]*$/;

const longest = 80;
