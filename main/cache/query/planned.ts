import type { Bare, Shape } from './shape.ts';

/** A term as the cache asks it: its shape, and its values in the shape's order. */
export interface PlannedTerm {
  shape: Shape;
  values: unknown[];
  opposite?: Planned;
}

/** The same before it is known whether it is left out. */
export interface Planned {
  shape: Bare;
  values: unknown[];
  /** Asks for every other row, where one index tells those too: of what nearly all rows answer the few others are read. */
  opposite?: Planned;
}

export const nothing: Planned = { shape: { is: 'nothing' }, values: [] };
