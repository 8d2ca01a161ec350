import { t } from '#shared/messages/t.ts';
import type { RepairCause } from '#shared/contract/views/views.ts';
import { listOf } from '#shared/values/language.ts';

/** The button by which the user goes on. */
export const goOnWords = ({ kind }: RepairCause): string =>
  kind === 'damaged' || kind === 'newer' ? t(`repair.goOn.${kind}`) : t('repair.goOn');

/** The facts of this one case, for whoever helps. */
export function factsOf(repair: RepairCause): string {
  switch (repair.kind) {
    case 'damaged': {
      const { problem, keptAs, unreadable } = repair;
      const kept = keptAs === null ? [] : [t('repair.fact.keptDatabase', { name: keptAs })];
      return [t('repair.fact.problem', { problem }), ...kept, ...lostWords(unreadable)].join(' ');
    }
    case 'newer':
      return t('repair.fact.version', { version: String(repair.version) });
    case 'restoredBackup':
      return [t('repair.fact.counted', { here: repair.counter, noted: repair.keychainCounter }), ...logWords(repair.log)].join(' ');
    case 'auditBroken':
      return t('repair.fact.brokenAt', { line: String(repair.line) });
    case 'notAsApproved':
      return t('repair.fact.differ');
    case 'trustForgotten':
      return t('repair.fact.hosts', { hosts: listOf(repair.hosts) });
    case 'accountsRebuilt': {
      const { found, keptAs, unknown } = repair;
      const kept = keptAs === null ? [] : [t('repair.fact.keptList', { name: keptAs })];
      const strange = unknown.length === 0 ? [] : [t('repair.fact.unknown', { names: listOf(unknown) })];
      return [t('repair.fact.found', { count: found }), ...kept, ...strange].join(' ');
    }
  }
}

function logWords({ how, here, noted }: Extract<RepairCause, { kind: 'restoredBackup' }>['log']): string[] {
  if (how === 'goesOn') return [];
  return [
    how === 'shorter'
      ? t('repair.fact.logShorter', { here: String(here), noted: String(noted) })
      : t('repair.fact.logOther', { line: String(noted) }),
  ];
}

function lostWords(unreadable: number | null): string[] {
  if (unreadable === 0) return [];
  return [unreadable === null ? t('repair.fact.lostUnknown') : t('repair.fact.lost', { count: unreadable })];
}
