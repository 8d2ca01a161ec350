// Embeddings, overrides and isolates: they turn around what stands after them, another field's figures too.
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** A text without the characters that turn the direction of what follows; letters of any script stay as they are. */
export function withoutTurns(text: string, instead = ''): string {
  return text.replace(turning, instead);
}
