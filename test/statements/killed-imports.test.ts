import { it } from 'vitest';
import { killImports } from './killed-imports.ts';

it('holds each statement completely or not at all after 3 kills of its import', () => killImports(3, 1));
