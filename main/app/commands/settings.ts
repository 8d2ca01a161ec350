import { appWideSettings, speakAsSet } from '#main/app/language.ts';
import { accountSetting, writeSetting } from '#main/storage/settings.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import type { Settings } from '#shared/contract/views/views.ts';
import type { ReviewNeed } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonValue } from '#shared/json/json.ts';
import { accountSettings, computerSettings, policySettings, type SettingChanges, type SettingsOf } from '#shared/setting-rows.ts';
import type { AppServices } from '#main/app/app-services.ts';

/** Settings of the app (the same for every account) with those of the open account. */
export function settingsOf(services: AppServices): Settings {
  const policy = services.options.policy ?? {};
  const store = services.store();
  const ofAccount = Object.fromEntries(accountSettings.map((name) => [name, accountSetting(store, name, policy)]));
  const { reviewRules: rules = {}, ...others } = policy;
  return {
    ...appWideSettings(services.life.registry),
    ...(ofAccount as unknown as SettingsOf<'account'>),
    reviewRules: allRules(reviewRules(services)),
    managed: [
      ...Object.keys(rules).map((kind) => `reviewRules.${kind}`),
      ...policySettings.filter((name) => name !== 'reviewRules' && others[name] !== undefined),
    ],
    company: {
      baseUrl: policy.baseUrl ?? null,
      clientId: policy.clientId ?? null,
      redirectPort: policy.redirectPort ?? null,
      signInMethods: policy.signInMethods ?? null,
    },
  };
}

/** Changes what is named and keeps the rest; what IT fixed stays as it is. */
export function changeSettings(services: AppServices, changes: SettingChanges): Settings {
  const { registry } = services.life;
  const given = (names: readonly (keyof SettingChanges)[]): Record<string, JsonValue> =>
    Object.fromEntries(names.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])));
  const before = registry.readSetting('window');
  const ofComputer = given(computerSettings);
  if (Object.keys(ofComputer).length > 0) registry.writeSetting('window', { ...(isJsonObject(before) ? before : {}), ...ofComputer });
  speakAsSet(registry);
  const { reviewRules: rules, ...ofAccount } = given(accountSettings);
  if (isJsonObject(rules)) ofAccount['reviewRules'] = { ...accountSetting(services.store(), 'reviewRules'), ...rules };
  for (const [name, value] of Object.entries(ofAccount)) writeSetting(services.account().store, name, value);
  services.changes.publish({ kind: 'settings' });
  return settingsOf(services);
}

/** The account's review rules by kind of edit: the user's, with IT's over them. Absent kinds follow their own default. */
export function reviewRules(services: AppServices): ReviewRules {
  return { ...accountSetting(services.store(), 'reviewRules'), ...services.options.policy?.reviewRules };
}

/** The settings view: each kind's default where the user made no rule. */
function allRules(rules: ReviewRules): Record<string, ReviewNeed> {
  return Object.fromEntries(editKinds.map((kind) => [kind.kind, rules[kind.kind] ?? kind.review({})]));
}
