import { it } from 'vitest';
import { playManyLaptops } from './two-laptops.ts';

it.each([0, 1, 2, 3, 4])('records each receipt once over 200 schedules of two laptops (%i)', (part) =>
  playManyLaptops(100 + part * 200, 300 + part * 200),
);

it.each([0, 1, 2, 3, 4])('prevents or reports what two laptops record over 200 schedules (%i)', (part) =>
  playManyLaptops(1_100 + part * 200, 1_300 + part * 200, true),
);
