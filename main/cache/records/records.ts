import { and, eq } from 'drizzle-orm';
import type { Provenance } from '#shared/contract/views.ts';
import { isJsonObject, jsonEqual, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json.ts';
import { referencesIn, type HeldReference } from '#shared/references/references-in.ts';
import { listColumns } from '#shared/records/list-columns.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { given, givenEach, kept, upsert } from '#main/cache/database/kept.ts';
import { record, recordBody } from '#main/cache/database/schema/records.ts';
import type { Store } from '#main/cache/database/store.ts';
import { learnRecord } from '#main/cache/names/learn-behind.ts';
import { dayOf } from '#main/cache/names/rank.ts';
import { insertStub, writeRow } from './list-row.ts';
import { replaceText } from './record-texts.ts';
import { mayHaveOtherWords } from './words.ts';

/** What was heard of a record: the service's text and its parsed value, where it came from, and whether it is the whole record. */
export interface HeardRecord {
  ref: RecordRef;
  /** The JSON text as it came; absent when `value` was put together here. */
  text?: string;
  value: JsonObject;
  provenance: Exclude<Provenance, 'stub'>;
  asOf: EpochMs;
  /** Whether a full-record write may be built on it. */
  complete: boolean;
  etag?: string | null;
  /** The id that its text was given already (`numberHeard`). */
  textId?: number | undefined;
  /** Taken though it is older than what is known: the service's own record was set back. */
  setBack?: boolean;
  /** What is known of it, where that was looked up in this transaction already (`lookUp`). */
  found?: FoundRecord | null;
  /** The text that the edit of this answer points at, by its id, and what it says. */
  sentOn?: SentOn | null;
}

/** A text of a record by its id, parsed. */
export interface SentOn {
  textId: number;
  value: JsonObject;
}

export interface CachedRecord {
  ref: RecordRef;
  value: JsonObject;
  text: string;
  provenance: Provenance;
  asOf: EpochMs;
  complete: boolean;
  etag: string | null;
}

/**
 * Stores what was heard of a record, with its list row and search words, in one commit. Something older than what is stored is not taken
 * (`olderKept`), unless the service's record was set back; lines that an answer leaves out are kept ("Resources": lines are returned only when
 * a single invoice is fetched).
 */
export function putRecord(store: Store, heard: HeardRecord): 'stored' | 'olderKept' {
  return takeRecord(store, heard) === 'olderKept' ? 'olderKept' : 'stored';
}

/** The same; answers the id of the text that the record has then. */
export function takeRecord(store: Store, { ref, ...told }: HeardRecord): number | null | 'olderKept' {
  const heard: HeardRecord = { ...told, ref: lowerCase(ref) };
  return store.commit('record', () => {
    const found = heard.found === undefined ? lookUp(store, heard.ref) : heard.found;
    const before = readable(store, heard.ref, found, heard.sentOn);
    if (before && !heard.setBack && isOlder(heard.value, before.value)) return 'olderKept';
    if (found && before && saysTheSame(before, heard)) {
      touchRecord(store, heard.ref, heard.asOf);
      return found.textId;
    }
    const next = before ? joined(before, heard) : { value: heard.value, complete: heard.complete };
    const made = next.value === heard.value ? {} : { text: stringifyJson(next.value), textId: undefined };
    return writeRecord(store, { ...heard, ...next, ...made }, found, before?.value ?? {});
  });
}

/** What is known of a record, as it stands; null when not even its id is. */
export const lookUp = (store: Store, ref: RecordRef): FoundRecord | null => selectRecord(store).get(lowerCase(ref)) ?? null;

/** Notes an id that nothing is known of yet; does nothing when the record is known. */
export function putStub(store: Store, named: RecordRef, asOf: EpochMs): void {
  const ref = lowerCase(named);
  store.commit('stub', () => {
    if (insertStub(store, ref, asOf)) store.changed({ kind: 'records', refs: [ref] });
  });
}

/** The same id in another case is the same record (RFC 9562). */
function lowerCase(ref: RecordRef): RecordRef {
  return { kind: ref.kind, id: ref.id.toLowerCase() };
}

function saysTheSame(before: CachedRecord, heard: HeardRecord): boolean {
  return (
    before.text === heard.text &&
    before.provenance === heard.provenance &&
    before.complete === heard.complete &&
    before.etag === (heard.etag ?? null)
  );
}

export type FoundRecord = ReturnType<ReturnType<typeof selectRecord>['all']>[number];

const ofRef = and(eq(record.kind, given('kind')), eq(record.recordId, given('id')));

const selectRecord = kept((db) =>
  db
    .select({
      ...{ text: recordBody.text, etag: recordBody.etag },
      ...{ provenance: record.provenance, asOf: record.asOf, complete: record.complete },
      ...{ textId: record.textId, tells: record.tells },
    })
    .from(record)
    .leftJoin(recordBody, eq(recordBody.row, record.row))
    .where(ofRef),
);

/** The service's last word on a record; null when nothing or only the id is known, or when the row is damaged (it can be read again). */
export function recordOf(store: Store, named: RecordRef): CachedRecord | null {
  const ref = lowerCase(named);
  return readable(store, ref, selectRecord(store).get(ref) ?? null);
}

function readable(store: Store, ref: RecordRef, found: FoundRecord | null, known?: SentOn | null): CachedRecord | null {
  if (!found || found.text === null) return null;
  // An id is one text's for good.
  const isKnown = known != null && known.textId === found.textId;
  const parsed = isKnown ? { ok: true as const, value: known.value } : parseJson(found.text);
  if (!parsed.ok || !isJsonObject(parsed.value)) {
    store.world.log.error('cachedRecordUnreadable', { kind: ref.kind });
    return null;
  }
  const { text, etag, provenance, asOf, complete } = found;
  return { ref, value: parsed.value, text, etag, provenance, asOf, complete };
}

const bodyText = kept((db) =>
  db.select({ text: recordBody.text }).from(record).innerJoin(recordBody, eq(recordBody.row, record.row)).where(ofRef),
);

/** Text of the service's record as it is known now, or null for a stub. */
export function knownTextOf(store: Store, ref: RecordRef): string | null {
  return bodyText(store).get(ref)?.text ?? null;
}

const writeAsOf = kept((db) => db.update(record).set(givenEach(record, 'asOf')).where(ofRef));

/** Notes that a record was heard of again without anything new (a 304, or the same text): only "as of" moves. */
export function touchRecord(store: Store, named: RecordRef, asOf: EpochMs): void {
  const ref = lowerCase(named);
  store.commit('record heard again', () => {
    writeAsOf(store).run({ ...ref, asOf });
    store.changed({ kind: 'records', refs: [ref] });
  });
}

function writeRecord(store: Store, heard: HeardRecord, found: FoundRecord | null, before: JsonObject): number {
  const { ref, textId, sentOn } = heard;
  const text = heard.text ?? stringifyJson(heard.value);
  const was = found && found.text !== null ? { ...found, text: found.text } : null;
  const numbered = replaceText(store, ref, was, { text, textId, pointedAt: sentOn?.textId });
  const columns = listColumns(ref.kind, heard.value);
  const held = heldNow(heard);
  const { provenance, asOf, complete } = heard;
  const otherWords = mayHaveOtherWords(before, heard.value);
  const row = writeRow(store, { ref, provenance, asOf, complete, ...numbered, otherWords }, columns);
  writeBody(store).run({ row, text, etag: heard.etag ?? null });
  const day = dayOf(columns.date ?? columns.updatedAt ?? '');
  learnRecord(store, ref.kind, { row, day, now: held, before: referencesIn(ref.kind, before) });
  store.changed({ kind: 'records', refs: [ref] });
  return numbered.textId;
}

/** What its words are found by, and what is learned. */
function heldNow({ ref, value }: HeardRecord): HeldReference[] {
  return referencesIn(ref.kind, value);
}

const writeBody = upsert(recordBody);

/** Lines come only with a single record; their absence says nothing. */
const linesFields = ['lines', 'lineItems'] as const;

/** What is known after hearing `heard` on top of `before`: an incomplete record only adds to a known one. */
function joined(before: CachedRecord, heard: HeardRecord): { value: JsonObject; complete: boolean } {
  if (!heard.complete) {
    const value = { ...before.value, ...definedFields(heard.value) };
    return { value, complete: before.complete && sameVersion(before.value, heard.value) };
  }
  const kept = linesFields.filter((field) => heard.value[field] == null && before.value[field] != null);
  if (kept.length === 0) return { value: heard.value, complete: true };
  return { value: { ...heard.value, ...Object.fromEntries(kept.map((field) => [field, before.value[field]])) }, complete: true };
}

function definedFields(value: JsonObject): JsonObject {
  const skip = (field: string, item: JsonValue | undefined) =>
    item === undefined || (item === null && (linesFields as readonly string[]).includes(field));
  return Object.fromEntries(Object.entries(value).filter(([field, item]) => !skip(field, item)));
}

function sameVersion(a: JsonObject, b: JsonObject): boolean {
  const fields = ['version', 'updatedAt'].filter((field) => b[field] != null);
  return fields.length > 0 && fields.every((field) => jsonEqual(a[field], b[field]));
}

/** By the record's own version, else by the service's own `updatedAt`; never by our clock. */
export function isOlder(heard: JsonObject, known: JsonObject): boolean {
  const versions = [heard['version'], known['version']].map(asInteger);
  if (versions[0] != null && versions[1] != null) return versions[0] < versions[1];
  const times = [heard['updatedAt'], known['updatedAt']].map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN));
  return times[0] !== undefined && times[1] !== undefined && times[0] < times[1];
}

function asInteger(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}
