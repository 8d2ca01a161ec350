/** The pages of the settings, in their order. Names have a page of their own, which is found from here too. */
export const settingPages: readonly { name: string; label: string }[] = [
  { name: 'accounts', label: 'Accounts' },
  { name: 'rules', label: 'Sending rules' },
  { name: 'security', label: 'Security' },
  { name: 'window', label: 'Window' },
  { name: 'names', label: 'Names' },
  { name: 'storage', label: 'Storage' },
  { name: 'connection', label: 'Connection' },
  { name: 'advanced', label: 'Advanced' },
];

const underAdvanced = new Set(['signed-in', 'service', 'trust', 'receipt', 'diagnostics', 'advanced']);

/** The page on which an address's section stands: `#/settings/trust` is on the last, nothing and whatever is unknown on the first. */
export function pageOfSetting(section: string | null): string {
  if (section !== null && underAdvanced.has(section)) return 'advanced';
  if (section === 'receipts') return 'rules';
  return settingPages.find(({ name }) => name === section && name !== 'names')?.name ?? 'accounts';
}
