/**
 * One creating or updating request that reached the service's rules, whatever came of it.
 * Tests count `applied` entries per marker or per record: that is how "exactly once per edit" is checked.
 */
export interface JournalEntry {
  /** Position in the journal, from 1, without gaps. */
  readonly sequence: number;
  /** When the request was processed, milliseconds since 1970. */
  readonly at: number;
  /** The operation's name. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** The record that the path or the body names. */
  readonly recordId: string;
  /** The new record of a creating operation, else null. */
  readonly createdId: string | null;
  /** The `Idempotency-Key` header as it came, even where it is not honoured; null without one. */
  readonly idempotencyKey: string | null;
  /** The body exactly as it came. */
  readonly bodyText: string;
  readonly status: number;
  /** True when the request changed the data. */
  readonly applied: boolean;
  readonly userId: string | null;
}
