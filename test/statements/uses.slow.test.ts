import { it } from 'vitest';
import { useLines } from './paid-desk.ts';

it.each([0, 1, 2, 3])('keeps the sums of lines over 2,500 random steps (%i)', (part) => useLines(2_500, 100 + part));
