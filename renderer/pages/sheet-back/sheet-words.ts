import { formatCount } from '#shared/values/language.ts';
import type { CellProblem, SheetChange, SheetComparison, SheetRefusal } from '#shared/sheets/sheet-comparison.ts';

/** The value that is drafted for a change: the sheet's, the one that was exported, or today's. */
export type Take = 'sheet' | 'exported' | 'today';

export const count = (number: number, one: string, many: string): string => `${formatCount(number)} ${number === 1 ? one : many}`;

/** "38 changes in 31 rows · 41 cells reformatted by the spreadsheet, ignored": the parts of the line that tells the result of a comparison, without conflicts. */
export function comparisonWords({ changes, reformatted, already }: SheetComparison): string[] {
  const rows = new Set(changes.map(({ id }) => id)).size;
  const found = changes.length === 0 ? 'No changes' : `${count(changes.length, 'change', 'changes')} in ${count(rows, 'row', 'rows')}`;
  return [
    found,
    ...(reformatted.count > 0 ? [`${count(reformatted.count, 'cell', 'cells')} reformatted by the spreadsheet, ignored`] : []),
    ...(already > 0 ? [`${count(already, 'cell says', 'cells say')} what is so already`] : []),
  ];
}

/** Reasons for which a whole workbook was not read, each with the next step. */
export const refusedWords: Record<SheetRefusal, string> = {
  notWorkbook: 'This is neither an Excel workbook (.xlsx) nor a CSV. Save it as one of them and choose it again.',
  notEditSheet: 'This file has no table that Layover exported to edit. Choose one, or import it as records.',
  macros: 'This workbook holds macros, so it is not read. Save it as .xlsx without macros and choose it again.',
  links: 'This workbook takes values from other files, so it is not read. Break the links in Excel, save it, and choose it again.',
  tooLarge: 'This workbook is too large to be read. Split it and choose the parts.',
};

/** Problems of one cell: the end of a sentence that begins with the cell. */
export const problemWords: Record<CellProblem, string> = {
  spoiled: 'is what a spreadsheet left of a value',
  shortened: 'is a number that a spreadsheet shortens: write it as text',
  notText: 'is a date or a truth value, not a text',
  notDate: 'is not a date',
  unclearDate: 'is a date that can be read in two ways: write it as 2026-03-12',
  notAmount: 'is not an amount in the record’s currency',
  unclearAmount: 'can be read as two amounts: write all of its decimals',
  lostLetters: 'has lost letters on its way: save the file as “CSV UTF-8”',
  unknownName: 'is no name on this laptop, or stands for several',
  invalid: 'does not fit this field',
  cannotBeEmpty: 'cannot be emptied',
  twoValues: 'has another value in a second row of this record',
  cut: 'stands for a longer text than a cell can hold: change it in Layover',
};

/** "Rows 12, 40 and 77"; of many rows the first. */
export function rowsWords(cells: readonly SheetChange[]): string {
  const lines = cells.map(({ line }) => String(line));
  if (lines.length === 1) return `Row ${lines[0]}`;
  if (lines.length > 6) return `Rows ${lines.slice(0, 5).join(', ')} and ${formatCount(lines.length - 5)} more`;
  return `Rows ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}

/** The state of a change at the end of its row: a question that is open, or the choice that answered it. */
export function changeWords({ state, fresh }: SheetChange, taken: Take | null): { label: string; severity?: 'needs' | 'unsure' } | null {
  if (state === 'emptied' && taken === null) return { label: 'asked', severity: 'unsure' };
  if (state !== 'conflict') return fresh ? { label: fresh.length === 1 ? 'new value' : 'new values', severity: 'unsure' } : null;
  if (taken === null) return { label: 'Choose', severity: 'needs' };
  return { label: { sheet: 'sheet taken', today: 'today kept', exported: 'put back' }[taken] };
}

interface Choosing {
  conflicts: readonly SheetChange[];
  emptied: ReadonlyMap<unknown, readonly SheetChange[]>;
  takeOf: (change: SheetChange) => Take | null;
}

/** "1 conflict and 3 emptied cells left": questions without an answer; '' for none. */
export function leftWords(sheet: Choosing): string {
  const open = (changes: readonly SheetChange[]) => changes.filter((change) => sheet.takeOf(change) === null).length;
  const [conflicts, emptied] = [open(sheet.conflicts), open([...sheet.emptied.values()].flat())];
  const parts = [
    ...(conflicts > 0 ? [count(conflicts, 'conflict', 'conflicts')] : []),
    ...(emptied > 0 ? [count(emptied, 'emptied cell', 'emptied cells')] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(' and ')} left`;
}
