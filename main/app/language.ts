import type { Registry } from '#main/registry/registry.ts';
import { computerSettings, settingKept, type SettingsOf } from '#shared/setting-rows.ts';
import { isJsonObject } from '#shared/json/json.ts';
import { speak } from '#shared/messages/speak.ts';
import { languageOf, languagesAccepted, localeOf } from '#shared/values/language.ts';

type AppWide = SettingsOf<'computer'>;

/** The settings that are the same for every account of this computer. */
export function appWideSettings(registry: Registry): AppWide {
  const set = registry.readSetting('window');
  const kept = isJsonObject(set) ? set : {};
  return Object.fromEntries(computerSettings.map((name) => [name, settingKept(name, kept[name])])) as unknown as AppWide;
}

const usual = { language: '', locale: '' };
let settings: Pick<AppWide, 'language' | 'locale'> = usual;
/** The computer's languages, or the browser's that shows the window. */
let system: readonly string[] = [Intl.DateTimeFormat().resolvedOptions().locale];

/** The main process speaks as the settings say: in the menu, the tray, notifications, files. */
export function speakAsSet(registry: Registry): void {
  settings = appWideSettings(registry);
  speakNow();
}

/** Before the settings can be read, as the computer's system does. */
export function speakAsSystem(): void {
  settings = usual;
  speakNow();
}

/** Speaks as the window's browser asks where the user chose no language: it may ask for others than the system. */
export function speakAsAccepted(accepted: string | undefined): void {
  const asked = languagesAccepted(accepted).filter((tag) => tag !== '' && tag !== '*');
  if (asked.length > 0) system = asked;
  speakNow();
}

function speakNow(): void {
  speak(languageOf(settings.language, system), localeOf(settings, system));
}
