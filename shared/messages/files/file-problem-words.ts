import { readBankNumber } from '#shared/bank-number.ts';
import { referenceWords } from '#shared/references/reference-words.ts';
import { wordsOfForeign } from './foreign-words.ts';
import { plainProblems, type CellProblem, type FileProblem, type PlainProblem } from './file-problem.ts';
import { t } from '#shared/messages/t.ts';

/** The problem of a cell, whichever it is. */
export const wordsOfCell = (problem: CellProblem): string => t(`fileProblems.cells.${problem}`);

const isPlain = (problem: FileProblem): problem is Extract<FileProblem, { what: PlainProblem }> =>
  plainProblems.some((each) => each === problem.what);

/** The problem of a line of the user's file, and the next step when it is not obvious. */
export function wordsOfFileProblem(problem: FileProblem): string {
  if (isPlain(problem)) return t(`fileProblems.${problem.what}`);
  switch (problem.what) {
    case 'foreign':
      return wordsOfForeign(problem.form);
    case 'unknownKind': {
      const { bankAccount, product } = referenceWords;
      return t('fileProblems.unknownKind', { quoted: problem.quoted, one: bankAccount.one, other: product.one });
    }
    case 'viewOfNoList':
      return problem.quoted === '' ? t('fileProblems.viewOfNoList.unnamed') : t('fileProblems.viewOfNoList', problem);
    case 'viewField':
      return t(problem.quoted === '' ? 'fileProblems.viewField.unnamed' : 'fileProblems.viewField', problem);
    case 'cell':
      return t('fileProblems.cell', { at: problem.at ?? problem.quoted, text: problem.text, problem: wordsOfCell(problem.cell) });
    case 'bankNumber': {
      const { quoted: column, text } = problem;
      const read = readBankNumber([column], text);
      return read.ok ? t('fileProblems.bankNumber', { column }) : t('fileProblems.bankNumber.why', { column, why: read.why });
    }
    default:
      return t(`fileProblems.${problem.what}`, problem);
  }
}
