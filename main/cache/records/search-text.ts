/** A text as LIKE takes it literally, with `\` as its escape. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
