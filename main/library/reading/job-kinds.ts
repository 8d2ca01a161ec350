import { z } from '#shared/zod.ts';
import {
  fileSummary,
  listedProblems as problems,
  nameReading,
  type ImportChoices,
  type NameChoices,
} from '#shared/files/import-summary.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';
import type { FileContent } from '#main/library/tables/read-source.ts';
import { viewInput } from '#shared/contract/list-inputs.ts';
import { documentProblems, documentRemarks } from '#shared/messages/files/document-problem.ts';
import { importFormats } from '#shared/files/file-format.ts';
import { nameFields, type NameField } from '#shared/contract/views/names-views.ts';
import { matchReasons, mostAsked, type ToMatch } from '#shared/statements/match-types.ts';
import { sheetTag } from '#shared/sheets/sheet-fields.ts';
import { sheetRefusals } from '#shared/sheets/sheet-comparison.ts';
import { statementFormats, statementRefusals } from '#shared/statements/statement.ts';
import { referenceKinds, type ReferenceKind } from '#shared/references/reference-kind.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The limits of one job; its process ends beyond them. */
export interface JobLimits {
  /** Milliseconds from the job's beginning to its last portion. */
  ms: number;
  /** Megabytes of the reader's heap. */
  memoryMb: number;
  /** Bytes, or characters of a text; a larger file is refused before it is read. */
  most: number;
  /** The reader needs SQLite, which is no JavaScript. */
  native?: true;
}

/**
 * One kind of file and what reading it gives, in portions that are small enough to be taken in between two other things. Messages from the
 * reader that are no such portion end it.
 */
const kind = <Portion>(limits: JobLimits, portion: z.ZodType<Portion>) => ({ limits, portion });

const refused = z.strictObject({ part: z.literal('refused'), problems, total: z.int() });
const nameMapping = z.record(z.string(), z.enum(nameFields));
const text = z.string().max(300);
/** Excel's limit of one cell. */
const cellText = z.string().max(40_000);
const sheetCell = z.union([z.null(), cellText, z.boolean(), z.strictObject({ number: text }), z.strictObject({ day: text })]);
const name = z.strictObject({
  kind: z.enum(referenceKinds),
  id: z.guid(),
  name: text,
  code: text,
  note: text,
  currency: z.string().max(10),
  inUse: z.boolean(),
});

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length <= 2_000_000);
const day = z.string().regex(/^(?:\d{4}-\d{2}-\d{2})?$/);
const minorUnits = z.bigint();
const statementLine = z.strictObject({
  ...{ bookedOn: day, valueOn: day, minor: minorUnits, currency: z.string().max(10), announced: z.boolean(), reversal: z.boolean() },
  ...{ payer: text, payerAccount: text, endToEnd: text, reference: text, text: z.string().max(2_000), bankReference: text },
});
const candidate = z.strictObject({
  uses: z.array(z.strictObject({ invoiceId: z.string().max(100), minor: minorUnits })).max(100),
  why: z.enum(matchReasons),
});
/** One row of a database by the schema's names; what its form does not have is undefined. */
const databaseRow = z.record(z.string(), z.union([z.string().max(2_000_000), z.number(), z.null(), z.undefined(), bytes]));

/** Records in one portion, and characters of their texts, the first record's own aside. */
export const portionLimits = {
  records: 200,
  columns: 1_000,
  characters: 250_000,
  ids: 10_000,
  names: 500,
  views: 100,
  documentCharacters: 100_000,
};

