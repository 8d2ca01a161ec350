import { it } from 'vitest';
import { bringSameFile } from './same-file.ts';

it.each([0, 1, 2, 3])('brings no line of 100 statements in 13 other dialects and dresses (%i)', (part) =>
  bringSameFile(part * 100 + 100, part * 100 + 200),
);
