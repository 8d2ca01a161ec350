/** Rows of a list that a window asks for at once: a screen and what is read ahead of it. */
export const rowsAPage = 50;
/** The most rows that one request for a page of records may skip. */
export const mostSkipped = 50_000;
