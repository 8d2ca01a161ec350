import { z } from '#shared/zod.ts';
import { amountUnits, dateOrders, importFormats, separators, textEncodings } from '#shared/files/file-format.ts';
import { fileProblem } from '#shared/messages/files/file-problem.ts';
import { recordKinds } from '#shared/records/record-kind.ts';

const short = z.string().max(400);
const row = z.int();

/** The user's word on how a file is read; absent where the file tells. */
export const importChoices = z.strictObject({
  encoding: z.enum(textEncodings).optional(),
  separator: z.enum(separators).optional(),
  sheet: z.int().min(0).max(1_000).optional(),
  /** Letters that were encoded twice are mended, or stay. */
  twice: z.enum(['mend', 'keep']).optional(),
  /** The row of the headings. */
  heading: row.optional(),
  decimal: z.enum(['.', ',']).optional(),
  dates: z.enum(dateOrders).optional(),
  unit: z.enum(amountUnits).optional(),
  /** Of amounts beside which no currency stands. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** Cells that the user mended, by reference: `C4`; an empty one is left out. */
  mended: z.record(z.string().max(20), short).optional(),
});
export type ImportChoices = z.infer<typeof importChoices>;

/** A whole amount and what it is in each unit: `minor` of cents, `major` of euros, both in minor units. */
const unitExample = z.strictObject({ row, cell: short, currency: short, minor: z.bigint(), major: z.bigint(), title: short });
const sums = z.array(z.strictObject({ currency: short, minor: z.bigint(), major: z.bigint() })).max(200);

/** A question that the file does not answer. It covers all its rows. */
const importQuestion = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('encoding'),
    choices: z.array(z.strictObject({ encoding: z.enum(textEncodings), sample: short })).max(10),
  }),
  z.strictObject({ what: z.literal('twice'), from: short, to: short }),
  z.strictObject({ what: z.literal('decimal'), cell: short, at: short }),
  z.strictObject({
    what: z.literal('dates'),
    cell: short,
    at: short,
    choices: z.array(z.strictObject({ order: z.enum(dateOrders), date: short })).max(6),
  }),
  z.strictObject({ what: z.literal('unit'), count: z.int(), examples: z.array(unitExample).max(3), sums }),
  z.strictObject({ what: z.literal('currency'), cell: short, at: short }),
]);
export type ImportQuestion = z.infer<typeof importQuestion>;

/** The reading of a file, as the sentence above the page says it. Null where the file has nothing of it. */
export const importReading = z.strictObject({
  encoding: z.enum(textEncodings).nullable(),
  separator: z.enum(separators).nullable(),
  sheets: z.array(z.strictObject({ name: short, hidden: z.boolean() })).max(1_000),
  sheet: z.int(),
  hiddenRows: z.int(),
  hiddenColumns: z.int(),
  heading: z.int(),
  decimal: z.enum(['.', ',']).nullable(),
  dates: z.enum(dateOrders).nullable(),
  unit: z.enum(amountUnits).nullable(),
  currency: z.string().max(10).nullable(),
  twice: z.enum(['mend', 'keep']).nullable(),
});
export type ImportReading = z.infer<typeof importReading>;

const importColumn = z.strictObject({
  name: z.string().max(1_000),
  letter: z.string().max(10),
  /** The first value in it, as the file has it. */
  example: short,
  /** Cells of it that cannot be used. */
  problems: z.int(),
  /** Another column has the same heading, so that none was chosen. */
  twin: z.boolean(),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** A row that is no record: a total, the headings again, a remark below the table. */
const leftOutRow = z.strictObject({ row, why: z.enum(['total', 'heading', 'note']), text: short });
export type LeftOutRow = z.infer<typeof leftOutRow>;

/** The problems of a file that are listed. */
export const listedProblems = z.array(fileProblem).max(200);

/** A file of records as its reader describes it. */
export const fileSummary = z.strictObject({
  part: z.literal('summary'),
  format: z.enum(importFormats),
  reading: importReading,
  /** Open questions of the file. Nothing is imported until they are answered. */
  questions: z.array(importQuestion).max(10),
  columns: z.array(importColumn).max(1_000),
  /** Column → field path. */
  mapping: z.record(z.string(), z.string()),
  /** Headings that each kind of record has a field for. */
  known: z.record(z.enum(recordKinds), z.int()),
  /** Records in the file, and those of them that can be imported as they are. */
  rows: z.int(),
  good: z.int(),
  problems: listedProblems,
  /** The number of all problems; the first ones are listed. */
  total: z.int(),
  leftOut: z.array(leftOutRow).max(100),
  /** The file's own total is the sum of its rows; null where it has none. */
  totalFits: z.boolean().nullable(),
  /** The first rows as they stand in the file. */
  raw: z.array(z.strictObject({ row, cells: z.array(short).max(50) })).max(20),
  /** The first records as JSON. */
  preview: z.array(z.strictObject({ row, text: z.string().max(1_000_000) })).max(50),
  /** Sums of the file's main amounts. */
  sums: z.array(z.strictObject({ currency: short, minor: z.bigint(), count: z.int() })).max(100),
});
export type FileSummary = z.infer<typeof fileSummary>;

/** The reading of a names file. */
export const nameReading = importReading
  .pick({ encoding: true, separator: true, sheet: true, heading: true })
  .extend({ sheets: z.array(short).max(1_000) });
export type NameReading = z.infer<typeof nameReading>;

/** The user's word on how a names file is read. */
export const nameChoices = importChoices.pick({ encoding: true, separator: true, sheet: true, twice: true });
export type NameChoices = z.infer<typeof nameChoices>;
