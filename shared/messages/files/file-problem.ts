import { z } from '#shared/zod.ts';
import { foreignForms } from '#shared/values/encoding.ts';

/** Problems of a line that need no detail. */
export const plainProblems = [
  'noRecords',
  'noNames',
  'noId',
  'partialId',
  'hiddenZero',
  'twiceEncoded',
  'lostLetters',
  'otherCompany',
  'notJson',
  'fieldTwice',
  'tooDeep',
  'tooLong',
  'notRecord',
  'cutOff',
  'openQuote',
  'noKind',
  'noName',
  'nameIsId',
  'noIdColumn',
  'noNameColumn',
  'onlyId',
  'noMatchColumn',
  'notHere',
  'severalHere',
  'workbookTooLarge',
  'workbookDamaged',
  'openQuestion',
] as const;

/** Problems of a cell, by the type of its column. */
export const cellProblems = [
  'integer',
  'tooLarge',
  'decimal',
  'id',
  'date',
  'instant',
  'boolean',
  'json',
  'currency',
  'enumWord',
  'year',
  'noFigure',
  'shortened',
  'hashes',
  'formula',
  'noResult',
  'noValue',
  'becameDate',
  'zeroLost',
  'twoReadings',
  'decimals',
  'noAmount',
  'noCurrency',
  'otherCurrency',
  'swappedDate',
] as const;

export type PlainProblem = (typeof plainProblems)[number];

export type CellProblem = (typeof cellProblems)[number];

const line = z.int();
/** Something that is in the file, cut short: a stranger wrote it. */
const quoted = z.string().max(400);

/** The problem of one line (from 1) of a file or a pasted text. Data only: the window has the texts. */
export const fileProblem = z.discriminatedUnion('what', [
  z.strictObject({ line, what: z.enum(plainProblems) }),
  z.strictObject({ line, what: z.enum(['sameRecord', 'sameId']), other: line }),
  z.strictObject({ line, what: z.enum(['tooManyValues', 'longColumn', 'longText']), most: z.int() }),
  z.strictObject({ line, what: z.literal('tooManyColumns'), count: z.int(), most: z.int() }),
  z.strictObject({ line, what: z.literal('foreign'), form: z.enum([...foreignForms, 'editList']) }),
  z.strictObject({ line, what: z.literal('otherWidth'), count: z.int(), expected: z.int() }),
  z.strictObject({
    line,
    what: z.enum(['columnTwice', 'notId', 'notCurrency', 'unknownKind', 'unknownInUse', 'missingColumns', 'viewOfNoList']),
    quoted,
  }),
  /** `at`: the cell's reference, such as C4. */
  z.strictObject({
    line,
    what: z.literal('cell'),
    quoted,
    text: quoted,
    cell: z.enum(cellProblems),
    at: z.string().max(20).optional(),
  }),
  z.strictObject({ line, what: z.literal('bankNumber'), quoted, text: quoted, at: z.string().max(20).optional() }),
  z.strictObject({ line, what: z.enum(['fieldType', 'viewField']), quoted, expected: quoted }),
]);
export type FileProblem = z.infer<typeof fileProblem>;

/** The quoted content of a file, as much as a problem shows. */
export const quote = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
