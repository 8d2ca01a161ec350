import { formatDate } from '#shared/values/dates.ts';
import { listWithOr } from '#shared/values/language.ts';
import { t } from './t.ts';
import type { Problem } from '#shared/query/query.ts';

/** The longest text that is searched for by words alone, in characters. */
export const mostSearched = 200;
export const sentenceOfTooLong = (): string => t('queries.tooLong.search');

/** Why a term is not understood, in one sentence. */
export function wordsOfProblem(problem: Problem): string {
  switch (problem.why) {
    case 'twoDates': {
      const { text, choices } = problem;
      return t('queries.twoDates', { text, choices: listWithOr(choices.map((choice) => formatDate(choice))) });
    }
    case 'tooLong':
      return t('queries.tooLong');
    default:
      return t(`queries.${problem.why}`, problem);
  }
}
