import type { PlainId } from '#shared/messages/t.ts';

/** The pages of the settings, in their order. Names have a page of their own, which is found from here too. */
export const settingPages: readonly { name: string; label: PlainId }[] = [
  { name: 'accounts', label: 'settings.part.accounts' },
  { name: 'rules', label: 'settings.part.rules' },
  { name: 'security', label: 'settings.part.security' },
  { name: 'window', label: 'settings.part.window' },
  { name: 'names', label: 'settings.part.names' },
  { name: 'storage', label: 'settings.part.storage' },
  { name: 'connection', label: 'settings.part.connection' },
  { name: 'advanced', label: 'settings.part.advanced' },
];

const underAdvanced = new Set(['signed-in', 'service', 'trust', 'receipt', 'diagnostics', 'advanced']);

/** The page on which an address's section stands: `#/settings/trust` is on the last, nothing and whatever is unknown on the first. */
export function pageOfSetting(section: string | null): string {
  if (section !== null && underAdvanced.has(section)) return 'advanced';
  if (section === 'receipts') return 'rules';
  return settingPages.find(({ name }) => name === section && name !== 'names')?.name ?? 'accounts';
}
