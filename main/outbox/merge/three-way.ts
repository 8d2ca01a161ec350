import { sameAt } from '#shared/bank-number.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { differenceAt } from '#shared/edits/absolute-fields.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import { inputOfProperties } from '#shared/records/custom-property.ts';

/** Compares the base that the user saw, the typed values and the service's present values, part by part. Pure. */

/** The smallest thing that counts on its own: a field, a member of an object, or one group of custom properties. */
export interface Part {
  path: string[];
  group: string | null;
  /** The value that an edit sets. */
  value: JsonValue;
}

/** The parts that a body sets. */
export function partsOf(kind: EditKind, body: JsonObject): Part[] {
  return kind.touched(body).flatMap(({ path, value: touched }): Part[] => {
    const value = touched as JsonValue;
    if (path.join('.') !== 'customProperties' || !Array.isArray(value)) return [{ path, group: null, value }];
    return value
      .filter(isJsonObject)
      .map((input) => ({ path, group: typeof input['groupId'] === 'string' ? input['groupId'] : '', value: [input] }));
  });
}

/** One word for a part, whatever value it has. */
export function partKey({ path, group }: Pick<Part, 'path' | 'group'>): string {
  return [...path, group ?? ''].join('\n');
}

/** The part of that word. */
export function partOfKey(key: string): Pick<Part, 'path' | 'group'> {
  const path = key.split('\n');
  const group = path.pop() ?? '';
  return { path, group: group === '' ? null : group };
}

/** Words for the parts that a body sets. */
export function partKeys(kind: EditKind, body: JsonObject): string[] {
  return partsOf(kind, body).map(partKey);
}

/** A record's value of a part; undefined when absent, null when empty. */
export function partIn(record: JsonObject, { path, group }: Pick<Part, 'path' | 'group'>): JsonValue | undefined {
  if (record[path[0] ?? ''] === undefined) return undefined;
  const value = valueAt(record, path) ?? null;
  if (group === null) return value;
  const shown = inputOfProperties(value).find(({ groupId }) => groupId === group);
  const names = [...(shown?.valueIds ?? []), ...(shown?.inlineValues ?? [])].sort();
  return names.length === 0 ? null : names;
}

/** True when a record shows a part as an edit set it. */
export function shows(record: JsonObject, part: Part): boolean {
  return differenceAt(part.path, part.value, record).length === 0;
}

/** True when a record shows a value of an edit that the base did not. */
export function showsPart(kind: EditKind, body: JsonObject, base: JsonObject | null, record: JsonObject): boolean {
  const isNew = (part: Part) => !sameValue(part.path, partIn(record, part), base === null ? undefined : partIn(base, part));
  return partsOf(kind, body).some((part) => shows(record, part) && isNew(part));
}

/** Absent and null say the same in the service's records, and a bank number the same however it is written. */
export function sameValue(path: readonly string[], a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return sameAt(path, a ?? null, b ?? null);
}

/**
 * The fields that the service moved to a third value, neither what the user saw nor what they typed: those need a user. A field of which
 * the service says nothing is none. `explained` says which moves are known to be our own.
 */
export function movedFields(
  kind: EditKind,
  body: JsonObject,
  base: JsonObject | null,
  theirs: JsonObject,
  explained: (part: Part) => boolean = () => false,
): FieldDifference[] {
  if (base === null) return [];
  const moved = partsOf(kind, body).filter((part) => {
    const now = partIn(theirs, part);
    return now !== undefined && !sameValue(part.path, now, partIn(base, part)) && !shows(theirs, part) && !explained(part);
  });
  const paths = new Map(moved.map(({ path }) => [path.join('\n'), path]));
  return [...paths.values()].map((path) => {
    return { path, base: valueAt(base, path), mine: valueAt(body, path), theirs: valueAt(theirs, path) ?? null };
  });
}

/** Bank fields that the service moved since the user looked, touched or not: a hard stop for an edit that touches any of them. */
export function movedBankFields(
  kind: EditKind,
  body: JsonObject,
  base: JsonObject | null,
  theirs: JsonObject,
  explained: (part: Part) => boolean = () => false,
): FieldDifference[] {
  if (base === null) return [];
  const typed = partsOf(kind, body);
  return bankPathsOf(kind, base, theirs).flatMap((path) => {
    const now = partIn(theirs, { path, group: null });
    const was = valueAt(base, path) ?? null;
    if (now === undefined || sameValue(path, was, now)) return [];
    const mine = typed.find((part) => part.path.join('\n') === path.join('\n'));
    const known = (mine && shows(theirs, mine)) ?? false;
    return known || explained(mine ?? { path, group: null, value: now }) ? [] : [{ path, base: was, theirs: now }];
  });
}

