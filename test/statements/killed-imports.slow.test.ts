import { it } from 'vitest';
import { killImports } from './killed-imports.ts';

it.each([0, 1, 2, 3])('holds each statement completely or not at all after 50 kills of its import (%i)', (part) => killImports(50, part));
