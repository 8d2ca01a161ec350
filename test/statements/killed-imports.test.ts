import { it } from 'vitest';
import { killImports } from './killed-imports.ts';

it('holds each statement completely or not at all after a kill of its import', () => killImports(1, 1));
