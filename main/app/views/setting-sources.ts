import { readSetting } from '#main/storage/settings.ts';
import { policySettings, type PolicySettings } from '#shared/setting-rows.ts';
import type { AppServices } from '#main/app/app-services.ts';
import type { NetworkView, SettingName, SettingSource } from '#shared/contract/views/network-views.ts';

/** The view of Settings, Connection: the proxy, values fixed by policy, and the source of each setting. */
export function networkView(services: AppServices): NetworkView {
  const { places = [], unknown = [] } = services.options.policySource ?? {};
  return { ...services.proxies.view(), policy: { places, unknown }, sources: settingSources(services) };
}

/** The source of each setting's value: policy first, then the user, then the computer. */
export function settingSources(services: AppServices): Record<SettingName, SettingSource> {
  const policy = services.options.policy ?? {};
  const entry = services.life.registry.active();
  const own = entry !== null && !entry.embedded;
  const by = (name: SettingName, person: boolean, otherwise: SettingSource = 'default'): SettingSource => {
    if (policy[name] !== undefined) return 'policy';
    return person ? 'person' : otherwise;
  };
  const kept = (name: string) => readSetting(services.store(), name) !== null;
  const trusts = services.life.open?.trust.list().some(({ managed }) => !managed) ?? false;
  return {
    baseUrl: by('baseUrl', own),
    signInMethods: by('signInMethods', false),
    proxy: services.proxies.source(),
    ca: by('ca', own && entry.ca !== null, 'system'),
    trustedHosts: by('trustedHosts', trusts),
    ...(Object.fromEntries(policySettings.map((name) => [name, by(name, kept(name))])) as Record<keyof PolicySettings, SettingSource>),
    namesFile: by('namesFile', false),
    sandbox: by('sandbox', false),
    updates: by('updates', false),
  };
}
