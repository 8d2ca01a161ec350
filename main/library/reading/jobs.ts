import { idPortions } from '#main/library/imports/ids.ts';
import { partsOfImport } from '#main/library/imports/reading/import-reading.ts';
import { namePortions } from '#main/library/names/read-names.ts';
import { matchPortions } from '#main/library/statements/match-portions.ts';
import { sheetPortions } from '#main/library/sheets/read-sheet.ts';
import { statementPortions } from '#main/library/statements/read/read-statement.ts';
import { backupEditPortions } from './backup-edits.ts';
import type { JobContent, JobFacts, JobName, Portion } from './job-kinds.ts';

/** The parsers of untrusted files: only the reader process loads them. */
export const jobs: {
  [Name in JobName]: (content: JobContent[Name], facts: JobFacts[Name]) => Iterable<Portion<Name>> | AsyncIterable<Portion<Name>>;
} = {
  ids: idPortions,
  importFile: (content, facts) => partsOfImport(content, facts),
  names: namePortions,
  backupEdits: backupEditPortions,
  statement: statementPortions,
  matchLines: matchPortions,
  sheet: sheetPortions,
  // Loaded by the first PDF alone: pdf.js takes half of a reader's start.
  pdfText: async function* (bytes) {
    yield* (await import('#main/library/documents/pdf-text.ts')).pdfTextPortions(bytes);
  },
  pdfFacts: async function* (bytes) {
    yield* (await import('#main/library/documents/pdf-check.ts')).pdfFactsPortions(bytes);
  },
};
