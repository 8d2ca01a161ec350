import { t, type PlainId } from '#shared/messages/t.ts';
import type { CalendarDate } from '#shared/values/dates.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';

/** A record's value in one column: text, a calendar date, an identifier; or a whole number. */
export type ColumnValue = string | bigint;

/**
 * The type of a column: it decides how values are compared, queried and shown. `reference` holds identifiers of what `refers` names; `money` minor units of the
 * list row's currency; `code` short codes (a currency, a country); `enum` the service's own words.
 */
export type ColumnType = 'text' | 'code' | 'enum' | 'date' | 'instant' | 'count' | 'money' | 'reference';

/** The part of the list's own row that a column is kept in; any other column is kept as a fact of the record. */
export type Slot = 'title' | 'status' | 'amountMinor' | 'currency' | 'date' | 'updatedAt';

/** One column of one kind of record: lists, heads, filters, sorting, queries and the cache's tables are made from it. */
export interface Column {
  /** As queries, settings and links write it; never changed, or what was saved would not be understood any more. */
  readonly name: string;
  readonly label: string;
  /** The message of its label: heads of exported files are known by it in every language. */
  readonly labelId: PlainId;
  readonly type: ColumnType;
  readonly slot?: Slot;
  /** For `reference`: the kind of thing that is named. */
  readonly refers?: ReferenceKind;
  /** A record may have several values (of its lines): found by each, sorted by none. */
  readonly many?: true;
  /** Its place: in a new list, offered for it, or within another cell. */
  readonly place: 'shown' | 'offered' | 'within';
  /** Pixels; 0 takes what is left. */
  readonly width: number;
  /** The fewest pixels of the one that takes what is left. */
  readonly least?: number;
  /** Holds names that are often longer than its width: it gets more where there is room. */
  readonly grows?: true;
  /** Its rank among the columns that stay where a list is narrow, 0 the longest; without it by its slot. */
  readonly stays?: number;
  /** Tells whose record it is: leaves a narrow list after its day and its status. */
  readonly party?: true;
  /** Computed from the row when it is shown. Reads further facts through `reads`. */
  readonly shows?: (row: ShownRow, today: CalendarDate) => Shown | null;
  /** `seen`: kept nowhere, so no list is sorted by it and no query asks for it. `sorted`: no query asks for it. */
  readonly only?: 'seen' | 'sorted';
  /** A count of the days from a day to today: kept as that day's number below zero, so that the longest ago is the most. */
  readonly daysSince?: true;
  /** Every value the record has here; none when it says nothing. Never throws. */
  readonly read: (record: JsonObject) => readonly ColumnValue[];
}

/** The inputs of a computed column. */
export interface ShownRow {
  status: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  facts: Facts;
  /** Payments of an invoice that are known here, in minor units of its currency. */
  paidHereMinor?: bigint;
}

/** The computed value: text, `late` where it is about an overdue day, `hint` for the pointer; or an amount, `atMost` when the real amount may be smaller. */
export type Shown = { message: string; late?: true; hint?: string } | { minor: bigint; currency: string | null; atMost: boolean };

/** The columns of one kind, in the order of a new list. */
export interface ColumnTable {
  readonly columns: readonly Column[];
  /** A second line, where a row has no room for columns. */
  readonly subtitle: (record: JsonObject) => string | null;
}

/** Values by column, as text, for those that the list's own row does not hold. */
export type Facts = Readonly<Record<string, readonly string[]>>;

type Options = Partial<Omit<Column, 'name' | 'label' | 'labelId' | 'type' | 'refers' | 'read'>>;
type Read = Column['read'];

const declare =
  (type: ColumnType, width: number) =>
  (name: string, labelId: PlainId, read: Read, options: Options = {}): Column => ({
    type,
    name,
    labelId,
    get label() {
      return t(labelId);
    },
    read,
    place: 'shown',
    width,
    ...options,
  });

export const text = declare('text', 140);
export const code = declare('code', 80);
export const enumeration = declare('enum', 164);
export const date = declare('date', 104);
export const instant = declare('instant', 140);
export const count = declare('count', 64);
export const money = declare('money', 150);

/** A column of identifiers that a name may stand for. */
export const reference = (name: string, labelId: PlainId, refers: ReferenceKind, read: Read, options: Options = {}): Column =>
  Object.defineProperties(declare('reference', 128)(name, labelId, read, options), {
    refers: { value: refers, enumerable: true },
    grows: { value: true, enumerable: true },
  });

/** True when a list can be sorted by this column: one value per record, and no identifiers, whose order means nothing. */
export const isSortable = (column: Column): boolean => column.many === undefined && column.only !== 'seen' && column.type !== 'reference';

/** True when a column's values are whole numbers. */
export const isWhole = ({ type }: Pick<Column, 'type'>): boolean => type === 'count' || type === 'money';
