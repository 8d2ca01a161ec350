/** An identifier in lower case, without spaces, invisible signs, "urn:uuid:" and one bracket or brace at each end. */
export const plainId = (cell: string): string =>
  cell
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF\u00AD]/g, '')
    .trim()
    .replace(/^(?:urn:uuid:)?[{(]?|[)}]$/gi, '')
    .toLowerCase();
