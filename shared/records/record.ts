import { z } from '#shared/zod.ts';
import { JsonDecimal, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { cardTransaction, type CardTransaction } from './card-transaction.ts';
import { expense, type Expense } from './expense.ts';
import { factsOf, uuid, type FieldFact } from './field.ts';
import { invoiceReceivable, type InvoiceReceivable } from './invoice-receivable.ts';
import type { RecordKind } from './record-kind.ts';
import { vendor, type Vendor } from './vendor.ts';

/** Known here only by its document ("Endpoints 8"): the interface shows none of its fields but the identifier. */
const invoicePayable = z.looseObject({ id: uuid('records.field.identifier', { group: 'technical' }) });
export type InvoicePayable = z.infer<typeof invoicePayable>;

/** A record's typed shape by its kind; every field may be absent or null. */
export interface RecordOf {
  expense: Expense;
  invoiceReceivable: InvoiceReceivable;
  cardTransaction: CardTransaction;
  vendor: Vendor;
  invoicePayable: InvoicePayable;
}

const schemas: { [K in RecordKind]: z.ZodObject & z.ZodType<RecordOf[K]> } = {
  expense,
  invoiceReceivable,
  cardTransaction,
  vendor,
  invoicePayable,
};

/** A field whose value is not of the specification's type. The record stays; the value is shown as it came. */
export interface FieldProblem {
  path: (string | number)[];
  /** The type that the specification names. */
  expected: string;
  value: JsonValue;
}

export interface ParsedRecord<K extends RecordKind = RecordKind> {
  /** Fields of the right type, int64 as `bigint`; unknown fields as they came; fields with a problem left out. */
  record: RecordOf[K];
  problems: FieldProblem[];
}

/** Reads a record of a kind. Never throws and never loses a record for one field: what does not fit is a problem with its path. */
export function parseRecord<K extends RecordKind>(kind: K, value: JsonObject): ParsedRecord<K> {
  const problems: FieldProblem[] = [];
  let candidate: JsonValue = value;
  // Every field is optional, so without the values that the issues name the second round fits; more would be a fault in a schema.
  for (let round = 0; round < 4; round++) {
    const parsed = schemas[kind].safeParse(candidate);
    if (parsed.success) return { record: parsed.data, problems };
    const paths = parsed.error.issues.map((issue) => issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)));
    for (const [index, path] of paths.entries()) {
      const wrong = valueAtPath(candidate, path);
      problems.push({ path, expected: expectedBy(parsed.error.issues[index]), value: wrong === undefined ? null : wrong });
    }
    candidate = without(candidate, paths);
  }
  return { record: schemas[kind].parse({}), problems: [...problems, { path: [], expected: kind, value }] };
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'unknown';
  return issue.code === 'invalid_type' ? issue.expected : issue.message;
}

function valueAtPath(value: JsonValue, path: (string | number)[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || at instanceof JsonDecimal) return undefined;
    at = Array.isArray(at) ? at[Number(step)] : at[step];
  }
  return at;
}

function without(value: JsonValue, paths: (string | number)[][]): JsonValue {
  if (paths.length === 0 || typeof value !== 'object' || value === null || value instanceof JsonDecimal) return value;
  const below = (step: string | number) => paths.filter((path) => String(path[0]) === String(step)).map((path) => path.slice(1));
  const goes = (rest: (string | number)[][]) => rest.some((path) => path.length === 0);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (goes(below(index)) ? [] : [without(item, below(index))]));
  }
  const kept = Object.entries(value).filter(([key]) => !goes(below(key)));
  return Object.fromEntries(kept.map(([key, item]) => [key, item === undefined ? undefined : without(item, below(key))]));
}

const facts = new Map<RecordKind, FieldFact[]>();

/** Every field of the specification's table for a kind, in its order; drives record pages, imports and exports. */
export function fieldsOf(kind: RecordKind): FieldFact[] {
  const known = facts.get(kind) ?? factsOf(schemas[kind]);
  facts.set(kind, known);
  return known;
}
