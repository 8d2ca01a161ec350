import type { z } from '#shared/zod.ts';
import type { FieldDifference, RepeatClass } from '#shared/edit.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ComposedOn, EditKey, EditWords, FormField, FormNotice, Likelihood, WhileTyping } from './edit-form.ts';

/** One request of the interface, before an origin and credentials are added. `path` is relative to its family's prefix. */
export interface ServiceRequest {
  method: 'GET' | 'OPTIONS' | 'PATCH' | 'PUT' | 'POST';
  /** (A) `{base_url}/v1/…`; (B) `{base_url}/rest/ext/v1/…` ("Endpoints"). */
  family: 'A' | 'B';
  /** Without the `/v1` segment, with a leading slash: `/expenses/<uuid>`. */
  path: string;
  /** Lossless JSON value, or undefined for no body. */
  body?: JsonObject;
  query?: Record<string, string>;
  accept: 'json' | 'pdf';
}

/** The condition for sending an edit automatically. `person` always needs a user's approval, whatever the account's rules say. */
export type ReviewNeed = 'automatic' | 'review' | 'person';

/** The priority class of an edit: payments go alone, one at a time. */
export type EditPriority = 'write' | 'payment';

/** The description of an edit: a verb phrase and a detail, no values formatted for a locale. */
export interface EditDescription {
  /** "Record payment", "Update vendor" */
  title: string;
  /** Paths of the fields that the edit touches, for chips and search. */
  fields: string[][];
}

/**
 * Everything particular to one operation that changes something. The engine, the cache, the contract and the pages know classes of
 * edits, never kinds: a further operation is one more file or small folder beside this one and one line in `edit-kinds.ts`.
 */
export interface EditKind<Body extends JsonObject = JsonObject> {
  kind: string;
  recordKind: RecordKind | 'any';
  /** The specification's part, for instance "Endpoints 4". */
  specification: string;
  /** The schema of user input: tolerant of absent fields, strict on types. */
  body: z.ZodType<Body>;
  repeat: RepeatClass;
  /** The default rule when nothing in the body asks for more. */
  review(body: Body): ReviewNeed;
  /** True when the body touches a bank field: reviewed always, never merged on its own, never repeated by a machine. */
  touchesBank(body: Body): boolean;
  /** True when building the request needs a complete base record (vendor PUT). */
  needsCompleteBase: boolean;
  /** The exact request; `base` is the newest complete record known where `needsCompleteBase`, else ignored. */
  request(recordId: string, body: Body, base: JsonObject | null): ServiceRequest;
  /** Returns the service's record with this edit applied. Pure; returns a new object. */
  overlay(record: JsonObject, body: Body): JsonObject;
  /** Field paths of the record that the edit sets, with the value it sets. Drives three-way merges and the answer's comparison. */
  touched(body: Body): { path: string[]; value: unknown }[];
  /** Everything of a record that this kind can set, in the shape of a body; absent for kinds that create something. */
  whole?(record: JsonObject): JsonObject;
  /** Joins two unsent edits of one record into one, or null when they must stay apart. Creating kinds always answer null. */
  merge(earlier: Body, later: Body): Body | null;
  /** Composes the edit that puts back what `before` held, or null where there is no reverse. */
  reverse(body: Body, before: JsonObject): Body | null;
  /** Judges a 2xx answer: is it the right record, and which sent fields differ? */
  answer(recordId: string, body: Body, answer: JsonObject): AnswerCheck;
  /** The read that can check this edit by the specification alone, or null (only an expense can be read). */
  read(recordId: string): ServiceRequest | null;
  /** Read that the service may offer though the specification does not show it (same path, GET), or null. */
  undocumentedRead(recordId: string): ServiceRequest | null;
  describe(body: Body): EditDescription;
  /** The form that composes it, in the order of entry. */
  form: readonly FormField[];
  words: EditWords;
  key: EditKey;
  /** The likelihood that it is the next step for a record in this state (null: unknown state). */
  likelihood(state: string | null): Likelihood;
  /** Tells the states in which the service usually refuses it; absent where none is known. */
  isClosed?(state: string): boolean;
  /** A notice before it is composed for this record; absent without one. */
  notices?(on: ComposedOn): FormNotice[];
  /** For creating kinds: fields of the record that are not true any more once it is carried out, and that its answer does not tell again. */
  unsays?: readonly string[];
  /** The list column whose cell changes a field, and that field. */
  inList?: { column: string; path: readonly string[] };
  /** A warning while typing; `typed` holds the values that could be parsed so far, by field. */
  warns?(typed: JsonObject, on: WhileTyping): string[];
  /** For creating kinds: what one line about it shows beside its title; `account`: a bank account. */
  summary?(body: Body): { date?: string; text?: string; account?: string | undefined };
  /** For creating kinds: the service shows it nowhere, so what was recorded here stays on the record's page. */
  unseenAfterwards?: true;
  /** The money that the edit records, in minor units of the record's currency; absent for kinds that move none. */
  amountMinor?(body: Body): bigint | null;
}

/** Payments are what creates something and, by its kind, always needs a user. */
export function priorityOf(kind: EditKind, body: JsonObject): EditPriority {
  return kind.repeat === 'creates' && kind.review(body) === 'person' ? 'payment' : 'write';
}

/** The parts that all kinds have which create something: nothing of the record is set, and nothing can be taken back. */
export const creating = {
  repeat: 'creates',
  needsCompleteBase: false,
  touchesBank: () => false,
  touched: () => [],
  merge: () => null,
  reverse: () => null,
  read: () => null,
} as const satisfies Partial<EditKind>;

/** Verdict of an edit kind over an answer's content. */
export type AnswerCheck =
  { kind: 'asSent' } | { kind: 'differs'; differences: FieldDifference[] } | { kind: 'wrongRecord'; detail: string };
