import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { hostileTexts } from './hostile-texts.ts';
import { parsers } from './parsers.ts';

// P29: no text of a stranger's makes a parser stop. Each parser reads more than a thousand hostile texts at its limit in a thread that is
// ended when it hangs on one: a linear one needs well under a millisecond each, a quadratic one minutes for a single text.
// `npm run proofs -- doubling` measures the growth itself.
const mostCpuMs = 10_000;

/** The text on which the thread hung, or null when it read them all. */
function readAll(name: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./doubling-child.ts', import.meta.url), { workerData: name });
    let reading: string | null = 'nothing yet';
    const patience = setInterval(() => {
      void worker.cpuUsage().then(
        ({ user }) => {
          if (user / 1_000 > mostCpuMs) void worker.terminate();
        },
        // it ended while it was asked
        () => undefined,
      );
    }, 500);
    worker.on('message', (text: string | null) => (reading = text));
    worker.once('error', reject);
    worker.once('exit', () => {
      clearInterval(patience);
      resolve(reading);
    });
  });
}

test.each(parsers.map(({ name }) => name))(
  '%s is read in one pass, whatever stands in it',
  async (name) => {
    expect(hostileTexts.length).toBeGreaterThan(1_000);
    expect(await readAll(name)).toBe(null);
  },
  300_000,
);
