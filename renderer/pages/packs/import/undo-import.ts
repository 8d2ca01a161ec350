import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import { countOf } from '#renderer/pages/record/kind-words.ts';
import type { ImportDone } from '#shared/contract/views/library-views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { formatCount } from '#shared/values/language.ts';

/** Says what an import brought, and offers to undo it until the user closes the notice. */
export function sayImported(app: AppState, notices: Notices, kind: RecordKind, { imported, kept, left, drafts, at }: ImportDone): void {
  const message = [
    `${countOf(kind, imported)} imported`,
    ...(kept > 0 ? [`${formatCount(kept)} newer here and kept`] : []),
    ...(left > 0 ? [`${formatCount(left)} left out and saved as a file to mend`] : []),
    ...(drafts.length > 0 ? [`${formatCount(drafts.length)} with other bank details wait for your review`] : []),
  ];
  const action = { label: 'Undo', command: () => void undoImport(app, notices, at, drafts) };
  notices.say(`${message.join(', ')}.`, { stays: true, action: imported > 0 ? action : null });
}

/** Undoes the import of that time, if it is the newest, and says what came of it. */
export async function undoImport(app: AppState, notices: Notices, at: number, drafts: string[] = []): Promise<void> {
  const answer = await safe(app.api.library.undoImport({ at, drafts }));
  if (!answer.isSuccess) return void notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  const { undone, stayed } = answer.data;
  const records = undone === 1 ? '1 record is' : `${formatCount(undone)} records are`;
  const rest = stayed === 0 ? '' : ` ${formatCount(stayed)} stay: they have an edit, or changed since.`;
  notices.say(`Import undone: ${records} as before.${rest}`);
}
