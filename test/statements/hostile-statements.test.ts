import { it } from 'vitest';
import { importHostile } from './hostile-statements.ts';

it('reads or refuses each of 40 spoilt statements', () => importHostile(20, 60));
