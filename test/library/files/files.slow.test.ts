import { expect, test } from 'vitest';
import { judgeFiles } from './judge-files.ts';

test(
  '2,000 made files: no wrong value is taken in silence, and at least 95 % of the sound ones come in unasked',
  { timeout: 1_800_000 },
  async () => {
    const { files, wrong, unasked, sound, asked } = await judgeFiles(1_000, 2_000);
    expect(files).toBe(2_000);
    expect(wrong).toEqual([]);
    expect(unasked / sound, asked.slice(0, 20).join('\n')).toBeGreaterThanOrEqual(0.95);
  },
);
