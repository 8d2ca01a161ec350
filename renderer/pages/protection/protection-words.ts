import { t } from '#shared/messages/t.ts';
import type { LockScreenAnswer } from '#shared/contract/views/lock-screen-views.ts';
import type { LeftBehind, ProtectionChanged, SetAside } from '#shared/contract/views/protection-views.ts';
import type { AppStatus } from '#shared/contract/views/views.ts';
import { formatEpoch } from '#shared/values/dates.ts';

/** True when this laptop's keychain can keep a key. */
export const keepsKey = (status: AppStatus | null): boolean => status?.keychain.state === 'ok' || status?.keychain.state === 'locked';

/** The protection by encryption, and against whom: one sentence each. `keychain`: whether this laptop's would keep the key. */
export function explained(company: boolean, keychain: boolean): string[] {
  const opens = keychain
    ? t(company ? 'protection.explained.lostOrCompany' : 'protection.explained.lost')
    : t(company ? 'protection.explained.codeOrCompany' : 'protection.explained.code');
  return [
    t('protection.explained.stolen'),
    t(keychain ? 'protection.explained.keychain' : 'protection.explained.typed'),
    opens,
    t('protection.explained.remnants'),
  ];
}

/** The number of unsent edits in files that do not open. */
export function leftBehindWords(left: LeftBehind | null): string {
  if (left === null) return t('protection.left.unknown');
  const { unfinished: count, inDoubt: doubts } = left;
  const time = formatEpoch(left.at);
  if (count === 0) return t('protection.left.none', { time });
  return doubts === 0 ? t('protection.left.some', { count, time }) : t('protection.left.inDoubt', { count, time, doubts });
}

/** One folder that was set aside, as Settings lists it. */
export function setAsideWords({ at, unfinished }: SetAside): string {
  if (at === null || unfinished === null) return t('protection.setAside');
  return t('protection.setAside.known', { count: unfinished, time: formatEpoch(at) });
}

/** Why nothing came of it. */
export function changeProblem(changed: Exclude<ProtectionChanged, { kind: 'changed' }>): string {
  return changed.kind === 'storage' ? t('protection.failed.disk', { code: changed.code }) : t(`protection.failed.${changed.kind}`);
}

/** The paper that a person keeps. */
export const codePaper = (code: string, account: string): string => t('protection.paper', { account, code });

/** Why the window stays locked; nothing when it opened. */
export function lockScreenTrouble(answer: LockScreenAnswer): string | undefined {
  switch (answer.kind) {
    case 'opened':
      return undefined;
    case 'refused':
      return t('protection.lock.refused');
    case 'wrong':
      return t('protection.lock.wrong');
    case 'locked':
      return t('protection.lock.keychain');
    case 'wait':
      return t('protection.lock.wait', { seconds: Math.ceil(answer.waitMs / 1000) });
  }
}
