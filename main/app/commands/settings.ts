import { appWideSettings, speakAsSet } from '#main/app/language.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { documentQuota } from '#main/library/documents/document-quota.ts';
import { retentionRule } from '#main/library/retention.ts';
import type { ReviewRules } from '#main/edits/review/rules.ts';
import type { Settings } from '#shared/contract/views/views.ts';
import type { ReviewNeed } from '#shared/edits/edit-kind.ts';
import { sumOf } from '#shared/edits/confirm-above.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { AppServices } from '#main/app/app-services.ts';

/** Settings of the app (the same for every account) with those of the open account. */
export function settingsOf(services: AppServices): Settings {
  const policy = services.options.policy ?? {};
  const fixed = Object.keys(policy.reviewRules ?? {}).map((kind) => `reviewRules.${kind}`);
  if (policy.confirmAbove !== undefined) fixed.push('confirmAbove');
  if (policy.documentQuotaBytes !== undefined) fixed.push('documentQuotaBytes');
  if (policy.retentionDays !== undefined) fixed.push('retentionDays');
  return {
    ...appWideSettings(services.life.registry),
    reviewRules: allRules(reviewRules(services)),
    confirmAbove: policy.confirmAbove ?? ownSums(services),
    documentQuotaBytes: documentQuota(services.store(), policy.documentQuotaBytes ?? null),
    retentionDays: retentionRule(services.store(), policy.retentionDays ?? null)?.days ?? null,
    stepsHidden: readSetting(services.store(), 'stepsHidden') === true,
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
  services: AppServices,
  changes: { [K in keyof Omit<Settings, 'managed' | 'company'>]?: Settings[K] | undefined },
): Settings {
  const { reviewRules: rules, confirmAbove, documentQuotaBytes, retentionDays, stepsHidden, ...appWide } = changes;
  const before = services.life.registry.readSetting('window');
  const given = Object.fromEntries(Object.entries(appWide).filter(([, value]) => value !== undefined)) as JsonObject;
  if (Object.keys(given).length > 0) services.life.registry.writeSetting('window', { ...(isJsonObject(before) ? before : {}), ...given });
  speakAsSet(services.life.registry);
  if (rules) writeSetting(services.account().store, 'reviewRules', { ...ownRules(services), ...rules });
  if (confirmAbove !== undefined) writeSetting(services.account().store, 'confirmAbove', confirmAbove);
  if (documentQuotaBytes !== undefined) writeSetting(services.account().store, 'documentQuotaBytes', documentQuotaBytes);
  if (retentionDays !== undefined) writeSetting(services.account().store, 'retentionDays', retentionDays);
  if (stepsHidden !== undefined) writeSetting(services.account().store, 'stepsHidden', stepsHidden);
  services.changes.publish({ kind: 'settings' });
  return settingsOf(services);
}

/** The account's review rules by kind of edit: the user's, with IT's over them. Absent kinds follow their own default. */
export function reviewRules(services: AppServices): ReviewRules {
  return { ...ownRules(services), ...services.options.policy?.reviewRules };
}

function ownSums(services: AppServices): string[] {
  const own: JsonValue = readSetting(services.store(), 'confirmAbove');
  return Array.isArray(own) ? own.filter((sum): sum is string => typeof sum === 'string' && sumOf(sum) !== null) : [];
}

function ownRules(services: AppServices): Record<string, ReviewNeed> {
  const own: JsonValue = readSetting(services.store(), 'reviewRules');
  return isJsonObject(own) ? (own as Record<string, ReviewNeed>) : {};
}

/** The settings view: each kind's default where the user made no rule. */
function allRules(rules: ReviewRules): Record<string, ReviewNeed> {
  return Object.fromEntries(editKinds.map((kind) => [kind.kind, rules[kind.kind] ?? kind.review({})]));
}
