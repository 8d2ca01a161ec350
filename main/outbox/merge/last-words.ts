import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { fixed, param, prepared, upsert, selectFrom } from '#main/storage/prepared.ts';
import { attempts, outbox } from '#main/storage/schema/outbox.ts';
import { record, recordLastWords } from '#main/storage/schema/records.ts';
import { audit } from '#main/storage/schema/audit.ts';
import { recordOf } from '#main/records/records.ts';
import { rowNumberOf } from '#main/storage/row-range.ts';
import type { Store } from '#main/storage/store.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { objectIn, type JsonObject } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { unknownOutcomes } from '#main/outbox/attempts.ts';
import { everOfRecord } from '#main/outbox/reading/edit-lists.ts';
import { bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { partIn, partKey, partOfKey, partsOf, sameValue, shows, type Part } from './three-way.ts';

/*
 * Ours is what the service answered to us last, with nothing else heard since (law 27). A value that equals one which we wrote earlier explains
 * nothing: somebody else may have put it back.
 */

/**
 * The newest word on a part that a request of ours set. `ours`: the service answered it to us, and nothing else was heard since. `line`: the line of the
 * audit log with which that request left, or the newest one when somebody else's word was heard. What left before that line explains nothing any more.
 */
interface Word {
  ours: boolean;
  line: number;
}

type Words = Record<string, Word>;

/** A part that a request of ours set of which nobody learned the end. */
interface Unanswered extends Part, Pick<OutboxRow, 'id' | 'state' | 'place'> {
  /** The audit line with which the request left. */
  left: number;
}

const wordsOf = prepared((db) =>
  db
    .select({ words: recordLastWords.words })
    .from(record)
    .innerJoin(recordLastWords, eq(recordLastWords.row, record.row))
    .where(and(eq(record.kind, param('kind')), eq(record.recordId, param('id')))),
);
const write = upsert(recordLastWords);
const newestLine = selectFrom(audit, { fields: { seq: audit.seq }, order: desc(audit.seq), limit: 1 });

const isUnknown = fixed(or(isNull(attempts.outcome), inArray(attempts.outcome, unknownOutcomes)));
const newestUnknown = sql`SELECT max(${attempts.n}) FROM ${attempts} WHERE ${attempts.editId} = ${outbox.id} AND ${isUnknown}`;
const attempt = sql`CASE WHEN json_valid(${audit.facts}) THEN ifnull(${audit.facts} ->> 'attempt', 0) ELSE 0 END`;
const left = sql`SELECT max(${audit.seq}) FROM ${audit} WHERE ${audit.editId} = ${outbox.id} AND ${audit.what} = 'left' AND ${attempt} <= (${newestUnknown})`;
const unanswered = selectFrom(outbox, {
  fields: {
    ...{ id: outbox.id, kind: outbox.kind, body: outbox.body, format: outbox.format, state: outbox.state, place: outbox.place },
    left: sql<number>`ifnull((${left}), 0)`,
  },
  where: and(
    everOfRecord,
    fixed(ne(outbox.state, 'applied')),
    sql`EXISTS (SELECT 1 FROM ${attempts} WHERE ${attempts.editId} = ${outbox.id} AND ${isUnknown})`,
  ),
  order: outbox.seq,
});

function knownWords(store: Store, ref: RecordRef): Words {
  return (objectIn(wordsOf(store).get(ref)?.words ?? '{}') ?? {}) as unknown as Words;
}

function unansweredOf(store: Store, ref: RecordRef): Unanswered[] {
  return unanswered(store)
    .all({ recordKind: ref.kind, recordId: ref.id })
    .flatMap(({ id, state, place, left: at, ...edit }) => {
      const kind = editKind(edit.kind);
      const body = bodyOf(edit);
      return kind && body ? partsOf(kind, body).map((part) => ({ ...part, id, state, place, left: at })) : [];
    });
}

const isOutdated = (words: Words, key: string, leftAt: number): boolean => (words[key]?.line ?? -1) >= leftAt;

/** Tells whether a part of a record shows what is known to be ours, for an edit that is compared with it. */
export function explainedFor(store: Store, ref: RecordRef, record: JsonObject): (row: OutboxRow) => (part: Part) => boolean {
  const words = knownWords(store, ref);
  let sent: Unanswered[] | null = null;
  return (row) => (part) => {
    const key = partKey(part);
    if (words[key]?.ours) return true;
    sent ??= unansweredOf(store, ref);
    return sent.some(
      (one) =>
        partKey(one) === key &&
        one.place <= row.place &&
        !isOutdated(words, key, one.left) &&
        // Of an edit that the user put aside since, the value alone is never enough for a bank field.
        !(row.touchesBank === 1 && (one.state === 'superseded' || one.state === 'discarded')) &&
        shows(record, one),
    );
  };
}

/** The stored parts of a record before a new one arrives. */
export interface WordsBefore {
  words: Words;
  unanswered: Unanswered[];
  value: JsonObject | null;
}

/** Notes what to compare a record with, before it is replaced by something newer. In the transaction under way. */
export function wordsBefore(store: Store, ref: RecordRef): WordsBefore {
  const words = knownWords(store, ref);
  const sent = unansweredOf(store, ref);
  return {
    words,
    unanswered: sent,
    value: sent.length > 0 || Object.keys(words).length > 0 ? (recordOf(store, ref)?.value ?? null) : null,
  };
}

/**
 * Notes whose word the parts of a record show now that `value` was heard of it: `answered` names those that the service answered to a request of ours,
 * which left with the line `leftAt` of the audit log. `readFor`: the edit for which the record was read, when no earlier request of it could arrive any
 * more; what such a request set and the record does not show was not taken. In the transaction under way.
 */
export function noteWords(
  store: Store,
  ref: RecordRef,
  before: WordsBefore,
  heard: { value: JsonObject; answered: readonly string[]; leftAt: () => number; readFor?: string | null },
): void {
  const { value, answered, leftAt, readFor = null } = heard;
  const words: Words = { ...before.words };
  const keys = new Set([...Object.keys(words), ...before.unanswered.map(partKey)]);
  let line: number | null = null;
  const others = (key: string) => void (words[key] = { ours: false, line: (line ??= newestLine(store).get()?.seq ?? 0) });
  for (const key of keys) {
    if (answered.includes(key)) continue;
    const part = partOfKey(key);
    const now = partIn(value, part);
    if (now === undefined || sameValue(part.path, now, before.value === null ? undefined : partIn(before.value, part))) continue;
    else if (before.unanswered.some((one) => partKey(one) === key && !isOutdated(words, key, one.left) && shows(value, one))) {
      if (words[key]?.ours) words[key] = { ...words[key], ours: false };
    } else others(key);
  }
  for (const one of before.unanswered) {
    const key = partKey(one);
    if (one.id === readFor && !answered.includes(key) && !isOutdated(words, key, one.left) && !shows(value, one)) others(key);
  }
  // Somebody else's word that was heard while the request travelled may be the newer one.
  const left = answered.length > 0 ? leftAt() : 0;
  for (const key of answered) if (words[key]?.ours !== false || words[key].line < left) words[key] = { ours: true, line: left };
  if (Object.keys(words).length === 0 || sameWords(words, before.words)) return;
  const row = rowNumberOf(store, ref);
  if (row !== null) write(store).run({ row, words: JSON.stringify(words) });
}

const sameWords = (a: Words, b: Words): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.keys(a).every((key) => a[key]?.ours === b[key]?.ours && a[key]?.line === b[key]?.line);

const leftLine = selectFrom(audit, {
  fields: { seq: audit.seq },
  where: and(eq(audit.editId, param('id')), fixed(eq(audit.what, 'left'))),
  order: desc(audit.seq),
  limit: 1,
});

/** The audit line with which the newest request of an edit left; 0 where none did. */
export const leftAtOf = (store: Store, { id }: Pick<OutboxRow, 'id'>): number => leftLine(store).get({ id })?.seq ?? 0;
