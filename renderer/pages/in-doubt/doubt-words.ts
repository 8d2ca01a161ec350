import type { RepeatClass } from '#shared/edit.ts';
import { t } from '#shared/messages/t.ts';

/** The risk of a second request, shown before the decision: a creating edit may double, other values overwrite. */
export const secondWords = (repeat: RepeatClass): string => t(repeat === 'creates' ? 'doubt.second.creates' : 'doubt.second.overwrites');

/** The consequences of the answers to "What did you find?". `lockedFor` is the countdown while a late request can still arrive. */
export function answerWords(lockedFor: string | null): { there: string; notThere: string; leave: string; later: string } {
  const locked = lockedFor === null ? null : t('doubt.answer.locked', { time: lockedFor });
  return {
    there: t('doubt.answer.there.means'),
    notThere: locked ?? t('doubt.answer.again.means'),
    leave: locked ?? t('doubt.answer.leave.means'),
    later: t('doubt.answer.later.means'),
  };
}
