/** A request may still be carried out this long after we gave up on it (docs/laws.md, P7). */
export const quarantineMs = 120_000;

/** The longest that we wait for an answer ourselves: a payment's. */
const longestAnswerMs = 90_000;

/** A request that another process sent could still be carried out for this long: its wait for an answer, and the quarantine after it. */
export const mayArriveForMs = longestAnswerMs + quarantineMs;
