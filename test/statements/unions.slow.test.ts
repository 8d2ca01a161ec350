import { it } from 'vitest';
import { bringUnions } from './brought.ts';

it.each([0, 1, 2, 3, 4])('brings the union of 200 plans of sliding, overlapping and repeated files (%i)', (part) =>
  bringUnions(part * 200, part * 200 + 200),
);
