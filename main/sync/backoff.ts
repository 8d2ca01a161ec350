import type { World } from '#shared/world.ts';

const firstMs = 1_000;
const capMs = 300_000;

/** Full jitter: anything from nothing to 1 s × 2ⁿ, at most 5 min, so that a thousand laptops do not come back together. */
export function backoffMs(world: World, failures: number, cap: number = capMs): number {
  return world.random() * Math.min(cap, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 20));
}

/** Between asking for lost connections: a person notices within five seconds, and asking costs next to nothing. */
export const offlineCapMs = 4_000;
/** A request may still be carried out this long after we gave up on it (docs/laws.md, P7). */
export const quarantineMs = 120_000;
/** A full disk or a failing one: nothing is lost, nothing leaves, and it is tried again after this. */
export const storageRetryMs = 5_000;
