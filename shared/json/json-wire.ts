import { JsonDecimal } from './json.ts';

/** Serializers of values that cross between window and main process, in the shape of the contract's links and handlers. */
export interface WireSerializer {
  type: number;
  condition(value: unknown): boolean;
  serialize(value: unknown): unknown;
  deserialize(text: unknown): unknown;
}

/** The names under which rows of a kind hold a `bigint`. */
type Whole<Row> = { [Name in keyof Row]-?: bigint extends Row[Name] ? Name & string : never }[keyof Row];

/** Rows that cross as JSON writes them, and where they hold a `bigint`. */
const inOneGo = new WeakMap<object, readonly string[]>();

/**
 * Marks rows that cross without a look at each of their values, which takes longer than writing them. They hold what JSON has, and a
 * `bigint` under the names of `whole` alone.
 */
export function sendInOneGo<Row>(rows: Row[], whole: readonly Whole<Row>[]): Row[] {
  inOneGo.set(rows, whole);
  return rows;
}

/** An object that the connection's serializer does not know: it leaves the content to JSON. */
class Written {
  readonly #written: unknown;

  constructor(written: unknown) {
    this.#written = written;
  }

  toJSON(): unknown {
    return this.#written;
  }
}

function writtenOf(rows: readonly object[]): Written {
  const whole = inOneGo.get(rows) ?? [];
  return new Written([whole, whole.length === 0 ? rows : rows.map((row) => withTexts(row, whole))]);
}

function withTexts(row: object, whole: readonly string[]): object {
  const written: Record<string, unknown> = { ...row };
  for (const name of whole) if (typeof written[name] === 'bigint') written[name] = String(written[name]);
  return written;
}

/** More digits than any sum of amounts has; a longer text would only stop who reads it. */
const digits = /^-?\d{1,40}$/;

function readRows(written: unknown): unknown {
  const [whole, rows] = written as [string[], Record<string, unknown>[]];
  if (!Array.isArray(whole) || !Array.isArray(rows)) throw new Error('not rows');
  for (const name of whole)
    for (const row of rows) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      if (!digits.test(text)) throw new Error('not a whole number');
      row[name] = BigInt(text);
    }
  return rows;
}

/**
 * Keeps decimals exact over the contract, and writes rows in one go. Both ends pass it as `customJsonSerializers`; a text that is no JSON
 * number is refused by throwing while the message is read. `bigint` and `Blob` need nothing.
 */
export const wireSerializers: readonly WireSerializer[] = [
  {
    type: 20,
    condition: (value) => value instanceof JsonDecimal,
    serialize: (value) => String(value),
    deserialize: (text) => new JsonDecimal(String(text)),
  },
  {
    type: 21,
    condition: (value) => Array.isArray(value) && inOneGo.has(value),
    serialize: (rows) => writtenOf(rows as object[]),
    deserialize: readRows,
  },
];
