import { formatDate } from '#shared/values/dates.ts';
import { listWithOr } from '#shared/values/language.ts';
import { t } from './t.ts';
import type { Problem } from '#shared/query/query.ts';

/** The longest text that is searched for by words alone, in characters. */
export const mostSearched = 200;
export const sentenceOfTooLong = (): string => t('queries.tooLong.search');

type Sentences = { [P in Problem as P['why']]: (problem: P) => string };

const sentences: Sentences = {
  noField: ({ field }) => t('queries.noField', { field }),
  notHere: ({ text }) => t('queries.notHere', { text }),
  noValue: ({ field }) => t('queries.noValue', { field }),
  noAmount: ({ text }) => t('queries.noAmount', { text }),
  noCount: ({ text }) => t('queries.noCount', { text }),
  noDate: ({ text }) => t('queries.noDate', { text }),
  twoDates: ({ text, choices }) => t('queries.twoDates', { text, choices: listWithOr(choices.map((choice) => formatDate(choice))) }),
  backwards: ({ text }) => t('queries.backwards', { text }),
  noOrder: ({ field }) => t('queries.noOrder', { field }),
  tooLong: () => t('queries.tooLong'),
  noHas: ({ text }) => t('queries.noHas', { text }),
};

/** Why a term is not understood, in one sentence. */
export function wordsOfProblem(problem: Problem): string {
  const sentence = sentences[problem.why] as (of: Problem) => string;
  return sentence(problem);
}
