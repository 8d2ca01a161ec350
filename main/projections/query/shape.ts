import type { Beside } from '#shared/query/query.ts';

/** The bounds of a range of numbers or days. */
export interface RangeShape {
  least: '>=' | null;
  most: '<' | '<=' | null;
}

/** Amounts in the currencies that have the same number of decimals; `range` is null for records without an amount. */
export interface MoneyClass {
  currencies: number;
  range: RangeShape | null;
}

/**
 * One term without its values: plain data, from which one SQL statement is prepared and kept. Values are bound in the order in which the
 * shape names them.
 */
export type Shape = { not: boolean } & (
  | { is: 'words' }
  /** Never true: a value that no record has. */
  | { is: 'nothing' }
  | { is: 'among'; slot: 'status' | 'currency'; values: number }
  | { is: 'days'; slot: 'date' | 'updatedAt'; ranges: RangeShape[]; none: boolean }
  | { is: 'money'; classes: MoneyClass[] }
  | { is: 'fact'; column: number; values: number; ranges: RangeShape[] }
  | { is: 'edits'; states: number }
  | { is: 'beside'; what: Beside[] }
  | { is: 'pack' }
  /** Records by their row numbers, given as one JSON array. */
  | { is: 'rows' }
  | { is: 'every' | 'any'; parts: Shape[] }
);

/** A shape before its negation is known. */
export type Bare<One = Shape> = One extends Shape ? Omit<One, 'not'> : never;

/** A term as the cache asks it: its shape, and its values in the shape's order. */
export interface PlannedTerm {
  shape: Shape;
  values: unknown[];
}

/** A planned term before its negation is known. */
export interface Planned {
  shape: Bare;
  values: unknown[];
}

export const nothing: Planned = { shape: { is: 'nothing' }, values: [] };

/** True when the day counters hold everything that a shape needs. */
export const isCountableShape = (shape: Shape): boolean =>
  shape.is === 'nothing' || shape.is === 'among' || (shape.is === 'days' && shape.slot === 'date');
