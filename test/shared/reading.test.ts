import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reading } from '#renderer/state/connection/reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wish to read every 55 ms for a second: as quick as a user's hands, or an import. */
async function wishes(reading: Reading): Promise<void> {
  for (let n = 0; n < 18; n += 1) {
    reading.soon();
    await vi.advanceTimersByTimeAsync(55);
  }
}

test('without a rest every wish is read; with one the first at once, then one in each rest, and the last wish is never lost', async () => {
  const at: number[] = [];
  const started = performance.now();
  await wishes(new Reading(() => void at.push(performance.now() - started)));
  expect(at).toHaveLength(18);
  at.length = 0;
  const rested = new Reading(() => void at.push(performance.now() - started), 400);
  const from = performance.now() - started;
  await wishes(rested);
  await vi.advanceTimersByTimeAsync(1000);
  expect(at[0]! - from).toBeLessThan(20);
  expect(at).toHaveLength(4);
  expect(at.at(-1)! - from).toBeGreaterThan(17 * 55);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(4);
});

test('a listener that stops gets nothing more', async () => {
  let reads = 0;
  const reading = new Reading(() => void (reads += 1), 400);
  reading.now();
  reading.soon();
  reading.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads).toBe(1);
});
