import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { countOf } from '#renderer/pages/record/kind-words.ts';
import type { ImportDone } from '#shared/contract/views/library-views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { t } from '#shared/messages/t.ts';

/** Says what an import brought, and offers to undo it until the user closes the notice. */
export function sayImported(app: AppState, notices: Notices, kind: RecordKind, { imported, kept, left, drafts, at }: ImportDone): void {
  const message = t('import.done', { what: countOf(kind, imported), kept, left, drafts: drafts.length });
  const action = { label: t('import.undo'), command: () => void undoImport(app, notices, at, drafts) };
  notices.say(message, { stays: true, action: imported > 0 ? action : null });
}

/** Undoes the import of that time, if it is the newest, and says what came of it. */
export async function undoImport(app: AppState, notices: Notices, at: number, drafts: string[] = []): Promise<void> {
  const answer = await safe(app.api.library.undoImport({ at, drafts }));
  if (!answer.isSuccess) return void notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  const { undone, stayed } = answer.data;
  notices.say(t('import.undone', { undone, stayed }));
}
