/** Rows of a list that a window asks for at once: a screen and what is read ahead of it. */
export const rowsAPage = 50;
/** As many rows as one question for a page of records may leave out. */
export const mostSkipped = 50_000;
