import { unfinishedOf } from '#main/account-life/unfinished.ts';
import type { Counters } from '#shared/contract/views.ts';

/** What a person should know before quitting; null when there is nothing to say. */
export function quitWords(counters: Counters): { message: string; detail: string } | null {
  const { waiting, checking, sending, needsYou, inDoubt } = counters;
  const unfinished = unfinishedOf(counters);
  if (unfinished === 0) return null;
  const parts = [
    sending > 0 ? `${sending} on the way right now: Layover waits for the answers before it closes.` : '',
    waiting > 0 ? `${waiting} waiting to be sent.` : '',
    checking > 0 ? `${checking} sent without a clear answer: Layover looks when it is open again.` : '',
    needsYou > 0 ? `${needsYou} need you.` : '',
    inDoubt > 0 ? `${inDoubt} in doubt: we do not know whether the service recorded them.` : '',
  ].filter((part) => part !== '');
  const message = unfinished === 1 ? 'One edit is not finished.' : `${unfinished} edits are not finished.`;
  return { message, detail: `${parts.join('\n')}\n\nNothing is lost. They are here when you open Layover again.` };
}
