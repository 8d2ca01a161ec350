import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { SheetLook } from '#shared/sheets/sheet-look.ts';

/** The comparison of a workbook that a Layover exported to be edited; null for any other file. */
export async function lookAtEditSheet(app: AppState, file: File): Promise<SheetLook | null> {
  if (!/\.xlsx$/i.test(file.name)) return null;
  const { data } = await safe(app.api.library.lookAtSheet({ file, locale: app.locale }));
  return data?.ok && data.marked ? data : null;
}
