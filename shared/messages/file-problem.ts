import { keysOf } from './refusal-words.ts';
import { z } from '#shared/zod.ts';

/** Problems of a line that need no detail. */
export const plainProblems = {
  noRecords: 'There is no record in this file.',
  noNames: 'There is no name in this file.',
  noId: 'There is no id here.',
  partialId: 'This looks like an id but is not complete.',
  hiddenZero: 'A text holds a character that is no letter (U+0000). Export the file again, or delete that character.',
  twiceEncoded: 'Letters such as “Ã¼” show that this text was encoded twice. Export it again as UTF-8 and choose that file.',
  lostLetters: 'Some letters could not be read. Save the file as UTF-8 and choose it again.',
  otherCompany: 'This record belongs to another company.',
  notJson: 'This is not valid JSON.',
  fieldTwice: 'A field stands twice in this record.',
  tooDeep: 'This record is nested too deeply.',
  tooLong: 'This record is longer than 1 MB.',
  notRecord: 'This is not a record.',
  cutOff: 'The file ends in the middle: its last bracket is missing.',
  openQuote: 'A quotation mark is not closed.',
  noKind: 'This line does not say what kind it names: choose one for the whole file.',
  noName: 'This line has no name.',
  nameIsId: 'The name on this line is an id: leave the line out, or write a name.',
  noIdColumn: 'Choose the column that holds the ids.',
  noNameColumn: 'Choose the column that holds the names.',
};

/** Problems of a cell, by the type of its column. */
export const cellProblems = {
  integer: 'Amounts are whole numbers of the smallest unit (1250 for 12.50).',
  tooLarge: 'This number is too large.',
  decimal: 'This is not a number with a decimal point.',
  id: 'This is not an id.',
  date: 'This is not a date of the form 2026-03-12.',
  instant: 'This is not a time of the form 2026-03-12T10:00:00Z.',
  boolean: 'This is neither true nor false.',
  json: 'This is not JSON of the field’s form.',
  currency: 'This is not a currency code such as EUR. Write its three letters.',
  year: 'This year is before 1990 or after 2100. Correct the date in the file.',
  noFigure: 'An account number has figures; the cells of this row may have moved. Correct the row in the file.',
  shortened: 'A spreadsheet shortened this number, so its figures are lost. Export the file again and do not save it in the spreadsheet.',
  hashes: 'A spreadsheet wrote these signs because its column was too narrow. Make the column wider and save the file again.',
  formula: 'This is a formula, not its value. Save the values in the spreadsheet and choose the file again.',
  noValue: 'A spreadsheet or database wrote this in place of a value. Write the value, or empty the cell.',
};

export type PlainProblem = keyof typeof plainProblems;

export type CellProblem = keyof typeof cellProblems;

const line = z.int();
/** Something that is in the file, cut short: a stranger wrote it. */
const quoted = z.string().max(400);

/** The problem of one line (from 1) of a file or a pasted text. Data only: the window has the texts. */
export const fileProblem = z.discriminatedUnion('what', [
  z.strictObject({ line, what: z.enum(keysOf(plainProblems)) }),
  z.strictObject({ line, what: z.enum(['sameRecord', 'sameId']), other: line }),
  z.strictObject({ line, what: z.enum(['tooManyValues', 'longColumn', 'longText']), most: z.int() }),
  z.strictObject({ line, what: z.literal('tooManyColumns'), count: z.int(), most: z.int() }),
  z.strictObject({ line, what: z.literal('otherWidth'), count: z.int(), expected: z.int() }),
  z.strictObject({
    line,
    what: z.enum(['columnTwice', 'notId', 'notCurrency', 'unknownKind', 'unknownInUse', 'missingColumns', 'viewOfNoList']),
    quoted,
  }),
  z.strictObject({ line, what: z.literal('cell'), quoted, text: quoted, cell: z.enum(keysOf(cellProblems)) }),
  z.strictObject({ line, what: z.literal('bankNumber'), quoted, text: quoted }),
  z.strictObject({ line, what: z.enum(['fieldType', 'viewField']), quoted, expected: quoted }),
]);
export type FileProblem = z.infer<typeof fileProblem>;

/** The quoted content of a file, as much as a problem shows. */
export const quote = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
