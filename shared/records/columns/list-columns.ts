import { columnTables } from '#shared/columns/columns.ts';
import type { ColumnValue, Facts, Slot } from '#shared/columns/column.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { recordId } from '#shared/records/record-id.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The list row of a record. Values that are absent or of a wrong type are null, never guessed. */
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
  /** Its values in the other columns. */
  facts: Facts;
}

/** The list row of a record, computed by its kind's columns. */
export function listColumns(kind: RecordKind, record: JsonObject): ListColumns {
  const { columns, subtitle } = columnTables[kind];
  const slots: Partial<Record<Slot, ColumnValue>> = {};
  const facts: Record<string, readonly string[]> = {};
  for (const { name, slot, read } of columns) {
    const values = read(record);
    if (slot && values[0] !== undefined) slots[slot] = values[0];
    if (!slot && values.length > 0) facts[name] = values.map(String);
  }
  return {
    title: said(slots.title) ?? named(keptWords[kind], recordId(kind, record)),
    subtitle: subtitle(record),
    status: said(slots.status),
    amountMinor: typeof slots.amountMinor === 'bigint' ? slots.amountMinor : null,
    currency: said(slots.currency),
    date: said(slots.date),
    updatedAt: said(slots.updatedAt),
    hasProblem: (record['failureContext'] ?? null) !== null,
    facts,
  };
}

const said = (value: ColumnValue | undefined): string | null => (value === undefined ? null : String(value));

/** The first word of a title that is kept for a record without one, whatever language the user reads. */
export const keptWords: Record<RecordKind, string> = {
  expense: 'Expense',
  invoiceReceivable: 'Invoice',
  cardTransaction: 'Card transaction',
  vendor: 'Vendor',
  invoicePayable: 'Purchase invoice',
};

/** A title for what has none: the kind's word and the first characters of its identifier. */
function named(word: string, id: string | null): string {
  return id === null || id.trim() === '' ? word : `${word} ${id.slice(0, 8)}`;
}
