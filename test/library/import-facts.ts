import type { ImportFacts } from '#main/library/reading/job-kinds.ts';

/** Facts of an import that nobody said anything about. */
export const importFacts: Omit<ImportFacts, 'name' | 'kind'> = {
  ...{ wantsSummary: false, mapping: {}, guesses: true, choices: {}, complete: false, partly: false, wantsRecords: false, rest: null },
  companyId: null,
};