/** Every kind of job that the file reader does. */
export const jobKinds = {
  ids: kind(
    { ms: 20_000, memoryMb: 512, most: 20_000_000 },
    z.strictObject({ ids: z.array(z.guid()).max(portionLimits.ids), duplicates: z.int(), problems }),
  ),
  importFile: kind(
    { ms: 120_000, memoryMb: 2_048, most: mostBytes.imported },
    z.discriminatedUnion('part', [
      refused,
      fileSummary,
      z.strictObject({ part: z.literal('mapping'), mapping: fileSummary.shape.mapping.nullable(), bad: z.int(), good: z.int() }),
      z.strictObject({ part: z.literal('rest'), format: z.enum(['csv', 'json']), text: z.string().max(2_000_000) }),
      z.strictObject({
        part: z.literal('records'),
        records: z
          .array(z.strictObject({ line: z.int(), id: z.union([z.guid(), z.literal('')]), text: z.string().max(1_000_000) }))
          .max(portionLimits.records),
      }),
    ]),
  ),
  names: kind(
    { ms: 60_000, memoryMb: 1_024, most: 20_000_000 },
    z.discriminatedUnion('part', [
      refused,
      z.strictObject({
        part: z.literal('table'),
        format: z.enum(importFormats),
        reading: nameReading,
        columns: z.array(z.string().max(1_000)).max(1_000),
        mapping: nameMapping,
        kind: z.enum(referenceKinds).nullable(),
        kindsInside: z.boolean(),
        rows: z.int(),
        views: z.int(),
        problems,
        total: z.int(),
      }),
      z.strictObject({ part: z.literal('names'), names: z.array(name).max(portionLimits.names) }),
      z.strictObject({ part: z.literal('views'), views: z.array(viewInput).max(portionLimits.views) }),
    ]),
  ),
  backupEdits: kind(
    { ms: 60_000, memoryMb: 1_024, most: 0, native: true },
    z.discriminatedUnion('part', [
      z.strictObject({ part: z.literal('refused') }),
      z.strictObject({ part: z.enum(['edits', 'attempts']), rows: z.array(databaseRow).max(portionLimits.records) }),
      z.strictObject({
        part: z.literal('rest'),
        attemptsKnown: z.boolean(),
        doubted: z.array(z.string()).nullable(),
        creatingIntents: z.int(),
        unreadable: z.int().nullable(),
      }),
    ]),
  ),
  statement: kind(
    { ms: 60_000, memoryMb: 1_024, most: 100_000_000 },
    z.discriminatedUnion('part', [
      z.strictObject({
        part: z.literal('refused'),
        why: z.enum(statementRefusals),
        where: text,
        differenceMinor: minorUnits.nullable(),
        currency: z.string().max(10).nullable(),
      }),
      z.strictObject({
        part: z.literal('statement'),
        ...{ format: z.enum(statementFormats), inFile: z.int(), openingMinor: minorUnits.nullable(), closingMinor: minorUnits.nullable() },
        ...{ account: text, bank: text, currency: z.string().max(10), from: day, to: day, sequence: text },
      }),
      z.strictObject({ part: z.literal('summary'), isStatement: z.boolean() }),
      /** Of the statement before. */
      z.strictObject({ part: z.literal('lines'), lines: z.array(statementLine).max(portionLimits.records) }),
    ]),
  ),
  /** No file of a stranger: work that would stop the window. */
  matchLines: kind(
    { ms: 60_000, memoryMb: 1_024, most: 200_000_000 },
    z.strictObject({
      matches: z
        .array(z.strictObject({ line: z.int(), ticked: candidate.nullable(), asked: z.array(candidate).max(mostAsked), tied: z.int() }))
        .max(500),
    }),
  ),
  sheet: kind(
    { ms: 60_000, memoryMb: 1_024, most: 50_000_000 },
    z.discriminatedUnion('part', [
      z.strictObject({ part: z.literal('refused'), why: z.enum(sheetRefusals) }),
      z.strictObject({
        part: z.literal('base'),
        ...{ exportId: text, kind: text, at: z.number(), keys: z.array(text).max(300), mac: z.string().max(100) },
        tags: z.array(sheetTag).max(100),
        /** Each row of the base has its own signature. */
        byRow: z.boolean(),
      }),
      z.strictObject({
        part: z.literal('baseRows'),
        rows: z.array(z.strictObject({ id: text, texts: z.array(cellText).max(300), mac: z.string().max(100) })).max(portionLimits.records),
      }),
      z.strictObject({ part: z.literal('head'), sheet: text, heads: z.array(text).max(300) }),
      z.strictObject({
        part: z.literal('rows'),
        rows: z.array(z.strictObject({ line: z.int(), cells: z.array(sheetCell).max(300) })).max(portionLimits.records),
      }),
    ]),
  ),
  pdfText: kind(
    { ms: 30_000, memoryMb: 512, most: 50 * 1024 * 1024 },
    z.strictObject({ pages: z.int(), text: z.string().max(portionLimits.documentCharacters) }),
  ),
  pdfFacts: kind(
    { ms: 20_000, memoryMb: 512, most: 50 * 1024 * 1024 },
    z.strictObject({
      /** Why bytes are not drawn, or not even kept. */
      problem: z.enum(documentProblems).nullable(),
      remark: z.enum(documentRemarks).nullable(),
      sha256: z.string().length(64),
    }),
  ),
} as const;

export type JobName = keyof typeof jobKinds;
export type Portion<Name extends JobName> = z.infer<(typeof jobKinds)[Name]['portion']>;

/** The known facts of an export file besides its text. */
export interface ImportFacts {
  name: string;
  kind: RecordKind;
  /** True to describe the file, false to take its records. */
  wantsSummary: boolean;
  /** Column → field path: what was used the last time where it `guesses`, else what the user chose. */
  mapping: Record<string, string>;
  guesses: boolean;
  choices: ImportChoices;
  /** Rows that cannot be used are left out; else they refuse the file. */
  partly: boolean;
  /** A summary gives the records too. */
  wantsRecords: boolean;
  /** Rows that go to a file to mend, beside those that cannot be used; null for none. */
  rest: readonly number[] | null;
  /** Each record is whole. */
  complete: boolean;
  /** The account's company, where it is known: another's records are refused. */
  companyId: string | null;
}

/** The known facts of a names file besides its text. */
export interface NamesFacts {
  name: string;
  /** For lines that say no kind. */
  kind: ReferenceKind | null;
  /** The user's choice; empty for a guess. */
  mapping: Record<string, NameField>;
  choices: NameChoices;
}

/** A backup from elsewhere, and what opens it. */
export interface BackupFacts {
  file: string;
  key: Uint8Array;
  keyId: string;
}

/** The content of each kind of job, and what is known besides. */
interface JobInput {
  ids: [string, null];
  importFile: [FileContent, ImportFacts];
  names: [FileContent, NamesFacts];
  /** Without content: the file itself is opened. */
  backupEdits: [string, BackupFacts];
  statement: [Uint8Array, { onlyKind: boolean }];
  matchLines: [AsyncIterable<ToMatch>, { payers: ReadonlyMap<string, string> }];
  /** `onlyMarked` refuses at once a workbook without the sheet of what left. */
  sheet: [Uint8Array, { onlyMarked: boolean }];
  pdfText: [Uint8Array, null];
  pdfFacts: [Uint8Array, null];
}
export type JobContent = { [Name in JobName]: JobInput[Name][0] };
export type JobFacts = { [Name in JobName]: JobInput[Name][1] };
