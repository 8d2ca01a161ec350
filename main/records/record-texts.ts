import { and, desc, eq, or, sql } from 'drizzle-orm';
import { given, givenEach, insertInto, kept, type Opened } from '#main/storage/kept.ts';
import { engineFacts, outbox, request } from '#main/storage/schema/outbox.ts';
import { record, recordBody, recordText } from '#main/storage/schema/records.ts';
import type { Sqlite } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { differenceOf, textFrom } from './text-difference.ts';

/*
 * One text of a record for all who hold it: edits (what the person saw) and attempts (the answer) point at a text by its id. The newest one stands in
 * `record_body`; when another takes its place it is kept as long as somebody points at it, told by how it differs from the one that took its place.
 */

/** A text of a record with its id, and the kept text that is told by it. */
export interface NumberedText {
  text: string;
  textId: number | null;
  tells: number | null;
}

/** The same of a record of which perhaps nothing is known but its id. */
export type FoundText = Omit<NumberedText, 'text'> & { text: string | null };

/** Reading the oldest text of a record goes through this many differences at most. */
const mostLinks = 16;

const theOne = eq(engineFacts.one, 1).inlineParams();
const lastId = kept((db) => db.select({ id: engineFacts.lastText }).from(engineFacts).where(theOne));
const writeLastId = kept((db) => db.update(engineFacts).set(givenEach(engineFacts, 'lastText')).where(theOne));
const ofRef = and(eq(record.kind, given('kind')), eq(record.recordId, given('id')));
const numberNow = kept((db) => db.select({ textId: record.textId }).from(record).where(ofRef));
const bodyNow = kept((db) =>
  db
    .select({ row: record.row, text: recordBody.text, textId: record.textId, tells: record.tells })
    .from(record)
    .innerJoin(recordBody, eq(recordBody.row, record.row))
    .where(ofRef),
);
const giveNumber = kept((db) =>
  db
    .update(record)
    .set(givenEach(record, 'textId'))
    .where(eq(record.row, given('row'))),
);
const tellsNothing = kept((db) =>
  db
    .update(record)
    .set({ tells: null })
    .where(and(ofRef, eq(record.tells, given('textId')))),
);
const keptText = kept((db) =>
  db
    .select()
    .from(recordText)
    .where(eq(recordText.id, given('textId'))),
);
const keep = insertInto(recordText);
const retell = kept((db) =>
  db
    .update(recordText)
    .set({ text: given('text'), like: given('like') } as never)
    .where(eq(recordText.id, given('textId'))),
);
const linksNothing = kept((db) =>
  db
    .update(recordText)
    .set({ links: 0 })
    .where(eq(recordText.id, given('textId'))),
);
const drop = kept((db) => db.delete(recordText).where(eq(recordText.id, given('textId'))));
const points = or(
  eq(outbox.baseText, given('textId')),
  sql`EXISTS (SELECT 1 FROM ${request} WHERE ${request.edit} = ${outbox.seq} AND ${request.answerText} = ${given('textId')})`,
);
// Newest first: who points at a record's text is nearly always the edit that was settled last.
const pointing = kept((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.recordId, given('recordId')), eq(outbox.recordKind, given('recordKind')), points))
    .orderBy(desc(outbox.seq))
    .limit(1),
);

/** The newest id that was given in the transaction under way. */
const numbering = new WeakMap<Sqlite, { lastText: number }>();

/** An id for a text that no record had before. In the transaction under way, at whose end the newest one is written. */
function numberText(store: Store): number {
  const known = numbering.get(store.sql);
  if (known) return (known.lastText += 1);
  const first = { lastText: (lastId(store).get()?.id ?? 0) + 1 };
  numbering.set(store.sql, first);
  store.ifUndone(() => void numbering.delete(store.sql));
  store.atEnd('texts numbered', () => {
    numbering.delete(store.sql);
    writeLastId(store).run(first);
  });
  return first.lastText;
}

/**
 * The id for a text that was just heard of a record, whose row was looked up as `found`: the one that it has, where it says the same. In the
 * transaction under way.
 */
export function numberHeard(store: Store, ref: RecordRef, found: Pick<FoundText, 'text' | 'textId'> | null, text: string): number {
  if (found?.text !== text) return numberText(store);
  return found.textId ?? pointAtText(store, ref) ?? numberText(store);
}

