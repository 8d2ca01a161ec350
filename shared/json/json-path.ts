import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** The value at a path of object members, or undefined where the path leads nowhere. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let at = value;
  for (const step of path) {
    if (!isJsonObject(at) || !Object.hasOwn(at, step)) return undefined;
    at = at[step];
  }
  return at;
}

/** A copy of an object with one member set; objects on the way are copied or made. The original stays as it was. */
export function withValue(object: JsonObject, path: readonly string[], value: JsonValue | undefined): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined || step === '__proto__') return object;
  const below = object[step];
  return { ...object, [step]: rest.length === 0 ? value : withValue(isJsonObject(below) ? below : {}, rest, value) };
}
