import type { JournalEntry } from '#service/domain/journal.ts';

/** The used part of a journal entry. */
type Counted = Pick<JournalEntry, 'method' | 'applied' | 'idempotencyKey' | 'recordId' | 'bodyText'>;

/**
 * Creating requests that the service carried out more than once, by edit (its idempotency key), or by record and body where a request names
 * none. The last look of every test that has a service: nobody in them decides to send such a request again after it was carried out.
 */
export function carriedOutTwice(journal: readonly Counted[]): string[] {
  const counts = new Map<string, number>();
  for (const { method, applied, idempotencyKey, recordId, bodyText } of journal) {
    if (method !== 'POST' || !applied) continue;
    const edit = idempotencyKey ?? `${recordId} ${bodyText}`;
    counts.set(edit, (counts.get(edit) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([edit, count]) => `${edit} was carried out ${count} times`);
}
