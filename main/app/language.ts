import type { Registry } from '#main/registry/registry.ts';
import type { Settings } from '#shared/contract/views/views.ts';
import { isJsonObject } from '#shared/json/json.ts';
import { speak } from '#shared/messages/speak.ts';
import { languageOf, localeOf } from '#shared/values/language.ts';

export type AppWide = Pick<Settings, 'singleKeys' | 'theme' | 'density' | 'language' | 'locale'>;
const usual: AppWide = { singleKeys: true, theme: 'system', density: 'dense', language: '', locale: '' };

/** The settings that are the same for every account of this computer. */
export function appWideSettings(registry: Registry): AppWide {
  const set = registry.readSetting('window');
  return { ...usual, ...(isJsonObject(set) ? (set as Partial<AppWide>) : {}) };
}

/** The main process speaks as the settings say: in the menu, the tray, notifications, files. */
export const speakAsSet = (registry: Registry): void => speakAs(appWideSettings(registry));

/** Before the settings can be read, as the computer's system does. */
export const speakAsSystem = (): void => speakAs(usual);

function speakAs(settings: Pick<AppWide, 'language' | 'locale'>): void {
  const system = [Intl.DateTimeFormat().resolvedOptions().locale];
  speak(languageOf(settings.language, system), localeOf(settings, system));
}
