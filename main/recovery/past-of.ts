import { sql } from 'drizzle-orm';
import { objectIn, type JsonObject } from '#shared/json/json.ts';
import { type Opened, selectFrom } from '#main/storage/prepared.ts';
import { audit } from '#main/storage/schema/audit.ts';
import { mayHaveArrived, type Attempt } from '#main/outbox/attempts.ts';
import type { OutboxRow } from '#main/outbox/outbox.ts';

/** The edits of a file of which its audit log says that an earlier request may have arrived. */
export type Doubted = ReadonlySet<string>;

/** A line that says of which edit an earlier request may have arrived. */
export const isDoubt = sql`instr(${audit.facts}, '"mayBeThere"') > 0`;
const doubted = selectFrom(audit, { fields: { id: audit.editId, facts: audit.facts }, where: isDoubt, order: audit.seq });

/** Throws SQLite's error where the audit log cannot be read. */
export function doubtedIn(from: Opened): Doubted {
  const lines = doubted(from).all();
  return new Set(lines.flatMap(({ id, facts }) => (id !== null && objectIn(facts)?.['mayBeThere'] === true ? [id] : [])));
}

/** The edits of a file; null when it cannot be read. */
export interface Past {
  edits: readonly OutboxRow[];
  attempts: readonly Attempt[] | null;
  doubted: Doubted | null;
}

/**
 * The facts that a moved edit must carry about closed edits that stay behind: that a request of one that it corrects may have
 * created what it creates (`mayBeThere`): so it may where that cannot be read. `isHere` knows the edits that are in the other database already,
 * with their own past.
 */
export function pastOf(row: OutboxRow, past: Past, isHere: (id: string) => boolean): JsonObject {
  return row.repeat === 'creates' && earlierMayHaveArrived(row, past, isHere) ? { mayBeThere: true } : {};
}

function earlierMayHaveArrived(row: OutboxRow, { edits, attempts, doubted }: Past, isHere: (id: string) => boolean): boolean {
  if (doubted === null || (attempts === null && row.lastAttempt > 0)) return true;
  const looked = new Set<string>();
  for (let id: string | null = row.id; id !== null && !looked.has(id);) {
    looked.add(id);
    const at: string = id;
    if (doubted.has(at)) return true;
    // The edit's own requests come along with it.
    if (at !== row.id && (attempts?.some((request) => request.editId === at && mayHaveArrived(request)) ?? true)) return true;
    const known = edits.find((one) => one.id === at);
    if (!known && !isHere(at)) return true;
    id = known?.supersedes ?? null;
  }
  return false;
}