/** A conflict's fields, and whether a bank field is among what stops an edit that sets one. */
export interface Moved {
  differences: FieldDifference[];
  hardStop: boolean;
}

/** Returns what the service moved under an edit: fields that it sets and, where it sets a bank field, every bank field. */
export function movedUnder(
  kind: EditKind,
  edit: { touchesBank: 0 | 1; body: JsonObject },
  base: JsonObject | null,
  theirs: JsonObject,
  explained?: (part: Part) => boolean,
): Moved {
  const moved = movedFields(kind, edit.body, base, theirs, explained);
  const bank = edit.touchesBank === 1 ? movedBankFields(kind, edit.body, base, theirs, explained) : [];
  return {
    differences: [...moved, ...bank.filter((field) => !moved.some(({ path }) => overlaps(path, field.path)))],
    hardStop: bank.length > 0,
  };
}

/** Bank fields of either record: of the first level, and members of objects one by one. */
function bankPathsOf(kind: EditKind, ...records: JsonObject[]): string[][] {
  const paths = new Map<string, string[]>();
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      const inner = isJsonObject(value) ? Object.keys(value).map((member) => [name, member]) : [[name]];
      for (const path of inner) if (kind.touchesBank(bodyWith(path))) paths.set(path.join('\n'), path);
    }
  }
  return [...paths.values()];
}

/** A body that sets this and nothing else. */
const bodyWith = ([name = '', member]: readonly string[]): JsonObject => ({ [name]: member === undefined ? '' : { [member]: '' } });

/** Fields of the record's first level that say something else than before; bookkeeping fields are left out. */
export function changedFields(before: JsonObject, after: JsonObject): FieldDifference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of ['updatedAt', 'updatedBy', 'version']) names.delete(name);
  return [...names]
    .filter((name) => after[name] !== undefined && !sameValue([name], before[name], after[name]))
    .map((name) => ({ path: [name], base: before[name], theirs: after[name] }));
}

/** The known settable fields of a record that a body leaves out: a full record with the body alone empties them. */
export function heldBeside(kind: EditKind, body: JsonObject, known: JsonObject): FieldDifference[] {
  const sent = new Set(partKeys(kind, body));
  const whole = kind.whole ? partsOf(kind, kind.whole(known)) : [];
  const beside = whole.filter((part) => !sent.has(partKey(part)) && !isEmpty(partIn(known, part)));
  const paths = new Map(beside.map(({ path }) => [path.join('\n'), path]));
  return [...paths.values()].map((path) => ({ path, base: valueAt(known, path) ?? null }));
}

/** True when two paths overlap. */
export function overlaps(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, index) => step === b[index]);
}

/** Fields that say nothing by being empty: bookkeeping, a problem that is gone, and lists that come only with a single record. */
const mayEmpty = ['updatedAt', 'updatedBy', 'version', 'failureContext', 'lines', 'lineItems'];

/** Fields that a response shows empty although the body did not set them; of these, the body that puts back what can be written. */
export function lostFields(
  kind: EditKind,
  body: JsonObject,
  known: JsonObject | null,
  answer: JsonObject,
): { differences: FieldDifference[]; putBack: JsonObject } | null {
  if (known === null || !kind.whole) return null;
  const sent = new Set(partKeys(kind, body));
  const isLost = (part: Part) => !sent.has(partKey(part)) && isEmpty(partIn(answer, part)) && !isEmpty(partIn(known, part) ?? null);
  const whole = partsOf(kind, kind.whole(known));
  const writable = whole.filter(isLost);
  const paths = new Set(whole.map(({ path }) => path[0]));
  const others = Object.keys(known)
    .filter((name) => !paths.has(name) && !mayEmpty.includes(name))
    .map((name) => ({ path: [name], group: null, value: null }))
    .filter(isLost);
  const differences = [...writable, ...others].map(({ path }) => ({
    path,
    base: valueAt(known, path),
    theirs: valueAt(answer, path) ?? null,
  }));
  const told = differences.filter(({ path }, index) => !differences.slice(0, index).some((one) => overlaps(one.path, path)));
  if (told.length === 0) return null;
  // Only groups of custom properties share a path.
  const putBack = writable.reduce((back: JsonObject, { path, value }) => {
    const before = valueAt(back, path);
    return withValue(back, path, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value);
  }, {});
  return { differences: told, putBack };
}

/** Said to be empty; what is not said is not. */
function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
