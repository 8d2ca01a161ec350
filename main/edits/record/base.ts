import { baseOf, bodyOf, type OutboxRow } from '#main/outbox/outbox.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { CheckedEdit } from './insert-checked.ts';
import { shows } from '#main/outbox/merge/three-way.ts';
import { movedCurrency } from '#shared/edits/amount-currency.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import { objectIn, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';

/**
 * The base under two merged edits: the newest record, but with what the user saw when they first touched a field. Otherwise a change by
 * somebody else between the two would pass unnoticed.
 */
export function mergedBase(kind: EditKind, earlier: OutboxRow, newest: string | null): string | null {
  if (newest === null || earlier.base === newest) return earlier.base;
  const [seen, now, body] = [baseOf(earlier), objectIn(newest), bodyOf(earlier)];
  if (!seen || !body || !now) return newest;
  const seenFirst = kind.touched(body).filter((touched) => !cameToShow(seen, touched));
  return withSeen(now, seen, seenFirst);
}

/** True when the base already holds the value that the edit sets. Somebody else may have set it after the user looked, so such a field does not count as seen (law 27). */
const cameToShow = (base: JsonObject, { path, value }: { path: string[]; value: unknown }): boolean =>
  shows(base, { path, group: null, value: value as JsonValue });

/** The base under a corrected edit: its own, but what only the correction touches is as the user saw it now. */
export function correctedBase({ kind, body }: CheckedEdit, row: OutboxRow, shown: string | null): string | null {
  const [before, typed] = [baseOf(row), bodyOf(row)];
  if (before === null || shown === null || row.base === shown) return row.base ?? shown;
  const now = objectIn(shown);
  if (!typed || !now) return row.base;
  // The form showed the amount empty, and it was entered in today's currency.
  if (movedCurrency(kind, body, before, now)) return shown;
  const own = kind.touched(typed).filter((touched) => !cameToShow(before, touched));
  const ownPaths = new Set(own.map(({ path }) => path.join('\n')));
  const added = kind.touched(body).filter(({ path }) => !ownPaths.has(path.join('\n')));
  return added.length === 0 ? row.base : withSeen(before, now, added);
}

/** A base whose touched fields are as the user saw them. */
function withSeen(base: JsonObject, seen: JsonObject, touched: readonly { path: string[] }[]): string {
  return stringifyJson(touched.reduce((value, { path }) => withValue(value, path, valueAt(seen, path)), base));
}
