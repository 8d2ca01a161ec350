import { it } from 'vitest';
import { playManyLaptops } from './two-laptops.ts';

it('records each receipt once over 40 schedules of two laptops, lost answers and restarts', () => playManyLaptops(0, 40));
