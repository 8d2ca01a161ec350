import { isJsonObject, jsonEqual, type JsonObject, type JsonValue } from '#shared/json/json.ts';

/** The three texts of a record that an answer to our own write and what was heard while it travelled leave. */
export interface Crossed {
  /** The record that the write was sent on. */
  sentOn: JsonObject;
  answer: JsonObject;
  /** Heard between the write and its answer: nobody knows whether the service took it from before or after the write. */
  told: JsonObject;
}

/**
 * Puts an answer to our own write together with what was heard while it travelled, part by part (law 28): a part that only one of them moved since the
 * write was built is that one's. Where both moved it to different values, `toldWins` decides. A part is a field, a member of an object, or one group
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
