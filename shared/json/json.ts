/** A number that neither `number` nor `bigint` holds exactly, kept as the text it came in; prints itself verbatim. */
export class JsonDecimal {
  /** A JSON number, for instance `0.10000000000000000001` or `1e400`. */
  readonly text: string;

  /** Throws when `text` is not a JSON number: making one is a programmer's act. */
  constructor(text: string) {
    if (!jsonNumber.test(text)) throw new Error('not a JSON number');
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** Lets `JSON.stringify` print the number as it came. */
  toJSON(): unknown {
    return rawJson(this.text);
  }
}

/** Lossless JSON: integers are `number` when safe and `bigint` beyond, other numbers `number` when it prints back the same value. */
export type JsonValue = null | boolean | string | number | bigint | JsonDecimal | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** The limits of a text. Defaults: 20 million characters, depth 64 (docs/laws.md, "Measured traps"). */
export interface JsonLimits {
  maxLength: number;
  maxDepth: number;
  /** Values and keys in it, counted before anything is made of them. */
  maxValues: number;
  /** Characters of one number. */
  maxNumber: number;
}
export const jsonLimits: JsonLimits = { maxLength: 20_000_000, maxDepth: 64, maxValues: Infinity, maxNumber: Infinity };

/**
 * Limits of one record, or one response, of an untrusted source: far more than the specification shows, and little enough that parsing it
 * holds nothing up (P29).
 */
export const strangersLimits: JsonLimits = { maxLength: 1_000_000, maxDepth: 64, maxValues: 10_000, maxNumber: 1_000 };

/** Why a text was not taken. */
export type JsonProblem =
  | { kind: 'malformed'; detail: string }
  | { kind: 'duplicateKeys'; count: number }
  | { kind: 'tooDeep'; maxDepth: number }
  | { kind: 'tooLong'; length: number; maxLength: number }
  | { kind: 'tooMany'; maxValues: number };

export type JsonAnswer = { ok: true; value: JsonValue } | { ok: false; problem: JsonProblem };

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Integers of more digits stay text: arithmetic on them would only cost time. */
const mostIntegerDigits = 40;

interface JsonBuiltins {
  rawJSON(text: string): unknown;
  parse(text: string, reviver: (key: string, value: JsonValue, context: { source?: string }) => JsonValue): JsonValue;
}
const builtins = JSON as unknown as JsonBuiltins;

function rawJson(text: string): unknown {
  return builtins.rawJSON(text);
}

/**
 * Parses without losing a digit: refuses duplicate keys, too deep, too long and too full texts as values; never throws. `__proto__` keys are left
 * out, so that no later copy can set a prototype.
 */
export function parseJson(text: string, limits: Partial<JsonLimits> = {}): JsonAnswer {
  const all = { ...jsonLimits, ...limits };
  const { maxLength, maxDepth, maxValues } = all;
  if (text.length > maxLength) return { ok: false, problem: { kind: 'tooLong', length: text.length, maxLength } };
  const facts = scan(text, all);
  if (facts.over === 'depth') return { ok: false, problem: { kind: 'tooDeep', maxDepth } };
  if (facts.over === 'values') return { ok: false, problem: { kind: 'tooMany', maxValues } };
  if (facts.over === 'number') return { ok: false, problem: { kind: 'malformed', detail: 'a number of too many figures' } };
  let value: JsonValue;
  try {
    value = facts.exactNeeded ? builtins.parse(text, reviveExactly) : (JSON.parse(text) as JsonValue);
  } catch (error) {
    return { ok: false, problem: { kind: 'malformed', detail: error instanceof Error ? error.message : String(error) } };
  }
  const lost = facts.keys - settleKeys(value);
  return lost === 0 ? { ok: true, value } : { ok: false, problem: { kind: 'duplicateKeys', count: lost } };
}

function reviveExactly(_key: string, value: JsonValue, context: { source?: string }): JsonValue {
  return typeof value === 'number' && context.source !== undefined ? exactNumber(context.source) : value;
}

/** The value of a JSON number's text, in the first of `number`, `bigint` and `JsonDecimal` that holds it exactly. */
export function exactNumber(text: string): number | bigint | JsonDecimal {
  const value = Number(text);
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) {
    if (String(value) === text || sameDecimal(text, String(value))) return value;
  }
  const { digits, exponent, negative } = decimalParts(text);
  if (exponent >= 0 && digits.length + exponent <= mostIntegerDigits) {
    const magnitude = BigInt(digits + '0'.repeat(exponent));
    return negative ? -magnitude : magnitude;
  }
  return new JsonDecimal(text);
}

