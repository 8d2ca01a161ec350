/**
 * Reads and writes JSON without rounding amounts.
 *
 * Fields that the specification declares as int64 are `bigint` everywhere in the service; `JSON.parse` would round them above 2^53.
 * The client has its own reader in shared/json/json.ts, which is not used here, so that the two cannot agree on the same mistake.
 * `JSON.rawJSON` and the reviver's `source` are in Node 24 but not yet in TypeScript's library, hence the two narrow declarations.
 */

const INT64_FIELDS: ReadonlySet<string> = new Set([
  'amount',
  'amountInInvoiceCurrency',
  'originalAmount',
  'billingAmount',
  'discountAmount',
  'netAmount',
  'taxAmount',
  'priceOverwrite',
  'price',
  'contractValue',
  'lastMtdSpendInGroupCurrency',
]);

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

const revive: Reviver = (key, value, context) => {
  if (typeof value !== 'number' || context.source === undefined || !INTEGER.test(context.source)) return value;
  return INT64_FIELDS.has(key) || !Number.isSafeInteger(value) ? BigInt(context.source) : value;
};

const replace = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? rawJson(value.toString()) : value);

/** Reads JSON text; int64 fields, and any integer beyond 2^53, become `bigint`. Throws SyntaxError when the text is not JSON. */
export function readJson(text: string): unknown {
  return parseWithSource(text, revive);
}

/** Writes a value as JSON text, each `bigint` as a plain integer with all its digits. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, replace);
}
