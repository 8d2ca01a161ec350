import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { editStates, stateGroups, type EditState } from '#shared/edit.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import type { Router } from '#renderer/state/navigation/router.svelte.ts';
import { forgetSent } from './reviewing.svelte.ts';
import { asksForALook, headlineOfVerdicts } from './verdict-words.ts';

/** Edits approved together, with alike edits grouped. */
export async function readBatch(app: AppState, batchId: string): Promise<EditRow[]> {
  return (await app.api.edits.list({ batchId, states: [...editStates], gathered: true, limit: 500 })).rows;
}

const moving: readonly EditState[] = stateGroups.moving;

/** Follows what was approved until all of it has a verdict. A person who left the page meanwhile gets one notice with the counts; what
 * should be looked at is told wherever they are, and stays until they answer. */
export function followBatch(app: AppState, notices: Notices, router: Router, batchId: string): void {
  const stop = app.onChange((change) => {
    if (change.kind === 'edits') void look();
  });
  const look = async () => {
    const read = await safe(readBatch(app, batchId));
    if (!read.isSuccess || read.data.some(({ state }) => moving.includes(state))) return;
    stop();
    forgetSent(app, batchId);
    const look = read.data.find(asksForALook);
    if (router.place.page === 'outbox' && !look) return;
    notices.say(t('review.verdicts.notice', { list: headlineOfVerdicts(read.data, true) }), {
      ...(look
        ? { stays: true, action: { label: t('review.verdicts.look'), command: () => router.go('outbox', look.id, { tab: 'done' }) } }
        : { action: { label: t('review.verdicts.report'), command: () => router.go('history') } }),
    });
  };
}