/** A decimal as its significant digits (no zeros at either end) and a power of ten; zero is `0` with exponent 0. */
function decimalParts(text: string): { negative: boolean; digits: string; exponent: number } {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  if (digits === '') return { negative: false, digits: '0', exponent: 0 };
  return { negative: sign === '-', digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}

/** By a loop: a pattern would start over at every zero of a run that something else follows. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end--;
  return digits.slice(0, end);
}

function sameDecimal(a: string, b: string): boolean {
  const left = decimalParts(a);
  const right = decimalParts(b);
  return left.digits === right.digits && left.exponent === right.exponent && left.negative === right.negative;
}

interface ScanFacts {
  keys: number;
  /** The limit that the text is over; the rest of it was not looked at. */
  over: 'depth' | 'values' | 'number' | null;
  exactNeeded: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;

/** One pass over a text, well-formed or not: its depth, its number of keys, and whether a number needs more than `JSON.parse`. */
function scan(text: string, { maxDepth, maxValues, maxNumber }: JsonLimits): ScanFacts {
  const facts: ScanFacts = { keys: 0, over: null, exactNeeded: false };
  let depth = 0;
  // Every value but the first has a comma or a bracket before it.
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon || code === comma || code === 0x7b || code === 0x5b) {
      if (code === colon) facts.keys++;
      else if (code !== comma && ++depth > maxDepth) return { ...facts, over: 'depth' };
      if (++values > maxValues) return { ...facts, over: 'values' };
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (end - at > maxNumber) return { ...facts, over: 'number' };
      // Fifteen characters hold at most fifteen digits, and every such integer is exact; an exponent or a point is looked at.
      if (!facts.exactNeeded && !surelyExact(text, at, end)) facts.exactNeeded = needsMore(text.slice(at, end));
      at = end - 1;
    }
  }
  return facts;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  // Digits, `+`, `-`, `.`, `e`, `E`.
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== 0x2e && code !== 0x2b && code !== minus && code !== 0x65 && code !== 0x45) break;
  }
  return at;
}

function surelyExact(text: string, start: number, end: number): boolean {
  if (end - start > 15) return false;
  for (let at = start + 1; at < end; at++) if (!isDigit(text.charCodeAt(at)) && text.charCodeAt(at) !== 0x2e) return false;
  return true;
}

function needsMore(text: string): boolean {
  return jsonNumber.test(text) && typeof exactNumber(text) !== 'number';
}

/** Counts the keys of a parsed value and leaves `__proto__` out of it. */
function settleKeys(value: JsonValue): number {
  if (typeof value !== 'object' || value === null || value instanceof JsonDecimal) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += settleKeys(item);
    return count;
  }
  for (const key in value) {
    count++;
    const item = value[key];
    if (typeof item === 'object') count += settleKeys(item);
    if (key === '__proto__') delete value[key];
  }
  return count;
}

/** Prints a lossless value: `bigint` and `JsonDecimal` verbatim, keys in the order given, `undefined` members left out. Throws on NaN. */
export function stringifyJson(value: JsonValue): string {
  if (isPlain(value)) return JSON.stringify(value);
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return rawJson(item.toString());
    if (typeof item === 'number' && !Number.isFinite(item)) throw new Error('JSON has no such number');
    return item;
  });
}

/** True when `JSON.stringify` prints the value exactly without a replacer, which would double the cost. */
function isPlain(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (value instanceof JsonDecimal) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key in value) if (!isPlain(value[key])) return false;
  return true;
}

/** Compares two JSON values: 5 equals 5n; key order and `undefined` members do not matter. */
export function jsonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  // By the figures they print, which is what would be sent.
  if (isNumeric(a) && isNumeric(b)) return sameDecimal(String(a), String(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof JsonDecimal || b instanceof JsonDecimal) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) if (!jsonEqual(a[key], b[key])) return false;
  return true;
}

function isNumeric(value: JsonValue | undefined): value is number | bigint | JsonDecimal {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonDecimal;
}

/** The object that a text says, or null where it says none. */
export function objectIn(text: string, limits?: Partial<JsonLimits>): JsonObject | null {
  const parsed = parseJson(text, limits);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null;
}

/** True for an object that is not an array, null or a decimal. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonDecimal);
}
