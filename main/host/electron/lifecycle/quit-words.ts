import { unfinishedCounts, unfinishedOf } from '#main/account-life/open/unfinished.ts';
import type { Counters } from '#shared/contract/views/views.ts';
import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';

export interface QuitWords {
  message: string;
  detail: string;
}

/**
 * The warning before quitting; null without one. `typed` holds the titles of the records whose forms hold
 * something that is not recorded; a locked window names none.
 */
export function quitWords(counters: Counters, typed: readonly string[], isLocked: boolean): QuitWords | null {
  const unfinished = unfinishedOf(counters);
  if (unfinished === 0 && typed.length === 0) return null;
  const parts = unfinishedCounts(counters).map(({ name, count }) => t(`host.quit.${name}`, { count }));
  const here = typed.length === 0 ? t('host.quit.here') : t('host.quit.editsHere');
  const edits = unfinished === 0 ? '' : `${parts.join('\n')}\n\n${here}`;
  if (typed.length === 0) return { message: t('host.quit.unfinished', { count: unfinished }), detail: edits };
  return { message: t('host.quit.typed'), detail: [typedWords(typed, isLocked), edits].filter(Boolean).join('\n\n') };
}

/** Names what is lost when the window goes. */
export function typedWords(typed: readonly string[], isLocked: boolean): string {
  if (isLocked) return t('host.quit.lost');
  const titles = listOf(typed.slice(0, 5));
  return typed.length > 5 ? t('host.quit.lostForMore', { titles, count: typed.length - 5 }) : t('host.quit.lostFor', { titles });
}
