import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { Hit } from '#shared/contract/views/search-views.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { editsWithWords, indexEdits } from './edit-words.ts';
import { allOf, matchNaming } from '#main/names/match-names.ts';
import { isSqliteError } from '#main/storage/driver.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { document, documentText } from '#main/storage/schema/documents.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { refOf } from '#main/outbox/outbox.ts';
import { record } from '#main/storage/schema/records.ts';
import { recordWords } from '#main/storage/schema/words.ts';
import type { Store } from '#main/storage/store.ts';
import { isSaid, ofDocument } from '#main/documents/document-texts.ts';
import { amountsIn } from '#shared/query/read-amounts.ts';
import { foundColumns, recordHits } from './record-hits.ts';
import { recordsByAmount } from './search-amounts.ts';
import { withWords } from './record-words.ts';
import { lastRowOf, rowRange } from '#main/storage/row-range.ts';
import { activityOf } from './search-activity.ts';
import { isLike, likeText } from '#main/storage/like.ts';
import { catchUpWords, isWordDamage } from './word-index.ts';

/**
 * Matches for `text`, at most `limit`: records by amount, by id, words, or the names of what they refer to; edits by what was typed,
 * documents by name and by what is in them, and the newest lines of the activity. Newest first within each; never ranks, which would read every match.
 */
export function search(store: Store, text: string, limit: number, locale = 'en'): Hit[] {
  const words = text.trim();
  if (words === '') return [];
  catchUpWords(store);
  catchUpEdits(store);
  const byId = recordsById(store, words, limit);
  const amounts = amountsIn(words, locale);
  const byAmount = amounts.length === 0 ? [] : unlessDamaged(store, () => recordsByAmount(store, amounts, limit));
  const named = byId.length > 0 ? byId : unlessDamaged(store, () => recordsByWords(store, words, limit));
  const isNew = ({ record: ref }: Hit) => !byAmount.some(({ record: other }) => other?.kind === ref?.kind && other?.id === ref?.id);
  const found = [...byAmount, ...named.filter(isNew)];
  const edits = unlessDamaged(store, () => editsByWords(store, words, limit));
  const others = [...edits, ...documentsByName(store, words, limit), ...activityOf(store, words, limit)];
  // Every sort of hit gets room, whatever the others found.
  const room = Math.max(1, limit - Math.min(others.length, Math.floor(limit / 2)));
  return [...found.slice(0, room), ...others].slice(0, limit);
}

/** A damaged word index finds nothing until it was rebuilt, which begins at once. */
function unlessDamaged(store: Store, find: () => Hit[]): Hit[] {
  try {
    return find();
  } catch (error) {
    if (!isWordDamage(store, error)) throw error;
    return [];
  }
}

const { kind, recordId, title } = record;
const beginningWith = prepared((db) =>
  db.rows(
    foundColumns,
    sql`FROM ${record} INDEXED BY record_ref WHERE ${eq(kind, param('kind'))} AND ${gte(recordId, param('from'))} AND ${lt(recordId, param('to'))}
      ORDER BY ${recordId} LIMIT ${param('limit')}`,
  ),
);
const newestWithWords = prepared((db) =>
  db.rows(
    foundColumns,
    sql`FROM ${record} JOIN (SELECT ${recordWords.rowid} AS found ${withWords} ORDER BY ${recordWords.rowid} DESC LIMIT ${param('limit')})
      ON ${record.row} = found ORDER BY found DESC`,
  ),
);

/** The beginning of a UUID, from eight characters on. */
const beginsIdentifier = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/i;

function recordsById(store: Store, text: string, limit: number): Hit[] {
  if (!beginsIdentifier.test(text)) return [];
  const from = text.toLowerCase();
  // 'g' follows every character of a UUID.
  const found = recordKinds.flatMap((kind) => beginningWith(store).all({ kind, from, to: `${from}g`, limit }));
  return recordHits(store, found.slice(0, limit));
}

/** Whole words first: their lists are read from the newest on, while a long beginning of a word is first looked up everywhere. */
function recordsByWords(store: Store, text: string, limit: number): Hit[] {
  const whole = recordsMatching(store, text, true, limit);
  if (whole.length >= limit) return whole;
  const ids = new Set(whole.map((hit) => hit.record?.id));
  return [...whole, ...recordsMatching(store, text, false, limit).filter((hit) => !ids.has(hit.record?.id))].slice(0, limit);
}

function recordsMatching(store: Store, text: string, whole: boolean, limit: number): Hit[] {
  // In the order of recordKinds: a kind without records would still have its part of the word lists read through.
  const known = recordKinds.filter((kind) => lastRowOf(store, kind) > 0);
  const perKind = known.map((kind) => {
    const match = matchNaming(store, kind, text, whole);
    if (match.length === 0) return [];
    const [first, last] = rowRange(kind);
    return recordHits(store, newestWithWords(store).all({ match: allOf(match), first, last, limit }));
  });
  return shared(perKind, limit);
}

/** Takes in turns from each list, so that no kind hides the others. */
function shared(lists: Hit[][], limit: number): Hit[] {
  const taken: Hit[] = [];
  for (let at = 0; taken.length < limit && lists.some((list) => at < list.length); at++) {
    for (const list of lists) {
      const hit = list[at];
      if (hit && taken.length < limit) taken.push(hit);
    }
  }
  return taken;
}

const bySeq = prepared((db) =>
  db.rows(
    {
      id: outbox.id,
      kind: outbox.kind,
      recordKind: outbox.recordKind,
      recordId: outbox.recordId,
      state: outbox.state,
      title: sql<string | null>`${title}`,
    },
    sql`FROM json_each(${param('seqs')}) JOIN ${outbox} ON ${outbox.seq} = value
      LEFT JOIN ${record} ON ${and(eq(kind, outbox.recordKind), eq(recordId, outbox.recordId))} ORDER BY value DESC`,
  ),
);

/** Titles of edits are their kind's name; the window has the words. */
function editsByWords(store: Store, text: string, limit: number): Hit[] {
  const edits = bySeq(store).all({ seqs: JSON.stringify(editsWithWords(store, text, limit)) });
  return edits.map((edit) => ({
    kind: 'edit',
    record: refOf(edit),
    editId: edit.id,
    title: edit.kind,
    detail: edit.title ?? edit.recordId,
    state: edit.state,
    facts: null,
  }));
}

/** A full disk keeps the index behind, not the search from answering. */
function catchUpEdits(store: Store): void {
  try {
    indexEdits(store);
  } catch (error) {
    if (isWordDamage(store, error)) return;
    if (!isSqliteError(error)) throw error;
    store.world.log.error('searchIndexBehind', { code: error.code });
  }
}

const documentsNamed = prepared((db) =>
  db
    .select({ id: document.recordId, name: document.name, state: document.state, called: document.called, title: documentText.title })
    .from(document)
    .leftJoin(documentText, ofDocument)
    .where(or(isLike(document.name, 'like'), isSaid))
    .orderBy(document.name)
    .limit(param('limit')),
);

function documentsByName(store: Store, text: string, limit: number): Hit[] {
  const documents = documentsNamed(store).all({ like: likeText(text), limit });
  return documents.map(({ id, name, state, called, title }) => ({
    kind: 'document',
    record: { kind: 'invoicePayable', id },
    editId: null,
    title: called ?? title ?? name,
    detail: state,
    state: null,
    facts: null,
  }));
}
