import { readBankNumber } from '#shared/bank-number.ts';
import { referenceWords } from '#shared/references/reference-words.ts';
import { wordsOfForeign } from './foreign-words.ts';
import { plainProblems, type CellProblem, type FileProblem, type PlainProblem } from './file-problem.ts';
import { t } from '#shared/messages/t.ts';

type Sentences = { [P in FileProblem as Exclude<P['what'], PlainProblem>]: (problem: P) => string };

const sentences: Sentences = {
  sameRecord: ({ other }) => t('fileProblems.sameRecord', { other }),
  sameId: ({ other }) => t('fileProblems.sameId', { other }),
  tooManyValues: ({ most }) => t('fileProblems.tooManyValues', { most }),
  longColumn: ({ most }) => t('fileProblems.longColumn', { most }),
  longText: ({ most }) => t('fileProblems.longText', { most }),
  tooManyColumns: ({ count, most }) => t('fileProblems.tooManyColumns', { count, most }),
  otherWidth: ({ count, expected }) => t('fileProblems.otherWidth', { count, expected }),
  foreign: ({ form }) => wordsOfForeign(form),
  columnTwice: ({ quoted }) => t('fileProblems.columnTwice', { quoted }),
  notId: ({ quoted }) => t('fileProblems.notId', { quoted }),
  notCurrency: ({ quoted }) => t('fileProblems.notCurrency', { quoted }),
  unknownKind: ({ quoted }) =>
    t('fileProblems.unknownKind', { quoted, one: referenceWords.bankAccount.one, other: referenceWords.product.one }),
  unknownInUse: ({ quoted }) => t('fileProblems.unknownInUse', { quoted }),
  missingColumns: ({ quoted }) => t('fileProblems.missingColumns', { quoted }),
  viewOfNoList: ({ quoted }) => (quoted === '' ? t('fileProblems.viewOfNoList.unnamed') : t('fileProblems.viewOfNoList', { quoted })),
  viewField: ({ quoted, expected }) =>
    quoted === '' ? t('fileProblems.viewField.unnamed', { expected }) : t('fileProblems.viewField', { quoted, expected }),
  cell: ({ quoted, text, cell, at }) => t('fileProblems.cell', { at: at ?? quoted, text, problem: wordsOfCell(cell) }),
  bankNumber: ({ quoted, text }) => {
    const read = readBankNumber([quoted], text);
    return read.ok ? t('fileProblems.bankNumber', { column: quoted }) : t('fileProblems.bankNumber.why', { column: quoted, why: read.why });
  },
  fieldType: ({ quoted, expected }) => t('fileProblems.fieldType', { quoted, expected }),
};

/** The problem of a cell, whichever it is. */
export const wordsOfCell = (problem: CellProblem): string => t(`fileProblems.cells.${problem}`);

const isPlain = (problem: FileProblem): problem is Extract<FileProblem, { what: PlainProblem }> =>
  plainProblems.some((each) => each === problem.what);

/** The problem of a line of the user's file, and the next step when it is not obvious. */
export function wordsOfFileProblem(problem: FileProblem): string {
  if (isPlain(problem)) return t(`fileProblems.${problem.what}`);
  const sentence = sentences[problem.what] as (of: FileProblem) => string;
  return sentence(problem);
}
