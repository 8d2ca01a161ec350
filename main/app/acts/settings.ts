import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { documentQuota } from '#main/library/documents/document-quota.ts';
import { retentionRule } from '#main/library/retention.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import type { Settings } from '#shared/contract/views/views.ts';
import type { ReviewNeed } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { House } from '#main/app/house.ts';

type AppWide = Pick<Settings, 'singleKeys' | 'theme' | 'density' | 'locale'>;
const usual: AppWide = { singleKeys: true, theme: 'system', density: 'dense', locale: '' };

/** Settings of the app (the same for every account) with those of the open account. */
export function settingsOf(house: House): Settings {
  const appWide = house.life.registry.readSetting('window');
  const policy = house.options.policy ?? {};
  const fixed = Object.keys(policy.reviewRules ?? {}).map((kind) => `reviewRules.${kind}`);
  if (policy.documentQuotaBytes !== undefined) fixed.push('documentQuotaBytes');
  if (policy.retentionDays !== undefined) fixed.push('retentionDays');
  return {
    ...usual,
    ...(isJsonObject(appWide) ? (appWide as Partial<AppWide>) : {}),
    reviewRules: allRules(reviewRules(house)),
    documentQuotaBytes: documentQuota(house.store(), policy.documentQuotaBytes ?? null),
    retentionDays: retentionRule(house.store(), policy.retentionDays ?? null)?.days ?? null,
    stepsHidden: readSetting(house.store(), 'stepsHidden') === true,
    managed: fixed,
    company: {
      baseUrl: policy.baseUrl ?? null,
      clientId: policy.clientId ?? null,
      redirectPort: policy.redirectPort ?? null,
      signInMethods: policy.signInMethods ?? null,
    },
  };
}

/** Changes what is named and keeps the rest; what IT fixed stays as it is. */
export function changeSettings(
  house: House,
  changes: { [K in keyof Omit<Settings, 'managed' | 'company'>]?: Settings[K] | undefined },
): Settings {
  const { reviewRules: rules, documentQuotaBytes, retentionDays, stepsHidden, ...appWide } = changes;
  const before = house.life.registry.readSetting('window');
  const given = Object.fromEntries(Object.entries(appWide).filter(([, value]) => value !== undefined)) as JsonObject;
  if (Object.keys(given).length > 0) house.life.registry.writeSetting('window', { ...(isJsonObject(before) ? before : {}), ...given });
  if (rules) writeSetting(house.account().store, 'reviewRules', { ...ownRules(house), ...rules });
  if (documentQuotaBytes !== undefined) writeSetting(house.account().store, 'documentQuotaBytes', documentQuotaBytes);
  if (retentionDays !== undefined) writeSetting(house.account().store, 'retentionDays', retentionDays);
  if (stepsHidden !== undefined) writeSetting(house.account().store, 'stepsHidden', stepsHidden);
  house.changes.publish({ kind: 'settings' });
  return settingsOf(house);
}

/** The account's review rules by kind of edit: the person's, with IT's over them. Absent kinds follow their own default. */
export function reviewRules(house: House): ReviewRules {
  return { ...ownRules(house), ...house.options.policy?.reviewRules };
}

function ownRules(house: House): Record<string, ReviewNeed> {
  const own: JsonValue = readSetting(house.store(), 'reviewRules');
  return isJsonObject(own) ? (own as Record<string, ReviewNeed>) : {};
}

/** What Settings shows: each kind's default where no rule was made. */
function allRules(rules: ReviewRules): Record<string, ReviewNeed> {
  return Object.fromEntries(editKinds.map((kind) => [kind.kind, rules[kind.kind] ?? kind.review({})]));
}
