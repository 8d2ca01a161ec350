import { inSentence } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { wordsOfState } from '#shared/messages/words.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import { hrefOf } from '#renderer/state/navigation/router.svelte.ts';

interface Leaving {
  notice: number;
  /** The edits of one command; the first represents all of them. */
  ids: string[];
  reverse: (ids: string[]) => void;
}

/** Keeps a notice true while it is shown: "Undo" goes when there is nothing left to undo, and what came of the edit takes its place. */
export function followLeaving(app: AppState, notices: Notices, { notice, ids, reverse }: Leaving): void {
  const [first] = ids;
  if (first === undefined) return;
  const stop = app.onChange((change) => {
    if (!notices.isShown(notice)) stop();
    else if (change.kind === 'edits') void look();
  });
  const look = async () => {
    const answer = await safe(app.api.edits.get({ id: first }));
    if (!answer.isSuccess || answer.data.state === 'waiting' || answer.data.state === 'draft') return;
    const edit = answer.data;
    if (edit.state === 'sending' || edit.state === 'checking') {
      notices.change(notice, t('notices.sending'));
      return;
    }
    stop();
    if (edit.state === 'discarded' || edit.state === 'superseded') return;
    const refused = edit.state === 'rejected' && ids.length === 1;
    const look = refused || (edit.state === 'applied' && wordsOfState(edit.state, edit.reason).severity !== 'confirmed');
    const action = refused
      ? { label: t('notices.openIt'), command: () => (location.hash = hrefOf('outbox', first)) }
      : edit.reversible
        ? sendReverse
        : null;
    notices.change(notice, sentWords(edit, ids.length), action, look);
  };
  const sendReverse = { label: t('notices.changeBack'), command: () => reverse(ids) };
}

/** The verdict of the first; the others may still be open. A loss, a problem or a second payment is never shown as a plain confirmation. */
export function sentWords(edit: Pick<EditRow, 'state' | 'reason' | 'description'>, count: number): string {
  const label = wordsOfState(edit.state, edit.reason).label;
  const confirmed = label === wordsOfState('applied').label;
  if (count > 1) return confirmed ? t('notices.firstConfirmed', { count }) : t('notices.firstSent', { count, state: inSentence(label) });
  if (confirmed) return t('notices.sentConfirmed');
  const came = t('notices.cameBack', { title: edit.description.title, state: inSentence(label) });
  return edit.state === 'rejected' && edit.reason ? `${came} ${sentenceOfReason(edit.reason)}` : came;
}
