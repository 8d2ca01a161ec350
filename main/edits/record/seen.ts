import { sameValue } from '#main/outbox/merge/three-way.ts';
import type { Store } from '#main/storage/store.ts';
import { knownTextOf, recordOf } from '#main/records/records.ts';
import type { FieldDifference } from '#shared/edit.ts';
import { jsonEqual, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { compareAgain } from '#main/edits/decide/hold.ts';

/** The service's record as the user had it before them, where that is known; null where today's counts. */
export type Seen = JsonObject | null;

/** The base that a form for several records keeps of one: the fields that it can set. The rest is taken as it is today; null where nothing of it moved. */
export function seenOfMany(store: Store, ref: RecordRef, seen: Seen): Seen {
  const known = seen && recordOf(store, ref);
  const moved = Object.entries(seen ?? {}).filter(([name, value]) => known && !sameValue([name], known.value[name], value));
  return known && moved.length > 0 ? { ...known.value, ...Object.fromEntries(moved) } : null;
}

/** A record with what the service was seen to say of these fields. */
export function withTheirs(value: JsonObject, differences: readonly FieldDifference[]): JsonObject {
  return differences.reduce((told, { path, theirs }) => withValue(told, path, theirs as JsonValue), value);
}

/** The base of an edit that a user composed on `seen`: today's text, unless the record moved while they did. */
export function seenBase(store: Store, ref: RecordRef, seen: Seen): string | null {
  const today = knownTextOf(store, ref);
  if (seen === null || today === null) return today;
  const known = recordOf(store, ref);
  return known === null || jsonEqual(known.value, seen) ? today : stringifyJson(seen);
}

/** Finds changes received after the user looked: others' changes conflict with the typed values, our own writes do not (law 15). */
export function compareWithSeen(store: Store, ref: RecordRef, base: string | null): void {
  if (base !== null && base !== knownTextOf(store, ref)) compareAgain(store, ref);
}
