/** The most bytes of one file that a user gives: an export or names to import, and any text in which ids are looked for. */
export const mostBytes = { imported: 100_000_000, searched: 20_000_000 };
