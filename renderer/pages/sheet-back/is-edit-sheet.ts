import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';

/** True for a workbook that a Layover exported to be edited. */
export async function isEditSheet(app: AppState, file: File): Promise<boolean> {
  if (!/\.xlsx$/i.test(file.name)) return false;
  const answer = await safe(app.api.library.lookAtSheet({ file, locale: app.locale }));
  return answer.isSuccess && answer.data.ok && answer.data.marked;
}
