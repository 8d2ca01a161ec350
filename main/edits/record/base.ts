import { baseOf, baseTextOf, bodyOf, hasBase, type Base, type OutboxRow } from '#main/outbox/outbox.ts';
import type { Store } from '#main/storage/store.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { CheckedEdit } from './insert-checked.ts';
import { shows } from '#main/outbox/merge/three-way.ts';
import { movedCurrency } from '#shared/edits/amount-currency.ts';
import { valueAt, withValue } from '#shared/json/json-path.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';

/**
 * The base under two merged edits: the newest record, but with what the person saw when they first touched a field. Otherwise a change by
 * somebody else between the two would pass unnoticed.
 */
export function mergedBase(store: Store, kind: EditKind, earlier: OutboxRow, newest: Base): Base {
  const { base, baseText, recordKind, recordId } = earlier;
  if (!hasBase(newest)) return { base, baseText };
  const text = baseTextOf(store, { ...newest, recordKind, recordId });
  if (!hasBase(earlier) || text === null) return newest;
  if (baseText === newest.baseText || baseTextOf(store, earlier) === text) return { base, baseText };
  const seen = baseOf(store, earlier);
  const now = parseJson(text);
  const body = bodyOf(earlier);
  if (!seen || !body || !now.ok || !isJsonObject(now.value)) return newest;
  const seenFirst = kind.touched(body).filter((touched) => !cameToShow(seen, touched));
  return withSeen(now.value, seen, seenFirst);
}

/** A base that shows what its edit sets may be somebody else's word, which the edit agreed with and its user did not see (law 27). */
const cameToShow = (base: JsonObject, { path, value }: { path: string[]; value: unknown }): boolean =>
  shows(base, { path, group: null, value: value as JsonValue });

/** The base under a corrected edit: its own, but what only the correction touches is as the person saw it now. */
export function correctedBase(store: Store, { kind, body }: CheckedEdit, row: OutboxRow, shown: Base): Base {
  const [before, typed] = [baseOf(store, row), bodyOf(row)];
  const standing = { base: row.base, baseText: row.baseText };
  const text = baseTextOf(store, { ...row, ...shown });
  if (before === null || text === null || baseTextOf(store, row) === text) return hasBase(row) ? standing : shown;
  const now = parseJson(text);
  if (!typed || !now.ok || !isJsonObject(now.value)) return standing;
  // The form showed the amount empty, and it was entered in today's currency.
  if (movedCurrency(kind, body, before, now.value)) return shown;
  const own = kind.touched(typed).filter((touched) => !cameToShow(before, touched));
  const ownPaths = new Set(own.map(({ path }) => path.join('\n')));
  const added = kind.touched(body).filter(({ path }) => !ownPaths.has(path.join('\n')));
  return added.length === 0 ? standing : withSeen(before, now.value, added);
}

/** A base whose touched fields are as the person saw them. */
function withSeen(base: JsonObject, seen: JsonObject, touched: readonly { path: string[] }[]): Base {
  const joined = touched.reduce((value, { path }) => withValue(value, path, valueAt(seen, path)), base);
  return { base: stringifyJson(joined), baseText: null };
}
