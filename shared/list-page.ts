/** As many rows as one question for a page of records may leave out. */
export const mostSkipped = 50_000;
