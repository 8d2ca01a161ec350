import { isWhole, type Column, type Facts } from '#shared/columns/column.ts';
import { columnTables } from '#shared/columns/columns.ts';
import { fold } from '#shared/columns/fold.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { noAmount, type record } from '#main/storage/schema/records.ts';

/** A value of one column as `record_fact` holds it. */
export interface FactEntry {
  column: number;
  value: string | bigint;
}

/** The parts of a list's row that entries are made from. */
export type EnteredParts = Pick<typeof record.$inferSelect, 'title' | 'status' | 'facts'>;
export const isEnteredPart = (name: string): name is keyof EnteredParts => ['title', 'status', 'facts'].includes(name);

/**
 * Columns of the row itself need no entry; but titles are matched without case and accents, as only an entry stores them, and no index of
 * the row is in the order of the status alone.
 */
const isEntered = ({ slot, only }: Column): boolean => only !== 'seen' && (slot === undefined || slot === 'title' || slot === 'status');

const numbers = new Map(
  recordKinds
    .flatMap((kind) => columnTables[kind].columns.filter(isEntered).map(({ name }) => `${kind}.${name}`))
    .map((name, number) => [name, number]),
);

/** The number of a column among the entries; null for one that the list's own row holds. */
export const entryNumber = (kind: RecordKind, name: string): number | null => numbers.get(`${kind}.${name}`) ?? null;

/** The entry of what says nothing: below every value, so that it sorts first. */
export const emptyEntry = (column: Pick<Column, 'type'>): string | bigint => (isWhole(column) ? BigInt(noAmount) : '');

/** More values than any record has in one column; a list must not be swamped by one that has. */
const mostValues = 200;

/** A value as it is compared. */
function entryOf(type: Column['type'], value: string): string | bigint {
  if (isWhole({ type })) return BigInt.asIntN(64, BigInt(value));
  return type === 'text' ? fold(value) : value.slice(0, 200);
}

const enteredOf = Object.fromEntries(
  recordKinds.map((kind) => [
    kind,
    columnTables[kind].columns.filter(isEntered).flatMap((column) => {
      const number = entryNumber(kind, column.name);
      return number === null ? [] : [{ column, number, empty: emptyEntry(column) }];
    }),
  ]),
) as Record<RecordKind, { column: Column; number: number; empty: string | bigint }[]>;

/** Everything that is entered of one record: at least one entry a column. */
export function entriesOf(kind: RecordKind, row: EnteredParts): FactEntry[] {
  const facts = factsIn(row.facts);
  const found: FactEntry[] = [];
  for (const { column, number, empty } of enteredOf[kind]) {
    const values = column.slot ? [row[column.slot === 'title' ? 'title' : 'status']] : (facts[column.name] ?? []).slice(0, mostValues);
    const entries = new Set(values.map((value) => entryOf(column.type, value)));
    for (const value of entries.size > 0 ? entries : [empty]) found.push({ column: number, value });
  }
  return found;
}

export const factsText = (facts: Facts): string => JSON.stringify(facts);

/** Facts as they were written; a damaged text says nothing, and is rebuilt with the record. */
export function factsIn(text: string): Facts {
  if (text === '{}') return nothing;
  try {
    const facts = JSON.parse(text) as Facts | null;
    return typeof facts === 'object' && facts !== null ? facts : nothing;
  } catch {
    return nothing;
  }
}

const nothing: Facts = {};
