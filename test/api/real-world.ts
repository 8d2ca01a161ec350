import { randomUUID } from 'node:crypto';
import type { Log, World } from '#shared/world.ts';

/** The real clock and real chance, for tests over real connections; `lines` keeps what was logged. */
export function realWorld(lines: string[] = []): World {
  const write =
    (level: string) =>
    (event: string, facts?: Record<string, unknown>): void => {
      lines.push(JSON.stringify({ level, event, ...facts }));
    };
  const log: Log = { error: write('error'), info: write('info'), debug: write('debug') };
  return {
    bootId: randomUUID(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        timer.unref();
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    random: () => Math.random(),
    uuid: () => randomUUID(),
    log,
    passing: () => undefined,
  };
}
