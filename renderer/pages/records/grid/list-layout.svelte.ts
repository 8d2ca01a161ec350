import { columnTables } from '#shared/columns/columns.ts';
import type { Column } from '#shared/columns/column.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** A column as it stands in one list. */
export interface PlacedColumn {
  column: Column;
  width: number;
}

/** The stored layout of a list's columns: their names in order, with the widths that a person gave them. */
export type KeptColumns = { name: string; width?: number | undefined }[];

/** The narrowest that a column gets by a person's hand. */
const narrowest = 48;
/** The least of the one that takes what is left: beside many columns, and beside day and amount alone, as next to an open record. */
const leastName = 180;
const leastNameOfThree = 130;
/** The most that a column of names gets beyond its width where there is room. */
const mostMore = 160;
/** Tick and sign, before the first column. */
export const beforeColumns = 76;

/** An amount of so many digits with its separators and its currency; an amount is never cut. */
const moneyWidth = (digits: number): number => Math.ceil(digits * 8.5) + Math.ceil(digits / 3) * 4 + 49;

/** A heading's own width: its letters, and the space beside them. */
const headWidth = (label: string): number => Math.ceil(label.length * 6.8) + 17;
/** A column's width while nobody gave it another one: some languages have longer headings. */
const usualWidth = ({ width, label }: Column): number => (width === 0 ? 0 : Math.max(width, headWidth(label)));

/** Which columns leave first where there is no room: what names a record, its amount, whose it is, its day and status stay longest. */
const stays: readonly (string | undefined)[] = ['amountMinor', 'title', 'party', 'date', 'status'];
/** The column that a list is sorted by leaves after everything but these: without it the order looks like chance. */
const sortStays = 4.5;
const importance = ({ column }: PlacedColumn, place: number, sort: string): number => {
  if (column.width === 0) return -1;
  const kept = stays.indexOf(column.party ? 'party' : column.slot);
  const usual = column.stays ?? (kept === -1 ? stays.length + (column.many ? 40 : 0) + place : kept);
  return column.name === sort ? Math.min(usual, sortStays) : usual;
};

/** The columns of one list: which, in which order, how wide. */
export class ListLayout {
  columns = $state.raw<PlacedColumn[]>([]);
  readonly kind: RecordKind;
  /** The columns that fit at their stored widths, and the remaining width. */
  #fitting: { shown: PlacedColumn[]; left: number } = { shown: [], left: 0 };
  readonly #keep: () => void;

  constructor(kind: RecordKind, keep: () => void) {
    this.kind = kind;
    this.#keep = keep;
    this.columns = placed(kind, null);
  }

  /** Columns that can stand in this list at all. */
  get offered(): Column[] {
    return columnTables[this.kind].columns.filter(({ place }) => place !== 'within');
  }

  has(name: string): boolean {
    return this.columns.some(({ column }) => column.name === name);
  }

  /** Takes columns as a view or another window kept them; null for those of a new list. */
  take(kept: KeptColumns | null): void {
    this.columns = placed(this.kind, kept);
  }

  toggle(name: string): void {
    const column = this.offered.find((each) => each.name === name);
    if (!column || column.width === 0) return;
    if (this.has(name)) this.#set(this.columns.filter((each) => each.column !== column));
    else this.#set([...this.columns, { column, width: column.width }]);
  }

  /** False where a chosen column finds no room in the list as it stands. */
  fits(name: string): boolean {
    return !this.has(name) || this.#fitting.shown.some(({ column }) => column.name === name);
  }

  /** The columns in their order, then those that are not in the list. */
  get inOrder(): Column[] {
    return [...new Set([...this.columns.map(({ column }) => column), ...this.offered])];
  }

  moveTo(name: string, place: string): void {
    const at = (of: string) => this.columns.findIndex(({ column }) => column.name === of);
    this.move(name, at(place) - at(name));
  }

  move(name: string, by: number): void {
    const from = this.columns.findIndex(({ column }) => column.name === name);
    const to = Math.max(0, Math.min(from + by, this.columns.length - 1));
    const moved = this.columns[from];
    if (!moved || to === from) return;
    this.#set(this.columns.toSpliced(from, 1).toSpliced(to, 0, moved));
  }

  resize(name: string, width: number): void {
    this.#set(
      this.columns.map((each) =>
        each.column.name === name && each.width > 0 ? { ...each, width: Math.max(narrowest, Math.min(600, width)) } : each,
      ),
    );
  }

  reset(): void {
    this.#set(placed(this.kind, null));
  }

  get kept(): KeptColumns {
    return this.columns.map(({ column, width }) => ({ name: column.name, ...(width === column.width ? {} : { width }) }));
  }

  /** The columns for which a list of this width has room; those of money have room for so many digits, whatever their own width is. */
  within(width: number, digits: number, sort: string): PlacedColumn[] {
    let shown = this.columns.map(({ column, width: kept }) => {
      const own = kept === column.width ? usualWidth(column) : kept;
      return { column, width: column.type === 'money' ? Math.max(own, moneyWidth(digits)) : own };
    });
    const least = ({ least: own = leastName }: Column) => (shown.length > 3 ? own : Math.min(own, leastNameOfThree));
    const needed = () => shown.reduce((sum, { column, width }) => sum + (width || least(column)), beforeColumns);
    while (shown.length > 2 && needed() > width) {
      const [leaving] = shown.map((each, place) => ({ each, weight: importance(each, place, sort) })).sort((a, b) => b.weight - a.weight);
      shown = shown.filter((each) => each !== leaving?.each);
    }
    this.#fitting = { shown, left: width - needed() };
    return roomy(shown, width - needed());
  }

  /** The widest that a column may get before another one has no room. */
  most(name: string): number {
    const { shown, left } = this.#fitting;
    return (shown.find(({ column }) => column.name === name)?.width ?? 0) + Math.max(0, left);
  }

  #set(columns: PlacedColumn[]): void {
    this.columns = columns;
    this.#keep();
  }
}

/** Name columns get three quarters of the remaining width, up to a limit; columns with a user's width keep it. */
function roomy(shown: readonly PlacedColumn[], left: number): PlacedColumn[] {
  const grows = ({ column, width }: PlacedColumn) => column.grows === true && width > 0 && width === usualWidth(column);
  const more = Math.min(mostMore, Math.floor((left * 0.75) / shown.filter(grows).length));
  return shown.map((each) => (grows(each) && more > 0 ? { ...each, width: each.width + more } : each));
}

/** Columns that are not known any more are left out; what names a record is never. */
function placed(kind: RecordKind, kept: KeptColumns | null): PlacedColumn[] {
  const { columns } = columnTables[kind];
  const standing = columns.filter(({ place }) => place === 'shown').map(({ name }) => ({ name }));
  const found = (kept ?? standing).flatMap(({ name, width }: KeptColumns[number]) => {
    const column = columns.find((each) => each.name === name && each.place !== 'within');
    return column ? [{ column, width: width ?? column.width }] : [];
  });
  const naming = columns.find(({ width }) => width === 0);
  return !naming || found.some(({ column }) => column === naming) ? found : [{ column: naming, width: 0 }, ...found];
}

/** The widths of a row's cells, for the style of a grid. */
export const templateOf = (columns: readonly PlacedColumn[]): string =>
  ['50px', '26px', ...columns.map(({ width }) => (width > 0 ? `${width}px` : `minmax(${leastNameOfThree}px, 1fr)`))].join(' ');
