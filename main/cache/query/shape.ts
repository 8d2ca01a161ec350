import type { Beside } from '#shared/query/query.ts';

/** Which ends of a range of numbers or days are bounded, and how. */
export interface RangeShape {
  least: '>=' | '>' | null;
  most: '<' | '<=' | null;
}

/** Amounts in some of the currencies that have the same number of decimals; null for what says no amount. */
export interface MoneyClass {
  currencies: number;
  range: RangeShape | null;
}

/**
 * What one term asks, without its values: plain data, from which one query is prepared and kept. Values stand in the order in which the
 * shape names them.
 */
export type Shape = { not: boolean } &
  /** Rows that are known by their numbers: a JSON array of them. */
  (
    | { is: 'rows' }
    | { is: 'words' }
    /** Never true: a value that nothing here has. */
    | { is: 'nothing' }
    | { is: 'among'; slot: 'status' | 'currency'; values: number }
    | { is: 'days'; slot: 'date' | 'updatedAt'; ranges: RangeShape[]; none: boolean }
    | { is: 'money'; classes: MoneyClass[] }
    | { is: 'fact'; column: number; values: number; ranges: RangeShape[] }
    | { is: 'edits'; states: number }
    | { is: 'beside'; what: Beside[] }
    | { is: 'pack' }
    | { is: 'every'; parts: Shape[] }
  );

/** The same before it is known whether it is left out. */
export type Bare<One = Shape> = One extends Shape ? Omit<One, 'not'> : never;

/** Whether the day counters hold all that a shape needs. */
export const isCountableShape = (shape: Shape): boolean =>
  shape.is === 'nothing' || shape.is === 'among' || (shape.is === 'days' && shape.slot === 'date');
