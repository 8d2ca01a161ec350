import { expect, test } from 'vitest';
import { speakAsSet } from '#main/app/language.ts';
import type { Registry } from '#main/registry/registry.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { t } from '#shared/messages/t.ts';
import { formatCount } from '#shared/values/language.ts';

test.each<[JsonValue, string, string]>([
  [null, 'Quit', '12,345'],
  [{ language: 'de' }, 'Beenden', '12.345'],
  [{ language: 'sv', locale: 'de-DE' }, 'Avsluta', '12.345'],
  [{ language: 'xx', locale: '' }, 'Quit', '12,345'],
  [{ theme: 'dark' }, 'Quit', '12,345'],
])('with %j the main process says “%s” and %s', (set, quit, count) => {
  speakAsSet({ readSetting: () => set } as unknown as Registry);
  expect([t('menu.quit'), formatCount(12_345)]).toEqual([quit, count]);
});
