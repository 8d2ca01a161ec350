import { and, eq, gt, gte, lte, max, min, or, sql } from 'drizzle-orm';
import { given, kept } from '#main/cache/database/kept.ts';
import { isOpen, outbox } from '#main/cache/database/schema/outbox.ts';
import { audit } from '#main/cache/database/schema/trail-lines.ts';
import { auditLine } from '#main/cache/database/schema/trail.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { EpochMs } from '#shared/world.ts';

/** What may be archived. */
export interface ArchiveRule {
  /** What was closed since, and what was written since, stays. */
  before: EpochMs;
  /** The newest lines of the trail stay whatever their age: a clock that jumped moves nothing that is still at work. */
  keepLines: number;
}

const firstPlace = kept((db) =>
  db
    .select({ place: min(outbox.place) })
    .from(outbox)
    .where(isOpen(outbox)),
);
/** Still open, closed lately, or standing behind the place of one that is still open. */
const isNeeded = or(
  isOpen(outbox),
  and(gte(outbox.changedAt, given('before')), lte(outbox.changedAt, given('now'))),
  gte(outbox.place, given('place')),
);
const isAmong = and(gt(audit.seq, given('after')), lte(audit.seq, given('last')));
const firstNeeded = kept((db) =>
  db
    .select({ seq: min(audit.seq) })
    .from(audit)
    .innerJoin(outbox, eq(outbox.id, audit.editId))
    .where(and(isAmong, isNeeded)),
);
const newestLine = kept((db) => db.select({ seq: max(audit.seq) }).from(audit));

/**
 * The last of the next `limit` lines that may leave: each edit that it and all lines before it are of is closed, for longer than the rule says. An
 * edit that is still open stops it at its first line, however old, so that nothing a start, a request or a verdict asks for is in an archive.
 */
export function lastMovableLine(store: Store, rule: ArchiveRule, after: number, limit: number): number {
  const newest = (newestLine(store).get()?.seq ?? 0) - Math.max(1, rule.keepLines);
  const last = Math.min(newest, after + limit);
  if (last <= after) return after;
  const place = firstPlace(store).get()?.place ?? Number.MAX_SAFE_INTEGER;
  const needed = firstNeeded(store).get({ after, last, before: rule.before, now: store.world.now(), place })?.seq ?? null;
  return needed === null ? last : needed - 1;
}

const after = gt(auditLine.seq, given('last'));
const laterLine = or(
  sql`EXISTS (SELECT 1 FROM ${auditLine} WHERE ${and(eq(auditLine.edit, outbox.seq), after)})`,
  sql`EXISTS (SELECT 1 FROM ${auditLine} WHERE ${and(eq(auditLine.recordId, outbox.recordId), eq(auditLine.editId, outbox.id), after)})`,
);

// What was paid is asked for as long as its invoice is here, so that a payment stays; the newest edit too, so that no number is given twice.
const leaving = kept((db) =>
  db
    .select()
    .from(outbox)
    .where(
      and(
        sql`${outbox.id} IN (SELECT ${audit.editId} FROM ${audit} WHERE ${isAmong})`,
        sql`NOT ${isOpen(outbox)}`,
        sql`${outbox.lane} <> 'payment'`,
        sql`${outbox.seq} < (SELECT max(${outbox.seq}) FROM ${outbox})`,
        sql`NOT ${laterLine}`,
      ),
    )
    .orderBy(outbox.seq),
);

/** The edits whose last line of the trail is among these. */
export const editsLeavingWith = (store: Store, after: number, last: number) => leaving(store).all({ after, last });
