import { it } from 'vitest';
import { killImports } from './killed-imports.ts';

const parts = Array.from({ length: 20 }, (_, part) => part);
it.each(parts)('holds each statement completely or not at all after 10 kills of its import (%i)', (part) => killImports(10, part));
