import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isJsonObject, parseJson, type JsonObject } from '#shared/json.ts';
import { kept, type Opened } from '#main/cache/database/kept.ts';
import { outbox } from '#main/cache/database/schema/outbox.ts';
import { audit } from '#main/cache/database/schema/trail-lines.ts';
import { auditLine } from '#main/cache/database/schema/trail.ts';
import { mayHaveArrived, type Attempt } from './attempts.ts';
import type { OutboxRow } from './outbox.ts';

/** What a file's trail says of its edits' past: which one each brings back, and of which an earlier request may have arrived. */
export type Links = ReadonlyMap<string, JsonObject>;

const says = (facts: SQLiteColumn): SQL => sql`instr(${facts}, '"bringsBack"') + instr(${facts}, '"mayBeThere"') > 0`;
/** A line that says which edit another brings back, or of which an earlier request may have arrived. */
export const isLink = says(audit.facts);
const linked = kept((db) =>
  db
    .select({
      id: sql<string | null>`ifnull(${auditLine.editId}, (SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.seq} = ${auditLine.edit}))`,
      facts: auditLine.facts,
    })
    .from(auditLine)
    .where(says(auditLine.facts))
    .orderBy(auditLine.seq),
);
const linkedBefore = kept((db) => db.select({ id: audit.editId, facts: audit.facts }).from(audit).where(isLink).orderBy(audit.seq));

/** Throws SQLite's error where the trail cannot be read. */
export const linksIn = (from: Opened): Links => linksOf(linked(from).all());

/** The same of a backup, and of a file from before the trail was lean. */
export const linksInOlder = (from: Opened): Links => linksOf(linkedBefore(from).all());

function linksOf(lines: readonly { id: string | null; facts: string }[]): Links {
  const links = new Map<string, JsonObject>();
  for (const { id, facts } of lines) {
    const parsed = parseJson(facts);
    if (id !== null && parsed.ok && isJsonObject(parsed.value)) links.set(id, { ...parsed.value, ...links.get(id) });
  }
  return links;
}

/** What a file says of its edits; null where it cannot be read. */
export interface Past {
  edits: readonly OutboxRow[];
  attempts: readonly Attempt[] | null;
  links: Links | null;
}

/**
 * What an edit that is taken into another database must say of the edits that stay behind, closed: which one it brings back, and that a request
 * of one that it corrects or brings back may have created what it creates (`mayBeThere`): so it may where that cannot be read. `isHere` knows the
 * edits that are in the other database already, with their own past.
 */
export function pastOf(row: OutboxRow, past: Past, isHere: (id: string) => boolean): JsonObject {
  const bringsBack = past.links?.get(row.id)?.['bringsBack'];
  const there = row.repeat === 'creates' && earlierMayHaveArrived(row, past, isHere);
  return { ...(typeof bringsBack === 'string' ? { bringsBack } : {}), ...(there ? { mayBeThere: true } : {}) };
}

function earlierMayHaveArrived(row: OutboxRow, { edits, attempts, links }: Past, isHere: (id: string) => boolean): boolean {
  if (links === null || (attempts === null && row.lastAttempt > 0)) return true;
  const looked = new Set<string>();
  const open = [row.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (looked.has(id)) continue;
    looked.add(id);
    if (links.get(id)?.['mayBeThere'] === true) return true;
    // The edit's own requests come along with it.
    if (id !== row.id && (attempts?.some((request) => request.editId === id && mayHaveArrived(request)) ?? true)) return true;
    const known = edits.find((one) => one.id === id);
    if (!known && !isHere(id)) return true;
    const earlier = [known?.supersedes, links.get(id)?.['bringsBack']];
    open.push(...earlier.filter((one): one is string => typeof one === 'string'));
  }
  return false;
}
