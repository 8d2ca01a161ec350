import type { JsonObject } from '#shared/json/json.ts';

// The oracle of the query language: it looks at every record's JSON and at the words of each query as they were drawn, and shares no code
// with the parser, the columns or the cache.

/** One term as it was drawn: its text, and what it means of a record, written out by hand. */
export interface DrawnTerm {
  text: string;
  /** For a term that is a word. */
  word?: string;
  holds(record: ScannedRecord): boolean;
}

export interface ScannedRecord {
  id: string;
  value: JsonObject;
  /** States of its open edits. */
  edits: string[];
  /** Its plain words, and its whole amount: `wordsOf`, `amountOf`. */
  words: string[];
  amount: bigint | null;
}

const decimals: Record<string, number> = { EUR: 2, USD: 2, SEK: 2, JPY: 0, KWD: 3 };

const linesOf = (value: JsonObject): JsonObject[] => (value['lineItems'] as JsonObject[] | undefined) ?? [];

/** The whole of an expense, as a user reads it: exact, in units of 0.000001. */
export function amountOf(value: JsonObject): bigint | null {
  const amounts = linesOf(value).map((line) => line['originalAmount']);
  if (amounts.length === 0 || amounts.some((amount) => typeof amount !== 'number')) return null;
  const minor = amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount as number), 0n);
  return minor * 10n ** BigInt(6 - (decimals[String(value['originalCurrency'])] ?? 0));
}

/** The plain words of an expense, in lower case: of everything but identifiers and instants. */
export function wordsOf(value: JsonObject): string[] {
  const texts = [value['receiptDocumentKey'], value['originalCurrency'], value['status'], value['performedDate']];
  const lines = linesOf(value).flatMap((line) => [line['description'], line['originalAmount'], line['billingAmount']]);
  const counted = linesOf(value).length > 1 ? [`${linesOf(value).length} lines`] : [];
  return [...texts, ...lines, ...counted]
    .filter((text) => text !== undefined && text !== null)
    .flatMap((text) =>
      String(text as string)
        .toLowerCase()
        .split(/[^a-z0-9]+/),
    )
    .filter((word) => word !== '');
}

export const readStatus = (value: JsonObject): string =>
  String((value['status'] as string | null) ?? '')
    .toLowerCase()
    .replaceAll('_', ' ');
export { linesOf };
