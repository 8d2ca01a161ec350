import { sameAt } from '#shared/bank-number.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';

/**
 * A table's row as the known record has it, as far as it tells nothing else: a cell has no blanks around its text, a column of days no time, and a
 * few columns not the whole of an object. A bank number keeps the spelling that it has here.
 */
export function withinKnown(store: Store, ref: RecordRef, told: () => JsonObject | undefined): JsonObject | undefined {
  const known = recordOf(store, ref)?.value;
  const value = known && told();
  return known && value && filled(known, value);
}

function filled(known: JsonObject, told: JsonObject, within: readonly string[] = []): JsonObject {
  return Object.fromEntries(
    Object.entries(told).map(([name, value]): [string, JsonValue | undefined] => {
      const before = known[name];
      const path = [...within, name];
      if (isJsonObject(value) && isJsonObject(before)) return [name, { ...before, ...filled(before, value, path) }];
      const isSame = typeof value === 'string' && typeof before === 'string' && (saysTheSame(before, value) || sameAt(path, before, value));
      return [name, isSame ? before : value];
    }),
  );
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

/** A number without the zeros that a spreadsheet takes away at its end. */
const shortNumber = (text: string): string => (/^[+-]?\d+\.\d*$/.test(text) ? text.replace(/\.?0*$/, '') : text);

function saysTheSame(before: string, now: string): boolean {
  if (plain(before) === plain(now) || shortNumber(before) === now) return true;
  return /^\d{4}-\d\d-\d\dT00:00:00$/.test(now) && before.slice(0, 11) === now.slice(0, 11);
}
