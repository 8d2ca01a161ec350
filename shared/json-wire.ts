import { JsonDecimal } from './json.ts';

/** How a class of value crosses between window and main process; the shape that the contract's links and handlers take. */
export interface WireSerializer {
  type: number;
  condition(value: unknown): boolean;
  serialize(value: unknown): unknown;
  deserialize(text: unknown): unknown;
}

/**
 * Keeps decimals exact over the contract. Both ends pass it as `customJsonSerializers`; a text that is no JSON number is refused by
 * throwing while the message is read. `bigint` and `Blob` need nothing.
 */
export const wireSerializers: readonly WireSerializer[] = [
  {
    type: 20,
    condition: (value) => value instanceof JsonDecimal,
    serialize: (value) => String(value),
    deserialize: (text) => new JsonDecimal(String(text)),
  },
];
