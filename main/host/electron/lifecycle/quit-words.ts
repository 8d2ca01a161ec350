import { unfinishedOf } from '#main/account-life/open/unfinished.ts';
import type { Counters } from '#shared/contract/views/views.ts';

export interface QuitWords {
  message: string;
  detail: string;
}

/**
 * The warning before quitting; null without one. `typed` holds the titles of the records whose forms hold
 * something that is not recorded; a locked window names none.
 */
export function quitWords(counters: Counters, typed: readonly string[], isLocked: boolean): QuitWords | null {
  const { waiting, checking, sending, needsYou, inDoubt } = counters;
  const unfinished = unfinishedOf(counters);
  if (unfinished === 0 && typed.length === 0) return null;
  const parts = [
    sending > 0 ? `${sending} on the way right now: Layover waits for the answers before it closes.` : '',
    waiting > 0 ? `${waiting} waiting to be sent.` : '',
    checking > 0 ? `${checking} sent without a clear answer: Layover looks when it is open again.` : '',
    needsYou > 0 ? `${needsYou} need you.` : '',
    inDoubt > 0 ? `${inDoubt} in doubt: we do not know whether the service recorded them.` : '',
  ].filter((part) => part !== '');
  const lost = typed.length === 0 ? 'Nothing is lost. They' : 'Edits';
  const edits = unfinished === 0 ? '' : `${parts.join('\n')}\n\n${lost} are here when you open Layover again.`;
  const message = unfinished === 1 ? 'One edit is not finished.' : `${unfinished} edits are not finished.`;
  if (typed.length === 0) return { message, detail: edits };
  return {
    message: 'Something that you typed is not recorded.',
    detail: [typedWords(typed, isLocked), edits].filter(Boolean).join('\n\n'),
  };
}

/** Names what is lost when the window goes. */
export function typedWords(typed: readonly string[], isLocked: boolean): string {
  const named = typed.slice(0, 5).join(', ');
  const more = typed.length > 5 ? ` and ${typed.length - 5} more` : '';
  return `${isLocked ? 'What you typed' : `What you typed for ${named}${more}`} is lost unless you stay and record it.`;
}
