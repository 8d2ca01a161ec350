import type { RecordKind } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/** Reasons why a file is no sheet that came back. */
export const sheetRefusals = ['notWorkbook', 'notEditSheet', 'macros', 'links', 'tooLarge'] as const;
export type SheetRefusal = (typeof sheetRefusals)[number];

/** Reasons why a cell is not taken: it is named, and nothing of it is drafted. */
export type CellProblem =
  | 'spoiled'
  | 'noResult'
  | 'shortened'
  | 'notText'
  | 'notDate'
  | 'unclearDate'
  | 'notAmount'
  | 'unclearAmount'
  | 'lostLetters'
  | 'unknownName'
  | 'invalid'
  | 'cannotBeEmpty'
  | 'twoValues'
  | 'cut'
  | 'forReading';

/**
 * One cell that is not as it left. `changed`: only the sheet changed it. `conflict`: the record moved too. `emptied`: a value was taken out.
 * `different`: the sheet has no base, so nobody knows who changed it. `added`: a payment or a comment.
 */
export interface SheetChange {
  at: number;
  state: 'changed' | 'conflict' | 'emptied' | 'different' | 'added';
  /** The row in the sheet. */
  line: number;
  id: string;
  title: string;
  field: string;
  /** Text when it left; null without a base. */
  base: string | null;
  sheet: string;
  today: string;
  /** The value that left can be set again. */
  restorable: boolean;
  /** Values of a custom property that are not known here. */
  fresh?: string[];
}

/** One cell that is shown and not drafted. */
export interface LeftCell {
  line: number;
  title: string;
  field: string;
  sheet: string;
  /** The value that it stands for, or null. */
  value: string | null;
}

/** The comparison of a sheet with what left and with today. */
export interface SheetComparison {
  /** Names the plan that a draft carries out. */
  plan: string;
  kind: RecordKind;
  /** When it left from here; null for a sheet that did not, or whose base was touched. */
  exportedAt: EpochMs | null;
  /** It holds the hidden sheet of an edit sheet, whoever made it. */
  marked: boolean;
  changes: SheetChange[];
  /** Cells that the spreadsheet changed by itself; the first of them. */
  reformatted: { count: number; cells: LeftCell[] };
  problems: (LeftCell & { why: CellProblem })[];
  /** Rows without a change, rows whose record is not here, and cells that say what is so already. */
  unchangedRows: number;
  unknownRows: number;
  /** The first of them: the row, and what it says. */
  unknown: Pick<LeftCell, 'line' | 'title'>[];
  already: number;
  /** White headings that the sheet lacks. */
  unknownHeads: string[];
}
export type SheetAnswer = ({ ok: true } & SheetComparison) | { ok: false; why: SheetRefusal };
