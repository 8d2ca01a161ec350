import { readSetting } from '#main/storage/settings.ts';
import type { House } from '#main/app/house.ts';
import type { NetworkView, SettingName, SettingSource } from '#shared/contract/views/network-views.ts';

/** What Settings, Connection shows: the proxy, what the company fixed, and where each setting comes from. */
export function networkView(house: House): NetworkView {
  const { places = [], unknown = [] } = house.options.policySource ?? {};
  return { ...house.proxies.view(), policy: { places, unknown }, sources: settingSources(house) };
}

/** Where each setting's value comes from. A policy is asked first; then the person; then what the computer says. */
export function settingSources(house: House): Record<SettingName, SettingSource> {
  const policy = house.options.policy ?? {};
  const entry = house.life.registry.active();
  const own = entry !== null && !entry.embedded;
  const by = (name: SettingName, person: boolean, otherwise: SettingSource = 'default'): SettingSource => {
    if (policy[name] !== undefined) return 'policy';
    return person ? 'person' : otherwise;
  };
  const kept = (name: string) => readSetting(house.store(), name) !== null;
  const trusts = house.life.open?.trust.list().some(({ managed }) => !managed) ?? false;
  return {
    baseUrl: by('baseUrl', own),
    signInMethods: by('signInMethods', false),
    proxy: house.proxies.source(),
    ca: by('ca', own && entry.ca !== null, 'system'),
    trustedHosts: by('trustedHosts', trusts),
    reviewRules: by('reviewRules', kept('reviewRules')),
    documentQuotaBytes: by('documentQuotaBytes', kept('documentQuotaBytes')),
    retentionDays: by('retentionDays', kept('retentionDays')),
    namesFile: by('namesFile', false),
    sandbox: by('sandbox', false),
    updates: by('updates', false),
  };
}
