import type { z } from '#shared/zod.ts';
import { sameAt } from '#shared/bank-number.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import {
  inputOfProperties,
  mergeProperties,
  overlayProperties,
  showsProperty,
  type CustomPropertyInput,
} from '#shared/records/custom-property.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { AnswerCheck } from './edit-kind.ts';

/** Shared parts of edits that set fields (PATCH, PUT). Their bodies use the record's field names. */

/** A field of the record and the value that an edit sets it to. */
export interface TouchedField {
  path: string[];
  value: JsonValue;
}

const isProperties = (path: readonly string[]): boolean => path.length === 1 && path[0] === 'customProperties';

/** Inputs of a body's custom properties; the body's schema has checked them. */
function inputsOf(value: JsonValue | undefined): CustomPropertyInput[] {
  return Array.isArray(value) ? (value as CustomPropertyInput[]) : [];
}

/** The fields that a body sets; members of an object (a phone number) count one by one. */
export function touchedFields(body: JsonObject): TouchedField[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!isJsonObject(value)) return [{ path: [name], value }];
    return Object.entries(value).flatMap(([inner, item]) => (item === undefined ? [] : [{ path: [name, inner], value: item }]));
  });
}

/** The record with the body's values in place; custom properties keep the labels that are known. */
export function overlayFields(record: JsonObject, body: JsonObject): JsonObject {
  return touchedFields(body).reduce((view, { path, value }) => {
    const shown = isProperties(path) ? overlayProperties(valueAt(record, path), inputsOf(value)) : value;
    return withValue(view, path, shown);
  }, record);
}

/** The named fields of a record in the shape of a body, without empty and absent ones. */
export function heldFields(names: readonly string[], record: JsonObject): JsonObject {
  const held = names.flatMap((name): [string, JsonValue][] => {
    const value = isProperties([name]) ? inputOfProperties(record[name]) : (record[name] ?? null);
    return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
  });
  return Object.fromEntries(held);
}

/** One body that does what both did in order. */
export function mergeFields<B extends JsonObject>(earlier: B, later: B): B {
  return touchedFields(later).reduce((merged: JsonObject, { path, value }) => {
    const known = valueAt(earlier, path);
    return withValue(merged, path, isProperties(path) ? mergeProperties(inputsOf(known), inputsOf(value)) : value);
  }, earlier) as B;
}

/** The body that puts back what `before` held: what was empty becomes an empty text. The kind's schema says whether it may be sent. */
export function reverseFields(body: JsonObject, before: JsonObject): JsonObject {
  return touchedFields(body).reduce((reversed: JsonObject, { path, value }) => {
    const was = valueAt(before, path);
    return withValue(reversed, path, isProperties(path) ? propertiesBefore(was, inputsOf(value)) : (was ?? ''));
  }, {});
}

function propertiesBefore(read: JsonValue | undefined, inputs: CustomPropertyInput[]): CustomPropertyInput[] {
  const before = inputOfProperties(read);
  return inputs.map(({ groupId }) => before.find((known) => known.groupId === groupId) ?? { groupId, valueIds: [] });
}

/** Judges the answer to an edit that sets fields: the right record, and every sent field as sent. */
export function answerOfFields(kind: RecordKind, id: string, body: JsonObject, answer: JsonObject): AnswerCheck {
  const wrong = wrongRecord(kind, id, answer);
  if (wrong !== null) return wrong;
  const differences = touchedFields(body).flatMap(({ path, value }) => differenceAt(path, value, answer));
  return differences.length === 0 ? { kind: 'asSent' } : { kind: 'differs', differences };
}

/** The parts that all kinds have which set fields of a record; `body` is the kind's schema. */
export const settingFields = <Body extends JsonObject>(recordKind: RecordKind, body: z.ZodType<Body>) => ({
  ...{ recordKind, body, overlay: overlayFields, touched: touchedFields },
  merge: mergeFields<Body>,
  reverse: (sent: Body, before: JsonObject) => body.safeParse(reverseFields(sent, before)).data ?? null,
  answer: (recordId: string, sent: Body, answer: JsonObject) => answerOfFields(recordKind, recordId, sent, answer),
});

/** An answer that carries another record's identifier, or none, proves nothing about this one. */
export function wrongRecord(kind: RecordKind, id: string, answer: JsonObject): AnswerCheck | null {
  const answered = recordId(kind, answer);
  if (answered === null) return { kind: 'wrongRecord', detail: 'the answer names no record' };
  return answered.toLowerCase() === id.toLowerCase() ? null : { kind: 'wrongRecord', detail: `the answer is about ${answered}` };
}

/** The difference between a sent value and what the answer shows, if any. */
export function differenceAt(path: string[], mine: JsonValue, answer: JsonObject): FieldDifference[] {
  const theirs = valueAt(answer, path);
  const same = isProperties(path) ? inputsOf(mine).every((input) => showsProperty(theirs, input)) : showsValue(path, theirs, mine);
  return same ? [] : [{ path, mine, ...(theirs === undefined ? {} : { theirs }) }];
}

/** An emptied text may come back as absent or null; lists of identifiers may come back in another order. */
function showsValue(path: readonly string[], theirs: JsonValue | undefined, mine: JsonValue): boolean {
  if (mine === '') return theirs === '' || theirs === null || theirs === undefined;
  if (Array.isArray(mine) && Array.isArray(theirs)) return jsonEqual(inOrder(mine), inOrder(theirs));
  return sameAt(path, theirs, mine);
}

function inOrder(list: JsonValue[]): JsonValue[] {
  return list.every((item) => typeof item === 'string') ? list.map((item) => item.toLowerCase()).sort() : list;
}
