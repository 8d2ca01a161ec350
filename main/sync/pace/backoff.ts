import type { World } from '#shared/world.ts';

const firstMs = 1_000;
const capMs = 300_000;

/** Full jitter: anything from nothing to 1 s × 2ⁿ, at most 5 min, so that a thousand laptops do not come back together. */
export function backoffMs(world: World, failures: number, cap: number = capMs): number {
  return world.random() * Math.min(cap, firstMs * 2 ** Math.max(failures - 1, 0));
}

/** Between asking for lost connections: a person notices within five seconds, and asking costs next to nothing. */
export const offlineCapMs = 4_000;
/** Between reads of one record that fail, the more of them the longer, up to ten minutes: a record that never reads costs 150 questions a day. */
export function readAgainMs(world: World, failures: number): number {
  const ms = Math.min(600_000, 5_000 * 2 ** (failures - 1));
  return ms / 2 + (world.random() * ms) / 2;
}
/** A full disk or a failing one: nothing is lost, nothing leaves, and it is tried again after this. */
export const storageRetryMs = 5_000;
