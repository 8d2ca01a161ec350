import { it } from 'vitest';
import { playManyLaptops } from './two-laptops.ts';
import { fullTest } from '#test/full-test.ts';

fullTest('records each receipt once over 40 schedules of two laptops, lost answers and restarts', () => playManyLaptops(0, 40));

it('prevents or reports each payment that two laptops record, over 40 schedules', () => playManyLaptops(1_180, 1_220, true));
