import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { isJsonObject } from '#shared/json/json.ts';
import { dayMs } from '#shared/values/days.ts';
import type { EpochMs } from '#shared/world.ts';

/** The time an account was in use, and the earliest wall clock of each day of it. */
interface UseTime {
  ms: number;
  /** The wall clock at the last look. */
  at: EpochMs;
  lowest: EpochMs[];
}

/**
 * Counts what passed since the last look as time in use, a day at most: a wall clock that jumps ahead, and months in a drawer, age nothing by
 * more than that. Call it at each start and each day.
 */
export function passUseTime(store: Store): void {
  const now = store.world.now();
  const { ms: before, at, lowest } = useTime(store) ?? { ms: 0, at: now, lowest: [] };
  const ms = before + Math.min(dayMs, Math.max(0, now - at));
  const day = Math.floor(ms / dayMs);
  writeSetting(store, 'useTime', { ms, at: now, lowest: [...lowest.slice(0, day), Math.min(now, lowest[day] ?? now)] });
}

/**
 * The moment before which everything that was last heard of has been here for so many days in use; null while the account was not in use for
 * so long. The lowest word of the wall clock since counts: what a clock that was wrong for a while says makes nothing leave early.
 */
export function heardBefore(store: Store, days: number): EpochMs | null {
  const use = useTime(store);
  const from = Math.floor((use?.ms ?? 0) / dayMs) - days;
  if (use === null || from < 0) return null;
  return Math.min(store.world.now() - days * dayMs, ...use.lowest.slice(from));
}

function useTime(store: Store): UseTime | null {
  const value = readSetting(store, 'useTime');
  if (!isJsonObject(value) || !Array.isArray(value['lowest'])) return null;
  return { ms: Number(value['ms']), at: Number(value['at']), lowest: value['lowest'].map(Number) };
}
