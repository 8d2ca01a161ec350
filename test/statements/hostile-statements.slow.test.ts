import { it } from 'vitest';
import { importHostile } from './hostile-statements.ts';

it('reads or refuses each of 300 hostile files', () => importHostile(0, 300));
