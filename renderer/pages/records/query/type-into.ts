/**
 * Writes a text into a field as typing would: only the difference is replaced, in one undo step, with an input event. False without the focus, and
 * nothing is written.
 */
export function typeInto(field: HTMLInputElement | null, text: string): boolean {
  if (!field || document.activeElement !== field) return false;
  const { start, end, piece } = difference(field.value, text);
  if (start === end && piece === '') return true;
  field.setSelectionRange(start, end);
  // The one way to write that the browser's undo knows.
  return piece === '' ? document.execCommand('delete') : document.execCommand('insertText', false, piece);
}

/** The replacement that turns a text into another. */
function difference(from: string, to: string): { start: number; end: number; piece: string } {
  const least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && from[start] === to[start]) start += 1;
  let same = 0;
  while (same < least - start && from.at(-1 - same) === to.at(-1 - same)) same += 1;
  return { start, end: from.length - same, piece: to.slice(start, to.length - same) };
}
