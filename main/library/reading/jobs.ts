import { pdfFactsOf } from '#main/library/documents/pdf-check.ts';
import { pdfTextPortions } from '#main/library/documents/pdf-text.ts';
import { idPortions } from '#main/library/imports/ids.ts';
import { lookPortions, recordPortions } from '#main/library/imports/import-reading.ts';
import { namePortions } from '#main/library/names/read-names.ts';
import { statementPortions } from '#main/library/statements/read/read-statement.ts';
import { backupEditPortions } from './backup-edits.ts';
import type { JobContent, JobFacts, JobName, Portion } from './job-kinds.ts';

/** What is done with the files: here and nowhere else is a stranger's text taken apart. Only the reader's program holds this. */
export const jobs: {
  [Name in JobName]: (content: JobContent[Name], facts: JobFacts[Name]) => Iterable<Portion<Name>> | AsyncIterable<Portion<Name>>;
} = {
  ids: idPortions,
  importLook: lookPortions,
  importRecords: recordPortions,
  names: namePortions,
  backupEdits: backupEditPortions,
  statement: statementPortions,
  pdfText: pdfTextPortions,
  pdfFacts: (bytes) => [pdfFactsOf(bytes)],
};
