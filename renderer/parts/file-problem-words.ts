import type { CellProblem, FileProblem, PlainProblem } from '#shared/file-problem.ts';
import { referenceWords } from '#shared/references/reference-words.ts';

const cellWords: Record<CellProblem, string> = {
  integer: 'Amounts are whole numbers of the smallest unit (1250 for 12.50).',
  tooLarge: 'This number is too large.',
  decimal: 'This is not a number with a decimal point.',
  id: 'This is not an id.',
  date: 'This is not a date of the form 2026-03-12.',
  instant: 'This is not a time of the form 2026-03-12T10:00:00Z.',
  boolean: 'This is neither true nor false.',
  json: 'This is not JSON of the field’s form.',
};

/** What needs no more said. */
const plainWords: Record<PlainProblem, string> = {
  noRecords: 'There is no record in this file.',
  noNames: 'There is no name in this file.',
  noId: 'There is no id here.',
  partialId: 'This looks like an id but is not complete.',
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

const viewCalled = (name: string): string => (name === '' ? 'This view' : `The view “${name}”`);

/** What is wrong with a line of a person's file, and what to do where that is not plain. */
export function wordsOfFileProblem(problem: FileProblem): string {
  switch (problem.what) {
    case 'sameRecord':
      return `The same record is on line ${problem.other}.`;
    case 'sameId':
      return `The same id is on line ${problem.other}.`;
    case 'tooManyValues':
      return `This record holds more than ${problem.most} fields and values.`;
    case 'longColumn':
      return `The first line names a column with more than ${problem.most} characters. Its first line must be the headings.`;
    case 'longText':
      return `A text of this line is longer than ${problem.most} characters.`;
    case 'tooManyColumns':
      return `The first line names ${problem.count} columns; ${problem.most} can be read.`;
    case 'otherWidth':
      return `This line has ${problem.count} cells, the first one has ${problem.expected}.`;
    case 'columnTwice':
      return `The column ${problem.quoted} stands twice: rename or remove one.`;
    case 'notId':
      return `“${problem.quoted}” is not an id.`;
    case 'notCurrency':
      return `“${problem.quoted}” is not a currency of three letters, such as EUR.`;
    case 'unknownKind':
      return `“${problem.quoted}” is no kind of name. Kinds are, for instance, ${referenceWords.bankAccount.one}, ${referenceWords.product.one}.`;
    case 'missingColumns':
      return `Complete records need columns for: ${problem.quoted}.`;
    case 'viewOfNoList':
      return `${viewCalled(problem.quoted)} does not say of which list it is.`;
    case 'viewField':
      return `${viewCalled(problem.quoted)} cannot be used: its ${problem.expected} is not what a view has there.`;
    case 'cell':
      return `${problem.quoted}: ${cellWords[problem.cell]}`;
    case 'fieldType':
      return `${problem.quoted}: this is not of the type ${problem.expected}.`;
    default:
      return plainWords[problem.what];
  }
}
