import type { Shape } from './shape.ts';

/** A term as the cache asks it: its shape, and its values in the shape's order. */
export interface PlannedTerm {
  shape: Shape;
  values: unknown[];
}

type Bare<One> = One extends Shape ? Omit<One, 'not' | 'few'> : never;

/** The same before it is known whether it is left out, and how much it finds. */
export interface Planned {
  shape: Bare<Shape>;
  values: unknown[];
}

export const nothing: Planned = { shape: { is: 'nothing' }, values: [] };
