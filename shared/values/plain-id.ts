/** An identifier without what databases write around it and without signs that are not seen. */
export const plainId = (cell: string): string =>
  cell
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF\u00AD]/g, '')
    .trim()
    .replace(/^(?:urn:uuid:)?[{(]?|[)}]$/gi, '')
    .toLowerCase();