/** The id of the text that a record has now, for somebody who will point at it; null for a stub. In the transaction under way. */
export function pointAtText(store: Store, ref: RecordRef): number | null {
  const numbered = numberNow(store).get(ref)?.textId ?? null;
  if (numbered !== null) return numbered;
  const now = bodyNow(store).get(ref);
  if (!now) return null;
  const textId = numberText(store);
  giveNumber(store).run({ row: now.row, textId });
  return textId;
}

/** A text that a record has or had; null where it is lost. */
export function textOf(from: Opened, ref: RecordRef, textId: number): string | null {
  const told = keptText(from).get({ textId });
  if (!told) {
    const now = bodyNow(from).get(ref);
    return now?.textId === textId ? now.text : null;
  }
  if (told.like === null) return told.text;
  // A text is told by a later one: anything else is damage.
  if (told.like <= textId) return null;
  const like = textOf(from, ref, told.like);
  return like === null ? null : textFrom(told.text, like);
}

/**
 * What a record's row says of its texts once `next` has taken the place of `before`, which is kept if anybody points at it; `pointedAt` is a text of
 * which that is known.
 */
export function replaceText(
  store: Store,
  ref: RecordRef,
  before: NumberedText | null,
  next: { text: string; textId?: number | undefined; pointedAt?: number | null | undefined },
): { textId: number; tells: number | null } {
  if (before?.text === next.text) return { textId: before.textId ?? next.textId ?? numberText(store), tells: before.tells };
  const textId = next.textId ?? numberText(store);
  const isPointed = next.pointedAt != null && next.pointedAt === before?.textId;
  return { textId, tells: before ? outlive(store, ref, before, { text: next.text, textId }, isPointed) : null };
}

/** The record of this text leaves the laptop, what was typed about it stays: so do the texts that are pointed at. */
export function forgetText(store: Store, ref: RecordRef): void {
  const now = bodyNow(store).get(ref);
  if (now) outlive(store, ref, now, null);
}

/** Keeps a text that an attempt points at, unless it is the one that its record has. */
export function keepAnswer(store: Store, ref: RecordRef, { text, textId }: { text: string; textId: number }): void {
  if (numberNow(store).get(ref)?.textId !== textId && !keptText(store).get({ textId })) keep(store).run({ id: textId, text });
}

/** Drops a text that was pointed at until now, unless somebody else points at it or another text is told by it. */
export function letGoOfText(store: Store, ref: RecordRef, textId: number): void {
  const told = keptText(store).get({ textId });
  if (!told || told.links > 0 || isPointedAt(store, ref, textId)) return;
  drop(store).run({ textId });
  tellsNothing(store).run({ ...ref, textId });
  if (told.like === null) return;
  linksNothing(store).run({ textId: told.like });
  letGoOfText(store, ref, told.like);
}

function isPointedAt(store: Store, { kind, id }: RecordRef, textId: number): boolean {
  return pointing(store).get({ recordKind: kind, recordId: id, textId }) !== undefined;
}

/** Answers the kept text that is told by `next`, if any. */
function outlive(store: Store, ref: RecordRef, { text, textId, tells }: NumberedText, next: Next | null, isPointed = false): number | null {
  if (textId === null) return null;
  const earlier = tells === null ? undefined : keptText(store).get({ textId: tells });
  if (isPointed || isPointedAt(store, ref, textId)) {
    const links = earlier ? earlier.links + 1 : 0;
    const told = toldBy(text, links < mostLinks ? next : null);
    keep(store).run({ id: textId, ...told, links });
    return told.like === null ? null : textId;
  }
  const earlierText = earlier ? textFrom(earlier.text, text) : null;
  if (!earlier || earlierText === null) return null;
  const told = toldBy(earlierText, next);
  retell(store).run({ textId: earlier.id, ...told });
  return told.like === null ? null : earlier.id;
}

interface Next {
  text: string;
  textId: number;
}

/** How a text is kept: as what it says otherwise than the next one, where that is shorter. */
function toldBy(text: string, next: Next | null): { text: string; like: number | null } {
  const difference = next && differenceOf(text, next.text);
  return next && difference !== null && difference.length < text.length ? { text: difference, like: next.textId } : { text, like: null };
}
