import { afterEach, expect, test } from 'vitest';
import { speakAsAccepted, speakAsSet } from '#main/app/language.ts';
import type { Registry } from '#main/registry/registry.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { t } from '#shared/messages/t.ts';
import { formatCount } from '#shared/values/language.ts';

afterEach(() => speakAsAccepted('en-US'));

const settingsOf = (settings: JsonValue) => ({ readSetting: () => settings }) as unknown as Registry;

test.each<[JsonValue, string, string]>([
  [null, 'Quit', '12,345'],
  [{ language: 'de' }, 'Beenden', '12.345'],
  [{ language: 'sv', locale: 'de-DE' }, 'Avsluta', '12.345'],
  [{ language: 'xx', locale: '' }, 'Quit', '12,345'],
  [{ theme: 'dark' }, 'Quit', '12,345'],
])('with %j the main process says “%s” and %s', (set, quit, count) => {
  speakAsSet(settingsOf(set));
  expect([t('menu.quit'), formatCount(12_345)]).toEqual([quit, count]);
});

test.each<[JsonValue, string | undefined, string, string]>([
  [null, 'sv-SE,sv;q=0.9,en;q=0.8', 'Avsluta', '12\u00a0345'],
  [null, 'ja, de-AT;q=0.5', 'Beenden', '12,345'],
  [{ language: 'de' }, 'sv-SE', 'Beenden', '12.345'],
])('with %j and a browser that asks for %s the main process says “%s” and %s', (settings, accepted, quit, count) => {
  speakAsSet(settingsOf(settings));
  speakAsAccepted(accepted);
  expect([t('menu.quit'), formatCount(12_345)]).toEqual([quit, count]);
});

test('a browser that asks for nothing changes nothing', () => {
  speakAsSet(settingsOf(null));
  speakAsAccepted('de-DE');
  speakAsAccepted(undefined);
  speakAsAccepted('*');
  expect(t('menu.quit')).toBe('Beenden');
});
