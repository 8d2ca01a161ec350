import type { EpochMs } from '#shared/world.ts';
import type { Store } from './store.ts';

export interface SeenValue {
  /** Where it stood: `error.type`, `expense.status`. */
  place: string;
  value: string;
  count: number;
  at: EpochMs;
}

const longestValue = 200;

/** Collects an error code or enum value as it came, for diagnostics ("Versioning": enumerations may gain new values). */
export function noteSeenValue(store: Store, place: string, value: string): void {
  store.commit('seen value', () => {
    store
      .prepared(
        `INSERT INTO seen_value (place, value, count, at) VALUES (?, ?, 1, ?)
         ON CONFLICT (place, value) DO UPDATE SET count = count + 1, at = excluded.at`,
      )
      .run(place, value.slice(0, longestValue), store.world.now());
  });
}

/** Everything collected, by place. */
export function seenValues(store: Store): SeenValue[] {
  return store.prepared<SeenValue>(`SELECT place, value, count, at FROM seen_value ORDER BY place, value`).all();
}
