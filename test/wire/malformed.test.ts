import { expect, it } from 'vitest';
import { theLaws } from '#main/sync/laws.ts';
import { malformedAnswersHold } from '#test/wire/malformed-hold.ts';
import { fullTest } from '#test/full-test.ts';

it('malformed answers to the nine operations never crash, corrupt or count as a success', async () => {
  const seed = Number(process.env['SEED'] ?? 20_261_120);
  const result = await malformedAnswersHold({ seed, size: 450, report: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.ran).toBeGreaterThanOrEqual(450);
});

fullTest('an engine that believes too much, or throws, is noticed by the same answers', async () => {
  const request = { seed: 7, size: 100, report: () => undefined };
  const believing = await malformedAnswersHold(request, { judge: () => ({ kind: 'applied', reason: { kind: 'clean' } }) });
  expect(believing.violations.join()).toContain('a broken answer counted as a success');
  const throwing = await malformedAnswersHold(request, {
    settleAll: (store, settlements) => {
      if (settlements.some(({ move }) => move?.to === 'checking')) throw new Error('deliberate');
      return theLaws.settleAll(store, settlements);
    },
  });
  expect(throwing.violations.join()).toContain('threw Error: deliberate');
});
