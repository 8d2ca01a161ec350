import { t } from '#shared/messages/t.ts';
import { listOf, listWithAnd } from '#shared/values/language.ts';
import type { SheetChange, SheetComparison } from '#shared/sheets/sheet-comparison.ts';
import type { SheetBack, Take } from './sheet-back.svelte.ts';

/** "38 changes in 31 rows · 41 cells reformatted by the spreadsheet, ignored": the parts of the line that tells the result of a comparison, without conflicts. */
export function comparisonWords({ changes, reformatted, already }: SheetComparison): string[] {
  const rows = new Set(changes.map(({ id }) => id)).size;
  return [
    changes.length === 0 ? t('sheets.found.none') : t('sheets.found', { changes: changes.length, rows }),
    ...(reformatted.count > 0 ? [t('sheets.found.reformatted', { count: reformatted.count })] : []),
    ...(already > 0 ? [t('sheets.found.already', { count: already })] : []),
  ];
}

/** "Rows 12, 40 and 77"; of many rows the first. */
export function rowsWords(cells: readonly SheetChange[]): string {
  const lines = cells.map(({ line }) => String(line));
  if (lines.length > 6) return t('sheets.rows.more', { lines: listOf(lines.slice(0, 5)), count: lines.length - 5 });
  return t('sheets.rows', { count: lines.length, lines: listWithAnd(lines) });
}

/** The state of a change at the end of its row: a question that is open, or the choice that answered it. */
export function changeWords({ state, fresh }: SheetChange, taken: Take | null): { label: string; severity?: 'needs' | 'unsure' } | null {
  if (state === 'emptied' && taken === null) return { label: t('sheets.state.asked'), severity: 'unsure' };
  if (state !== 'conflict') return fresh ? { label: t('sheets.state.fresh', { count: fresh.length }), severity: 'unsure' } : null;
  if (taken === null) return { label: t('sheets.state.choose'), severity: 'needs' };
  return { label: t(`sheets.state.${taken}`) };
}

/** "1 conflict and 3 emptied cells left": questions without an answer; '' for none. */
export function leftWords(sheet: SheetBack): string {
  const open = (changes: readonly SheetChange[]) => changes.filter((change) => sheet.takeOf(change) === null).length;
  const [conflicts, emptied] = [open(sheet.conflicts), open([...sheet.emptied.values()].flat())];
  const parts = [
    ...(conflicts > 0 ? [t('sheets.found.conflicts', { count: conflicts })] : []),
    ...(emptied > 0 ? [t('sheets.left.emptied', { count: emptied })] : []),
  ];
  return parts.length === 0 ? '' : t('sheets.left', { list: listWithAnd(parts) });
}
