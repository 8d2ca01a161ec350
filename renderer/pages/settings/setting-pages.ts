/** The pages of the settings, in their order. Names have a page of their own, which is found from here too. */
export const settingPages: readonly { name: string; says: string }[] = [
  { name: 'accounts', says: 'Accounts' },
  { name: 'rules', says: 'Sending rules' },
  { name: 'security', says: 'Security' },
  { name: 'window', says: 'Window' },
  { name: 'names', says: 'Names' },
  { name: 'storage', says: 'Storage' },
  { name: 'connection', says: 'Connection' },
  { name: 'advanced', says: 'Advanced' },
];

const underAdvanced = new Set(['signed-in', 'service', 'trust', 'receipt', 'diagnostics', 'advanced']);

/** The page on which an address's section stands: `#/settings/trust` is on the last, nothing and whatever is unknown on the first. */
export function pageOfSetting(section: string | null): string {
  if (section !== null && underAdvanced.has(section)) return 'advanced';
  return settingPages.find(({ name }) => name === section && name !== 'names')?.name ?? 'accounts';
}
