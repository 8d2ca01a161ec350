import { assertNever } from '#shared/assert-never.ts';
import { isCalendarDate } from '#shared/dates.ts';
import { withoutTurns } from '#shared/directions.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json.ts';
import { integerOf } from './field.ts';
import type { RecordKind } from './record-kind.ts';

/** What a list shows of a record. Facts that the record does not carry, or carries in a wrong type, are null, never guessed. */
export interface ListColumns {
  title: string;
  subtitle: string | null;
  /** The service's string as it came. */
  status: string | null;
  /** Minor units of `currency`. */
  amountMinor: bigint | null;
  currency: string | null;
  /** Calendar date, YYYY-MM-DD. */
  date: string | null;
  updatedAt: string | null;
  /** The record carries a `failureContext`. */
  hasProblem: boolean;
}

/** The list columns of a record, read straight from its JSON: no schema runs, so a hundred thousand take a moment. */
export function listColumns(kind: RecordKind, record: JsonObject): ListColumns {
  switch (kind) {
    case 'expense':
      return expenseColumns(record);
    case 'invoiceReceivable':
      return invoiceColumns(record);
    case 'cardTransaction':
      return cardTransactionColumns(record);
    case 'vendor':
      return vendorColumns(record);
    case 'invoicePayable':
      return documentColumns(record);
    default:
      return assertNever(kind);
  }
}

function sharedColumns(record: JsonObject): Pick<ListColumns, 'updatedAt' | 'hasProblem'> {
  return { updatedAt: textOf(record['updatedAt']), hasProblem: (record['failureContext'] ?? null) !== null };
}

function expenseColumns(record: JsonObject): ListColumns {
  const lines = linesOf(record['lineItems']);
  const described = lines.map((line) => textOf(line['description'])).find((description) => description !== null);
  return {
    ...sharedColumns(record),
    title: described ?? named('Expense', record['id']),
    subtitle: lines.length > 1 ? `${lines.length} lines` : null,
    status: textOf(record['status']),
    amountMinor: sumOf(lines, 'originalAmount'),
    currency: textOf(record['originalCurrency']),
    date: dateOf(record['performedDate']),
  };
}

/** Null unless every line carries the amount: a partial sum would look like a whole one. */
function sumOf(lines: JsonObject[], field: string): bigint | null {
  let sum = 0n;
  for (const line of lines) {
    const amount = integerOf(line[field]);
    if (amount === null) return null;
    sum += amount;
  }
  return lines.length === 0 ? null : sum;
}

function invoiceColumns(record: JsonObject): ListColumns {
  const [title, ...rest] = ['invoiceNumber', 'reference', 'poNumber', 'description'].flatMap((field) => textOf(record[field]) ?? []);
  return {
    ...sharedColumns(record),
    title: title ?? named('Invoice', record['id']),
    subtitle: rest.at(-1) ?? null,
    status: textOf(record['state']),
    amountMinor: integerOf(record['amount']),
    currency: textOf(record['currency']),
    date: dateOf(record['invoiceDate']) ?? dateOf(record['postingDate']),
  };
}

function cardTransactionColumns(record: JsonObject): ListColumns {
  const merchant = isJsonObject(record['merchant']) ? textOf(record['merchant']['name']) : null;
  const description = textOf(record['description']);
  return {
    ...sharedColumns(record),
    title: merchant ?? description ?? named('Card transaction', record['id']),
    subtitle: merchant === null ? null : description,
    status: textOf(record['status']),
    amountMinor: integerOf(record['amount']),
    currency: textOf(record['currency']),
    // The day as the service wrote it: no zone may move it.
    date: dateOf(textOf(record['performedAt'])?.slice(0, 10)),
  };
}

function vendorColumns(record: JsonObject): ListColumns {
  const place = [textOf(record['city']), textOf(record['country'])].filter((part) => part !== null);
  return {
    ...sharedColumns(record),
    title: textOf(record['name']) ?? named('Vendor', record['vendorId']),
    subtitle: place.length === 0 ? null : place.join(', '),
    status: textOf(record['status']),
    amountMinor: null,
    currency: textOf(record['currency']),
    date: null,
  };
}

function documentColumns(record: JsonObject): ListColumns {
  const title = named('Purchase invoice', record['id']);
  return { ...sharedColumns(record), title, subtitle: null, status: null, amountMinor: null, currency: null, date: null };
}

/** A title for what has none: the kind's word and the first characters of its identifier. */
function named(word: string, id: JsonValue | undefined): string {
  const known = textOf(id);
  return known === null ? word : `${word} ${known.slice(0, 8)}`;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? withoutTurns(value) : null;
}

function dateOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && isCalendarDate(value) ? value : null;
}

function linesOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
