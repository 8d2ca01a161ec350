import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '#shared/json/json.ts';

/** A record before our write, in the response to it, and as received while the write was under way. */
export interface Crossed {
  /** The record that the write was sent on. */
  sentOn: JsonObject;
  answer: JsonObject;
  /** Received between the write and its response: it may be from before or after the write. */
  told: JsonObject;
}

/**
 * Merges the response to our own write with a record received meanwhile, part by part (law 28): a part that only one of them changed keeps that
 * change. When both changed it to different values, `toldWins` decides. A part is a field, a member of an object, or one group
 * of custom properties. Pure.
 */
export function putTogether({ sentOn, answer, told }: Crossed, toldWins: boolean): JsonObject {
  const names = new Set([...Object.keys(answer), ...Object.keys(told)]);
  const parts = [...names].map((name) => [name, onePart(sentOn[name], answer[name], told[name], toldWins)] as const);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

function onePart(
  was: JsonValue | undefined,
  answer: JsonValue | undefined,
  told: JsonValue | undefined,
  toldWins: boolean,
): JsonValue | undefined {
  // A part that one of them omits has no value there.
  if (answer === undefined) return told;
  if (told === undefined || same(answer, told) || same(told, was)) return answer;
  if (same(answer, was)) return told;
  if (isJsonObject(answer) && isJsonObject(told)) return putTogether({ sentOn: isJsonObject(was) ? was : {}, answer, told }, toldWins);
  const groups = [was ?? [], answer, told].map(byGroup);
  const [before, ours, theirs] = groups;
  if (before && ours && theirs) return Object.values(putTogether({ sentOn: before, answer: ours, told: theirs }, toldWins)) as JsonValue[];
  return toldWins ? told : answer;
}

/** Absent and null say the same. */
const same = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => jsonEqual(a ?? null, b ?? null);

/** Groups of custom properties by their identifiers; null for any other list. */
function byGroup(list: JsonValue): JsonObject | null {
  if (!Array.isArray(list)) return null;
  const groups: JsonObject = {};
  for (const item of list) {
    const id = isJsonObject(item) ? item['groupId'] : null;
    if (typeof id !== 'string' || id in groups) return null;
    groups[id] = item;
  }
  return groups;
}
