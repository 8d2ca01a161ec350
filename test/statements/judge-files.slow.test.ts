import { it } from 'vitest';
import { judgeFiles } from './judged-files.ts';

it.each([0, 1, 2, 3, 4])('reads every line of 2,000 files that another hand wrote, and no other (%i)', (part) =>
  judgeFiles(1_000 + part * 2_000, 3_000 + part * 2_000),
);
