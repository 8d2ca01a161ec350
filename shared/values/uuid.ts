const lowerPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in its usual form, of any version, in either case. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** The identifier in lower case; null when the text is none. Most services send lower case: those are looked at once. */
export function uuidIn(text: string): string | null {
  if (lowerPattern.test(text)) return text;
  return isUuid(text) ? text.toLowerCase() : null;
}

/** True when two identifiers are equal, ignoring case (RFC 9562). */
export function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
