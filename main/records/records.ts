import { and, eq } from 'drizzle-orm';
import type { Provenance } from '#shared/contract/views/edit-views.ts';
import { jsonEqual, objectIn, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { referencesIn, type HeldReference } from '#shared/references/references-in.ts';
import { listColumns } from '#shared/records/columns/list-columns.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { param, prepared, upsert, updateIn } from '#main/storage/prepared.ts';
import { record, recordBody } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';
import { putTogether } from './crossed.ts';
import { maskedDetails, mayHideBank } from './left-out.ts';
import type { Asked } from '#main/storage/hearings.ts';
import { learnRecord } from '#main/projections/usage/learn-behind.ts';
import { dayOf } from '#shared/values/days.ts';
import { insertStub, writeRow } from '#main/projections/lists/list-row.ts';
import { mayHaveOtherWords } from '#main/projections/search/words.ts';

/** A received record: the service's text and its parsed value, its origin, and whether it is complete. */
export interface HeardRecord {
  ref: RecordRef;
  /** The service's own words, where `value` holds some of our request too. */
  shown?: JsonObject;
  /** The JSON text as it came; absent when `value` was put together here. */
  text?: string;
  value: JsonObject;
  provenance: Exclude<Provenance, 'stub'>;
  asOf: EpochMs;
  /** The moment of the request that this answers; absent for an import. */
  asked?: Asked | undefined;
  /** True when a full-record write may be built on it. */
  complete: boolean;
  etag?: string | null;
  /** The record that the write of this answer was built on. */
  sentOn?: JsonObject | null;
  /** Taken though it is older than what is known: the service's own record was set back. */
  setBack?: boolean;
}

export interface CachedRecord {
  ref: RecordRef;
  value: JsonObject;
  text: string;
  provenance: Provenance;
  asOf: EpochMs;
  complete: boolean;
  /** A user said that an edit of it is recorded, and it was not read since (law 29). */
  unsure: boolean;
  etag: string | null;
}

/**
 * Stores what was heard of a record, with its list row and search words, in one commit. Something older than what is stored is not taken
 * (`olderKept`), unless the service's record was set back; lines that an answer leaves out are kept ("Resources": lines are returned only when
 * a single invoice is fetched).
 */
export function putRecord(store: Store, { ref, ...excluded }: HeardRecord): 'stored' | 'olderKept' {
  const said: HeardRecord = { ...excluded, ref: lowerCase(ref) };
  return store.commit('record', () => {
    const found = selectRecord(store).get(said.ref) ?? null;
    const before = readable(store, said.ref, found);
    if (mayHideBank(store, said)) said.complete = false;
    if (before && isOlder(store, said, before)) return 'olderKept';
    const heard = before ? withWhatCrossed(store, said, before) : said;
    store.hearings.heard(heard.ref);
    if (before && (saysTheSame(before, heard) || addsNothing(before, heard))) {
      touchRecord(store, heard.ref, heard.asOf);
      return 'stored';
    }
    const next = before ? joined(before, heard) : { value: heard.value, complete: heard.complete };
    const text = next.value === heard.value ? (heard.text ?? stringifyJson(heard.value)) : stringifyJson(next.value);
    writeRecord(store, { ...heard, ...next, text }, found, before?.value ?? {});
    return 'stored';
  });
}

/** Stores an imported record that nothing is known of (`putRecord` is for all others). Inside a commit. */
export function putNewRecord(store: Store, { ref: named, ...heard }: HeardRecord & { text: string }): void {
  const ref = lowerCase(named);
  store.hearings.heard(ref);
  writeRecord(store, { ...heard, ref }, null, {}, true);
}

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

/** True for an import of some fields that all have the known values: it tells nothing of the others. */
function addsNothing(before: CachedRecord, { provenance, complete, value }: HeardRecord): boolean {
  if (provenance !== 'import' || complete) return false;
  return Object.entries(definedFields(value)).every(([field, told]) => jsonEqual(told, before.value[field]));
}

type FoundRecord = ReturnType<ReturnType<typeof selectRecord>['all']>[number];

const ofRef = and(eq(record.kind, param('kind')), eq(record.recordId, param('id')));

const selectRecord = prepared((db) =>
  db
    .select({
      ...{ text: recordBody.text, etag: recordBody.etag },
      ...{ provenance: record.provenance, asOf: record.asOf, complete: record.complete, unsure: record.unsure },
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

function readable(store: Store, ref: RecordRef, found: FoundRecord | null): CachedRecord | null {
  if (!found || found.text === null) return null;
  const value = objectIn(found.text);
  if (!value) {
    store.world.log.error('cachedRecordUnreadable', { kind: ref.kind });
    return null;
  }
  const { text, etag, provenance, asOf, complete, unsure } = found;
  return { ref, value, text, etag, provenance, asOf, complete, unsure };
}

/** A record as it lies here, without a look into its text; null when nothing of it is known. */
export const storedRecord = (store: Store, ref: RecordRef): FoundRecord | null => selectRecord(store).get(lowerCase(ref)) ?? null;

/** Puts a record back as it was, whatever was heard of it since. Inside a commit. */
export function putBackRecord(store: Store, named: RecordRef, was: Omit<HeardRecord, 'ref' | 'asked'> & { text: string }): void {
  const ref = lowerCase(named);
  const found = selectRecord(store).get(ref) ?? null;
  store.hearings.heard(ref);
  writeRecord(store, { ...was, ref }, found, readable(store, ref, found)?.value ?? {});
}

const bodyText = prepared((db) =>
  db.select({ text: recordBody.text }).from(record).innerJoin(recordBody, eq(recordBody.row, record.row)).where(ofRef),
);

/** Text of the service's record as it is known now, or null for a stub. */
export function knownTextOf(store: Store, ref: RecordRef): string | null {
  return bodyText(store).get(ref)?.text ?? null;
}

const writeAsOf = updateIn(record, ofRef, 'asOf');

/** Notes that a record was heard of again without anything new (a 304, or the same text): only "as of" moves. */
export function touchRecord(store: Store, named: RecordRef, asOf: EpochMs): void {
  const ref = lowerCase(named);
  store.commit('record heard again', () => {
    writeAsOf(store).run({ ...ref, asOf });
    store.changed({ kind: 'records', refs: [ref] });
  });
}

const writeUnsure = prepared((db) => db.update(record).set({ complete: false, unsure: true }).where(ofRef));

/**
 * Notes that a user's word says more of a record than the service did: until it is read again, it is not the full record that a write may be built on
 * (law 29). What is known of it stays as the service said it.
 */
export function markUnsure(store: Store, named: RecordRef): void {
  const ref = lowerCase(named);
  writeUnsure(store).run(ref);
  store.changed({ kind: 'records', refs: [ref] });
}

function writeRecord(
  store: Store,
  heard: HeardRecord & { text: string },
  found: FoundRecord | null,
  before: JsonObject,
  isNew = false,
): void {
  const { ref, text } = heard;
  const columns = listColumns(ref.kind, heard.value);
  const held = heldNow(heard);
  const { provenance, asOf, complete } = heard;
  const otherWords = mayHaveOtherWords(before, heard.value);
  const unsure = found?.unsure === true && !complete;
  const row = writeRow(store, { ref, provenance, asOf, complete, unsure, otherWords, isNew }, columns);
  writeBody(store).run({ row, text, etag: heard.etag ?? null });
  const day = dayOf(columns.date ?? columns.updatedAt ?? '');
  learnRecord(store, ref.kind, { row, day, now: held, before: referencesIn(ref.kind, before) });
  store.changed({ kind: 'records', refs: [ref] });
}

/** The inputs of its words and of its references. */
function heldNow({ ref, value }: HeardRecord): HeldReference[] {
  return referencesIn(ref.kind, value);
}

const writeBody = upsert(recordBody);

/** Lines come only with a single record; their absence says nothing. */
const linesFields = ['lines', 'lineItems'] as const;

/** Merges `heard` into `before`: an incomplete record only adds to a known one. */
function joined(before: CachedRecord, heard: HeardRecord): { value: JsonObject; complete: boolean } {
  if (!heard.complete) {
    const value = { ...before.value, ...definedFields(heard.value) };
    return { value, complete: before.complete && sameVersion(before.value, heard.value) };
  }
  const masked = maskedDetails(heard.ref.kind, before.value, heard.value);
  const isMasked = Object.keys(masked).length > 0;
  // The same version is the same record: what one copy of it leaves out, the other tells.
  const isSame = byVersion(before.value, heard.value) === 0;
  if (isSame) return { value: { ...before.value, ...definedFields(heard.value) }, complete: before.complete || !isMasked };
  const prepared = linesFields.filter((field) => heard.value[field] == null && before.value[field] != null);
  if (prepared.length === 0 && !isMasked) return { value: heard.value, complete: true };
  const kept = { ...masked, ...Object.fromEntries(prepared.map((field) => [field, before.value[field]])) };
  return { value: { ...heard.value, ...kept }, complete: !isMasked };
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

/**
 * Returns an answer to our own write with what was heard while it travelled: neither takes away what the other told (law 28). The answer's own word on a part
 * is kept unless the other one moved that part as well; then the later time decides, and without one what was heard, so that a user is asked before
 * an edit goes over it.
 */
function withWhatCrossed(store: Store, heard: HeardRecord, known: CachedRecord): HeardRecord {
  const { ref, value, provenance, asked, sentOn, setBack } = heard;
  if (provenance !== 'writeResponse' || setBack || !sentOn || asked === undefined) return heard;
  if (!store.hearings.heardSince(ref, asked) || isLaterVersion(value, known.value)) return heard;
  const time = difference(timeOf(value), timeOf(known.value));
  const together = putTogether({ sentOn, answer: value, told: known.value }, time === null || time <= 0);
  if (jsonEqual(together, value)) return heard;
  return { ...heard, value: together, text: stringifyJson(together) };
}

/**
 * Returns whether an answer tells less of a record than what is known (law 28). Decided by when we asked and what answered: an answer to our own write is
 * never old, but where a later version was heard meanwhile. What was asked before the known word came has no order to it, and there alone the service's
 * time decides, for lack of anything better. What was asked after it and carries an earlier time may be a copy from before, or a clock that was
 * set back: it is old until the service insists on it (`Hearings.insists`). A smaller version is always a copy from before.
 */
export function isOlder(store: Store, heard: Answered, known: Pick<CachedRecord, 'value' | 'text'>): boolean {
  const { ref, value, provenance, asked, setBack } = heard;
  const text = heard.text ?? stringifyJson(value);
  if (setBack || text === known.text) return false;
  const between = asked !== undefined && store.hearings.heardSince(ref, asked);
  const version = byVersion(value, known.value);
  if (version !== null && version !== 0) return version < 0;
  if (provenance === 'writeResponse') return false;
  const time = difference(timeOf(value), timeOf(known.value));
  if (between) return time === null || time <= 0;
  if (time === null || time >= 0 || version === 0) return false;
  return asked === undefined || !store.hearings.insists(ref, text, asked);
}

const byVersion = (a: JsonObject, b: JsonObject): number | null => difference(asInteger(a['version']), asInteger(b['version']));
const isLaterVersion = (a: JsonObject, b: JsonObject): boolean => (byVersion(a, b) ?? 0) > 0;

type Answered = Pick<HeardRecord, 'ref' | 'value' | 'text' | 'provenance' | 'asked' | 'setBack'>;

/** Negative where `a` is the smaller one; null where either is not known. */
function difference<T extends bigint | number>(a: T | null, b: T | null): number | null {
  if (a === null || b === null) return null;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** From the year 9999 on a time is no time: systems write it for "never". */
const noTime = Date.UTC(9999, 0, 1);

function timeOf({ updatedAt }: JsonObject): number | null {
  const time = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return time < noTime ? time : null;
}

function asInteger(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
}
