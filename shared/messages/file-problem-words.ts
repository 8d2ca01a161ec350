import { readBankNumber } from '#shared/bank-number.ts';
import { cellProblems, plainProblems, type FileProblem, type PlainProblem } from './file-problem.ts';
import { referenceWords } from '#shared/references/reference-words.ts';

const viewCalled = (name: string): string => (name === '' ? 'This view' : `The view “${name}”`);

type Sentences = { [P in FileProblem as Exclude<P['what'], PlainProblem>]: (problem: P) => string };

const sentences: Sentences = {
  sameRecord: ({ other }) => `The same record is on line ${other}.`,
  sameId: ({ other }) => `The same id is on line ${other}.`,
  tooManyValues: ({ most }) => `This record holds more than ${most} fields and values.`,
  longColumn: ({ most }) => `The first line names a column with more than ${most} characters. Its first line must be the headings.`,
  longText: ({ most }) => `A text of this line is longer than ${most} characters.`,
  tooManyColumns: ({ count, most }) => `The first line names ${count} columns; ${most} can be read.`,
  otherWidth: ({ count, expected }) => `This line has ${count} cells, the first one has ${expected}.`,
  foreign: ({ quoted }) => `This file ${quoted}.`,
  columnTwice: ({ quoted }) => `The column ${quoted} stands twice: choose below which one is meant.`,
  notId: ({ quoted }) => `“${quoted}” is not an id.`,
  notCurrency: ({ quoted }) => `“${quoted}” is not a currency of three letters, such as EUR.`,
  unknownKind: ({ quoted }) =>
    `“${quoted}” is no kind of name. Kinds are, for instance, ${referenceWords.bankAccount.one}, ${referenceWords.product.one}.`,
  unknownInUse: ({ quoted }) => `“${quoted}” says neither that this name is in use nor that it is not. Write yes or no.`,
  missingColumns: ({ quoted }) => `Complete records need columns for: ${quoted}.`,
  viewOfNoList: ({ quoted }) => `${viewCalled(quoted)} does not say of which list it is.`,
  viewField: ({ quoted, expected }) => `${viewCalled(quoted)} cannot be used: its ${expected} is not what a view has there.`,
  cell: ({ quoted, text, cell, at }) => `${at === undefined ? quoted : at} “${text}”: ${cellProblems[cell]}`,
  bankNumber: ({ quoted, text }) => {
    const read = readBankNumber([quoted], text);
    return `${quoted}: ${read.ok ? 'this is no bank number.' : read.why}`;
  },
  fieldType: ({ quoted, expected }) => `${quoted}: this is not of the type ${expected}.`,
};

/** The problem of a line of the user's file, and the next step when it is not obvious. */
export function wordsOfFileProblem(problem: FileProblem): string {
  if (problem.what in plainProblems) return plainProblems[problem.what as PlainProblem];
  const sentence = sentences[problem.what as keyof Sentences] as (of: FileProblem) => string;
  return sentence(problem);
}
