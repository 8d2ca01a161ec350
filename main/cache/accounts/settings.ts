import { parseJson, stringifyJson, type JsonValue } from '#shared/json.ts';
import type { Store } from '#main/cache/database/store.ts';

/** A setting of this account, or null when it was never written. Throws when the row is damaged. */
export function readSetting(store: Store, name: string): JsonValue {
  const row = store.prepared<{ value: string }>(`SELECT value FROM setting WHERE name = ?`).get(name);
  if (!row) return null;
  const parsed = parseJson(row.value);
  if (!parsed.ok) throw new Error(`the setting ${name} is not readable`);
  return parsed.value;
}

/** Writes a setting; publishes `settings`. */
export function writeSetting(store: Store, name: string, value: JsonValue): void {
  store.commit('setting', () => {
    store.prepared(`INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)`).run(name, stringifyJson(value));
    store.changed({ kind: 'settings' });
  });
}
