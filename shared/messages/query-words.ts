import { formatDate } from '#shared/values/dates.ts';
import type { Problem } from '#shared/query/query.ts';

/** The longest text that is searched for by words alone, in characters. */
export const mostSearched = 200;
export const searchedTooLong = 'This is too long to search for: 200 characters at most.';

type Sentences = { [P in Problem as P['why']]: (problem: P) => string };

const sentences: Sentences = {
  noField: ({ field }) => `This list has no “${field}”.`,
  notHere: ({ text }) => `“${text}” is not something this list shows.`,
  noValue: ({ field }) => `${field} of what?`,
  noAmount: ({ text }) => `${text} is no amount.`,
  noCount: ({ text }) => `${text} is no number.`,
  noDate: ({ text }) => `${text} is no date.`,
  twoDates: ({ text, choices }) => `${text} can be ${choices.map((choice) => formatDate(choice)).join(' or ')}.`,
  backwards: ({ text }) => `${text} is the wrong way round.`,
  noOrder: ({ field }) => `${field} has no larger and smaller.`,
  tooLong: () => 'This query is too long: 1,000 characters at most.',
  noHas: ({ text }) => `“${text}” is nothing that a record can have.`,
};

/** Why a term is not understood, in one sentence. */
export function wordsOfProblem(problem: Problem): string {
  const sentence = sentences[problem.why] as (of: Problem) => string;
  return sentence(problem);
}
