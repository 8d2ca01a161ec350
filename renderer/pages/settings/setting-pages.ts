/** The pages of the settings, in their order. Names have a page of their own, which is found from here too. */
export const settingPages = ['accounts', 'rules', 'security', 'window', 'names', 'storage', 'connection', 'advanced'] as const;
type SettingPage = (typeof settingPages)[number];

const underAdvanced = new Set(['signed-in', 'service', 'trust', 'receipt', 'diagnostics', 'advanced']);

/** The page on which an address's section stands: `#/settings/trust` is on the last, nothing and whatever is unknown on the first. */
export function pageOfSetting(section: string | null): SettingPage {
  if (section !== null && underAdvanced.has(section)) return 'advanced';
  if (section === 'receipts') return 'rules';
  return settingPages.find((name) => name === section && name !== 'names') ?? 'accounts';
}
