import { readSetting, writeSetting } from '#main/cache/accounts/settings.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { ReviewRules } from '#main/edits/rules.ts';
import type { Settings } from '#shared/contract/views.ts';
import type { ReviewNeed } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json.ts';
import type { Desk } from '#main/app/desk.ts';

/** Room for documents before the least lately used are forgotten, in bytes. */
export const USUAL_QUOTA_BYTES = 2_000_000_000;

type AppWide = Pick<Settings, 'singleKeys' | 'theme' | 'density' | 'locale'>;
const usual: AppWide = { singleKeys: true, theme: 'system', density: 'dense', locale: '' };

/** Settings of the app (the same for every account) with those of the open account. */
export function settingsOf(desk: Desk): Settings {
  const appWide = desk.registry.readSetting('window');
  const fixed = Object.keys(desk.options.policy?.reviewRules ?? {}).map((kind) => `reviewRules.${kind}`);
  return {
    ...usual,
    ...(isJsonObject(appWide) ? (appWide as Partial<AppWide>) : {}),
    reviewRules: allRules(reviewRules(desk)),
    documentQuotaBytes: documentQuota(desk.store()),
    managed: fixed,
  };
}

/** Changes what is named and keeps the rest; what IT fixed stays as it is. */
export function changeSettings(desk: Desk, changes: { [K in keyof Omit<Settings, 'managed'>]?: Settings[K] | undefined }): Settings {
  const { reviewRules: rules, documentQuotaBytes, ...appWide } = changes;
  const before = desk.registry.readSetting('window');
  const given = Object.fromEntries(Object.entries(appWide).filter(([, value]) => value !== undefined)) as JsonObject;
  if (Object.keys(given).length > 0) desk.registry.writeSetting('window', { ...(isJsonObject(before) ? before : {}), ...given });
  if (rules) writeSetting(desk.account().store, 'reviewRules', { ...ownRules(desk), ...rules });
  if (documentQuotaBytes !== undefined) writeSetting(desk.account().store, 'documentQuotaBytes', documentQuotaBytes);
  desk.changes.publish({ kind: 'settings' });
  return settingsOf(desk);
}

/** The account's review rules by kind of edit: the person's, with IT's over them. Absent kinds follow their own default. */
export function reviewRules(desk: Desk): ReviewRules {
  return { ...ownRules(desk), ...desk.options.policy?.reviewRules };
}

/** Bytes that documents may take. */
export function documentQuota(store: Store): number {
  const own = readSetting(store, 'documentQuotaBytes');
  return typeof own === 'number' ? own : USUAL_QUOTA_BYTES;
}

function ownRules(desk: Desk): Record<string, ReviewNeed> {
  const own: JsonValue = readSetting(desk.store(), 'reviewRules');
  return isJsonObject(own) ? (own as Record<string, ReviewNeed>) : {};
}

/** What Settings shows: each kind's default where no rule was made. */
function allRules(rules: ReviewRules): Record<string, ReviewNeed> {
  return Object.fromEntries(editKinds.map((kind) => [kind.kind, rules[kind.kind] ?? kind.review({})]));
}
