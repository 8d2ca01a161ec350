import { assertNever } from '#shared/assert-never.ts';
import { formatDate } from '#shared/dates.ts';
import type { Problem } from '#shared/query/query.ts';

/** Why a term is not understood, in one sentence. */
export function wordsOfProblem(problem: Problem): string {
  switch (problem.why) {
    case 'noField':
      return `This list has no “${problem.field}”.`;
    case 'notHere':
      return `“${problem.text}” is not something this list shows.`;
    case 'noValue':
      return `${problem.field} of what?`;
    case 'noAmount':
      return `${problem.text} is no amount.`;
    case 'noCount':
      return `${problem.text} is no number.`;
    case 'noDate':
      return `${problem.text} is no date.`;
    case 'twoDates':
      return `${problem.text} can be ${problem.choices.map((choice) => formatDate(choice)).join(' or ')}.`;
    case 'noOrder':
      return `${problem.field} has no larger and smaller.`;
    case 'noHas':
      return `“${problem.text}” is nothing that a record can have.`;
    default:
      return assertNever(problem);
  }
}
