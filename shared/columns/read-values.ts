import { isCalendarDate } from '#shared/values/dates.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { marked } from '#shared/odd-characters.ts';
import { integerOf } from '#shared/records/field.ts';

// Reads column values from a record's JSON without a schema, so that 100,000 records take a moment. A wrong type counts as no value.

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? marked(value) : null;
}

/** The texts among some values, each once. */
export function texts(...values: (JsonValue | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => textOf(value) ?? []))];
}

export function dates(value: JsonValue | undefined): string[] {
  return typeof value === 'string' && isCalendarDate(value) ? [value] : [];
}

/** The day of an instant as the service wrote it: no zone may move it. */
export function days(value: JsonValue | undefined): string[] {
  return dates(textOf(value)?.slice(0, 10));
}

export function integers(value: JsonValue | undefined): bigint[] {
  const integer = integerOf(value);
  return integer === null ? [] : [integer];
}

/** Identifiers in the form in which they are compared. */
export function ids(...values: (JsonValue | undefined)[]): string[] {
  return texts(...values).map((id) => id.toLowerCase());
}

/** Identifiers under a name in each line of a list of the record. */
export const idsInLines = (list: string, name: string) => (record: JsonObject) => ids(...objectsOf(record[list]).map((line) => line[name]));

/** The objects of an array. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The length of an array; none without an array. */
export function counted(value: JsonValue | undefined): bigint[] {
  return Array.isArray(value) ? [BigInt(value.length)] : [];
}

/** None unless every line carries the amount: a partial sum would look like a whole one. */
export function sums(lines: JsonObject[], field: string): bigint[] {
  let sum = 0n;
  for (const line of lines) {
    const amount = integerOf(line[field]);
    if (amount === null) return [];
    sum += amount;
  }
  return lines.length === 0 ? [] : [sum];
}
