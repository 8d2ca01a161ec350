import Database from 'better-sqlite3';
import type { Hit } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { editsWithWords, indexEdits } from '#main/cache/outbox/edit-words.ts';
import { recordCounts } from './lists.ts';
import { rowRange } from './row-range.ts';
import { likeText } from './search-text.ts';
import type { Store } from '#main/cache/database/store.ts';
import { matchOf } from './words.ts';

/**
 * What a person could mean by `text`, at most `limit`: records by id or words, edits by what was typed, documents by name, and the
 * newest lines of the activity. Newest first within each; never ranks, which would read every match.
 */
export function search(store: Store, text: string, limit: number): Hit[] {
  const words = text.trim();
  if (words === '') return [];
  catchUp(store);
  const byId = recordsById(store, words, limit);
  const found = byId.length > 0 ? byId : recordsByWords(store, words, limit);
  const others = [...editsByWords(store, words, limit), ...documentsByName(store, words, limit), ...activityOf(store, words, limit)];
  // Every sort of hit gets room, whatever the others found.
  const room = Math.max(1, limit - Math.min(others.length, Math.floor(limit / 2)));
  return [...found.slice(0, room), ...others].slice(0, limit);
}

interface FoundRecord {
  kind: RecordKind;
  id: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  date: string | null;
  amount: string | null;
  currency: string | null;
}

const recordColumns = `kind, record_id AS id, title, subtitle, status, date, cast(amount_minor AS text) AS amount, currency`;

function recordHit({ kind, id, title, subtitle, status, date, amount, currency }: FoundRecord): Hit {
  const facts = { status, date, amountMinor: amount === null ? null : BigInt(amount), currency };
  return { kind: 'record', record: { kind, id }, editId: null, title, detail: subtitle ?? '', state: null, facts };
}

/** The beginning of a UUID, from eight characters on. */
const beginsIdentifier = /^[0-9a-f]{8}(-[0-9a-f-]*)?$/i;

function recordsById(store: Store, text: string, limit: number): Hit[] {
  if (!beginsIdentifier.test(text)) return [];
  const from = text.toLowerCase();
  const statement = store.prepared<FoundRecord>(
    `SELECT ${recordColumns} FROM record INDEXED BY record_ref WHERE kind = ? AND record_id >= ? AND record_id < ? ORDER BY record_id LIMIT ?`,
  );
  // 'g' follows every character of a UUID.
  return recordKinds.flatMap((kind) => statement.all(kind, from, `${from}g`, limit).map(recordHit)).slice(0, limit);
}

/** Whole words first: their lists are read from the newest on, while a long beginning of a word is first looked up everywhere. */
function recordsByWords(store: Store, text: string, limit: number): Hit[] {
  const match = matchOf(text);
  if (match === null) return [];
  const whole = recordsMatching(store, match.replace(/\*$/, ''), limit);
  if (whole.length >= limit) return whole;
  const ids = new Set(whole.map((hit) => hit.record?.id));
  return [...whole, ...recordsMatching(store, match, limit).filter((hit) => !ids.has(hit.record?.id))].slice(0, limit);
}

function recordsMatching(store: Store, match: string, limit: number): Hit[] {
  const statement = store.prepared<FoundRecord>(
    `SELECT ${recordColumns} FROM record JOIN
       (SELECT rowid AS found FROM record_words WHERE record_words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?)
     ON record.row = found ORDER BY found DESC`,
  );
  // A kind without records would still have its part of the word lists read through.
  const known = recordCounts(store).filter(({ records }) => records > 0);
  const perKind = known.map(({ kind }) => statement.all(match, ...rowRange(kind), limit).map(recordHit));
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

interface FoundEdit {
  id: string;
  edit_kind: string;
  kind: RecordKind;
  record_id: string;
  state: EditState;
  title: string | null;
}

/** Titles of edits are their kind's name: whoever shows them turns it into words. */
function editsByWords(store: Store, text: string, limit: number): Hit[] {
  const statement = store.prepared<FoundEdit>(
    `SELECT outbox.id, outbox.kind AS edit_kind, record_kind AS kind, outbox.record_id, state, record.title
     FROM json_each(?) JOIN outbox ON outbox.seq = value
     LEFT JOIN record ON record.kind = outbox.record_kind AND record.record_id = outbox.record_id ORDER BY value DESC`,
  );
  return statement.all(JSON.stringify(editsWithWords(store, text, limit))).map((edit) => ({
    kind: 'edit',
    record: { kind: edit.kind, id: edit.record_id },
    editId: edit.id,
    title: edit.edit_kind,
    detail: edit.title ?? edit.record_id,
    state: edit.state,
    facts: null,
  }));
}

/** A full disk keeps the index behind, not the search from answering. */
function catchUp(store: Store): void {
  try {
    indexEdits(store);
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    store.world.log.error('searchIndexBehind', { code: error.code });
  }
}

function documentsByName(store: Store, text: string, limit: number): Hit[] {
  const statement = store.prepared<{ id: string; name: string; state: string }>(
    `SELECT record_id AS id, name, state FROM document WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIMIT ?`,
  );
  return statement.all(`%${likeText(text)}%`, limit).map(({ id, name, state }) => ({
    kind: 'document',
    record: { kind: 'invoicePayable', id },
    editId: null,
    title: name,
    detail: state,
    state: null,
    facts: null,
  }));
}

/** How far back the activity is looked through while a person types. */
const newestLines = 2000;

function activityOf(store: Store, text: string, limit: number): Hit[] {
  const statement = store.prepared<{ what: string; edit_id: string | null; kind: RecordKind | null; record_id: string | null }>(
    `SELECT what, edit_id, record_kind AS kind, record_id FROM
       (SELECT * FROM audit ORDER BY seq DESC LIMIT ${newestLines}) WHERE what LIKE ? ESCAPE '\\' OR facts LIKE ? ESCAPE '\\' LIMIT ?`,
  );
  const like = `%${likeText(text)}%`;
  return statement.all(like, like, limit).map((line) => ({
    kind: 'activity',
    record: line.kind !== null && line.record_id !== null ? { kind: line.kind, id: line.record_id } : null,
    editId: line.edit_id,
    title: line.what,
    detail: line.record_id ?? '',
    state: null,
    facts: null,
  }));
}
