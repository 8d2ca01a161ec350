import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { baseMark } from '#shared/sheets/sheet-fields.ts';
import type { SheetComparison } from '#shared/sheets/sheet-comparison.ts';

/** Bytes among which the heading of a CSV to edit is looked for. */
const headBytes = 200_000;

/** The comparison of a workbook or CSV that a Layover exported to be edited; null for any other file. */
export async function compareEditSheet(app: AppState, file: Blob): Promise<SheetComparison | null> {
  const start = new TextDecoder('windows-1252').decode(await file.slice(0, headBytes).arrayBuffer());
  if (!start.startsWith('PK') && !start.replaceAll('\0', '').includes(baseMark)) return null;
  const { data } = await safe(app.api.library.compareSheet({ file, locale: app.locale, onlyMarked: true }));
  return data?.ok && data.marked ? data : null;
}
