import type { Bare, Shape } from './shape.ts';

/** A term as the cache asks it: its shape, and its values in the shape's order. */
export interface PlannedTerm {
  shape: Shape;
  values: unknown[];
}

/** The same before it is known whether it is left out. */
export interface Planned {
  shape: Bare;
  values: unknown[];
}

export const nothing: Planned = { shape: { is: 'nothing' }, values: [] };
