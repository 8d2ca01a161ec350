import { expect, it } from 'vitest';
import { malformedAnswersHold } from '#test/wire/malformed-hold.ts';

it('malformed answers to the nine operations never crash, corrupt or count as a success', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_120);
  const result = await malformedAnswersHold({ seed, size: 900, report: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.ran).toBeGreaterThanOrEqual(900);
});
