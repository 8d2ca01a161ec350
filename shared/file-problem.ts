import { z } from '#shared/zod.ts';

/** What a line may have wrong with it that needs no more said. */
const plainProblems = [
  'noRecords',
  'noNames',
  'noId',
  'partialId',
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
] as const;
export type PlainProblem = (typeof plainProblems)[number];

/** What a cell may have wrong with it, by what its column is read as. */
const cellProblems = ['integer', 'tooLarge', 'decimal', 'id', 'date', 'instant', 'boolean', 'json'] as const;
export type CellProblem = (typeof cellProblems)[number];

const line = z.int();
/** Something that stands in the file, cut short: a stranger wrote it. */
const quoted = z.string().max(400);

/** What is wrong with one line, from 1, of a file or a pasted text. Values only: the window has the words. */
export const fileProblem = z.discriminatedUnion('what', [
  z.strictObject({ line, what: z.enum(plainProblems) }),
  z.strictObject({ line, what: z.enum(['sameRecord', 'sameId']), other: line }),
  z.strictObject({ line, what: z.enum(['tooManyValues', 'longColumn', 'longText']), most: z.int() }),
  z.strictObject({ line, what: z.literal('tooManyColumns'), count: z.int(), most: z.int() }),
  z.strictObject({ line, what: z.literal('otherWidth'), count: z.int(), expected: z.int() }),
  z.strictObject({ line, what: z.enum(['columnTwice', 'notId', 'notCurrency', 'unknownKind', 'missingColumns', 'viewOfNoList']), quoted }),
  z.strictObject({ line, what: z.literal('cell'), quoted, cell: z.enum(cellProblems) }),
  z.strictObject({ line, what: z.enum(['fieldType', 'viewField']), quoted, expected: quoted }),
]);
export type FileProblem = z.infer<typeof fileProblem>;

/** What stands in a file, as much of it as a problem says. */
export const quote = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
