import type { Counters } from '#shared/contract/views.ts';

/** What a person should know before quitting; null when there is nothing to say. */
export function quitWords({ waiting, checking, sending, needsYou, inDoubt }: Counters): { message: string; detail: string } | null {
  const unsent = waiting + checking + sending + needsYou + inDoubt;
  if (unsent === 0) return null;
  const parts = [
    sending > 0 ? `${sending} on the way right now: Layover waits for the answers before it closes.` : '',
    waiting + checking > 0 ? `${waiting + checking} waiting to be sent.` : '',
    needsYou > 0 ? `${needsYou} need you.` : '',
    inDoubt > 0 ? `${inDoubt} in doubt: we do not know whether the service recorded them.` : '',
  ].filter((part) => part !== '');
  const message = unsent === 1 ? 'One edit is kept here, not sent.' : `${unsent} edits are kept here, not sent.`;
  return { message, detail: `${parts.join('\n')}\n\nNothing is lost. They are here when you open Layover again.` };
}
