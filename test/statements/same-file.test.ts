import { it } from 'vitest';
import { bringSameFile } from './same-file.ts';

it('brings no line of the same statement in another dialect or dress', () => bringSameFile(0, 18));
