const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in its usual form, of any version, in either case. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Whether two identifiers name the same thing: their case does not matter (RFC 9562). */
export function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
