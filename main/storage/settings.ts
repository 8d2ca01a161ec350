import { eq } from 'drizzle-orm';
import { parseJson, stringifyJson, type JsonValue } from '#shared/json/json.ts';
import { param, upsert, selectFrom } from './prepared.ts';
import { setting } from '#main/storage/schema/accounts.ts';
import { settingKept, type PolicySettings, type SettingsOf } from '#shared/setting-rows.ts';
import type { Store } from './store.ts';

const valueOf = selectFrom(setting, { fields: { value: setting.value }, where: eq(setting.name, param('name')) });
const write = upsert(setting);

/** A setting of this account, or null when it was never written. Throws when the row is damaged. */
export function readSetting(store: Store, name: string): JsonValue {
  const row = valueOf(store).get({ name });
  if (!row) return null;
  const parsed = parseJson(row.value);
  if (!parsed.ok) throw new Error(`the setting ${name} is not readable`);
  return parsed.value;
}

/** A setting of this account as IT's policy sets it, else as the user did, else the usual one. */
export function accountSetting<Name extends keyof SettingsOf<'account'>>(
  store: Store,
  name: Name,
  policy: Partial<PolicySettings> = {},
): SettingsOf<'account'>[Name] {
  const set = (policy as Partial<SettingsOf<'account'>>)[name];
  return set ?? settingKept(name, readSetting(store, name));
}

/** Writes a setting; publishes `settings`. */
export function writeSetting(store: Store, name: string, value: JsonValue): void {
  store.commit('setting', () => {
    write(store).run({ name, value: stringifyJson(value) });
    store.changed({ kind: 'settings' });
  });
}
