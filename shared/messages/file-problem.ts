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
  onlyId: 'This row has an id and nothing to import. Map more columns, or add the ids to a trip pack.',
  noMatchColumn: 'Choose the column that holds the id or the number by which records are matched.',
  notHere: 'No record on this laptop has this number, and the row has no id. Take the record along by its id first.',
  severalHere: 'Several records on this laptop have this number. Choose which one is meant.',
  workbookTooLarge: 'This workbook unfolds to more than can be read. Save the sheet alone, or split it.',
  workbookDamaged: 'This workbook is damaged. Open it in the spreadsheet, save it again, and choose that file.',
  openQuestion: 'The file can be read in two ways. Answer the question above first.',
};

/** Problems of a cell, by the type of its column. */
export const cellProblems = {
  integer: 'This is not a whole number. Amounts in the smallest unit have no decimals (1250 for 12.50).',
  tooLarge: 'This number is too large.',
  decimal: 'This is not a number.',
  id: 'This is not an id.',
  date: 'This is not a date, or not in the order of the others.',
  instant: 'This is not a date or time, or not in the order of the others.',
  boolean: 'This is neither yes nor no.',
  json: 'This is not JSON of the field’s form.',
  currency: 'This is not a currency code such as EUR. Write its three letters.',
  enumWord: 'This is a word for people. The service writes a name in capitals, such as PAID; write that, or leave the column out.',
  year: 'This year is before 1990 or after 2100. Correct the date in the file.',
  noFigure: 'An account number has figures; the cells of this row may have moved. Correct the row in the file.',
  shortened: 'A spreadsheet shortened this number, so its figures are lost. Export the file again and do not save it in the spreadsheet.',
  hashes: 'A spreadsheet wrote these signs because its column was too narrow. Make the column wider and save the file again.',
  formula: 'This is a formula, not its value. Save the values in the spreadsheet and choose the file again.',
  noValue: 'A spreadsheet or database wrote this in place of a value. Write the value, or empty the cell.',
  becameDate: 'A spreadsheet made a date of this code. Write the code, and format its column as text before you type it.',
  zeroLost: 'A spreadsheet took a zero away in front: this country’s numbers have one figure more. Write it whole.',
  twoReadings: 'This amount is not written as the others are: check its decimal sign and its thousands.',
  decimals: 'This amount has more decimals than its currency. Correct it in the file.',
  noAmount: 'This is not an amount. Write figures, with no letters but a currency.',
  noCurrency: 'No currency is known for this amount. Fill in the currency column, or choose one for the file.',
  otherCurrency: 'Another currency stands beside this amount than in its row. Correct one of them.',
  swappedDate: 'The spreadsheet read some dates of this column with day and month swapped. Export the file again as text.',
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
    what: z.enum(['foreign', 'columnTwice', 'notId', 'notCurrency', 'unknownKind', 'unknownInUse', 'missingColumns', 'viewOfNoList']),
    quoted,
  }),
  /** `at`: the cell's reference, such as C4. */
  z.strictObject({
    line,
    what: z.literal('cell'),
    quoted,
    text: quoted,
    cell: z.enum(keysOf(cellProblems)),
    at: z.string().max(20).optional(),
  }),
  z.strictObject({ line, what: z.literal('bankNumber'), quoted, text: quoted, at: z.string().max(20).optional() }),
  z.strictObject({ line, what: z.enum(['fieldType', 'viewField']), quoted, expected: quoted }),
]);
export type FileProblem = z.infer<typeof fileProblem>;

/** The quoted content of a file, as much as a problem shows. */
export const quote = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
