import type { RepeatClass } from '#shared/edit.ts';

/** The known facts of an edit in doubt. */
export const unknownWords =
  'Sent, and no clear answer came. We do not know whether it is recorded. Layover never sends it again unless you decide so.';

/** The risk of a second request, shown before the decision: a creating edit may double, other values overwrite. */
export function secondWords(repeat: RepeatClass): string {
  const risk =
    repeat === 'creates'
      ? 'If the first one was recorded after all, the service will have it twice.'
      : 'If the first one was recorded after all, the same values go over whatever was changed since.';
  return `${risk} Send again only if you looked and it is not there.`;
}

/** The consequence of the user's statement that it is there: it cannot be undone. */
export const thereWords = 'It’s marked as recorded, and Layover never sends it again. Mark it only if you looked and it is there.';

/** The consequence of leaving what is not there. */
export const leaveWords = 'It’s closed, and Layover never sends it again. Leave it only if you looked and it is not there.';

/** The answers to "What did you find?", and what follows from each. `lockedFor` is the countdown while a late request can still arrive. */
export function answerWords(lockedFor: string | null): { there: string; notThere: string; leave: string; later: string } {
  const locked = lockedFor === null ? null : `available in ${lockedFor}, in case the first one still gets through`;
  return {
    there: 'Marked as recorded (your confirmation)',
    notThere: locked ?? 'You are asked once more before it is sent',
    leave: locked ?? 'Closed as not recorded (your confirmation)',
    later: 'It stays here; the rest goes on',
  };
}

/** The text after the user's answer. */
export const answered = {
  there: 'Marked as recorded (your confirmation).',
  again: 'It will be sent again, as a new attempt.',
  left: 'Closed as not recorded (your confirmation).',
};
