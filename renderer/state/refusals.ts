import { isDefinedError, ORPCError } from '@orpc/client';
import { asText, wordsOfSignIn, wordsOfStep, wordsOfUnreachable } from '#shared/refusal-words.ts';
import { nowSentence } from './now-words.ts';

/** One sentence or two for anything that the main process refused: what it means, and the next step. The line's own failure has one too. */
export function sentenceOfRefusal(error: unknown): string {
  if (error instanceof ORPCError && !promised(error)) return mistake;
  if (!(error instanceof Error) || !promised(error)) return 'Layover did not answer. Nothing was changed.';
  const data = factsOf(error);
  if ('failure' in data) return asText(wordsOfUnreachable({ failure: data['failure'] ?? '', next: data['next'] ?? '' }));
  if ('reason' in data) return asText(wordsOfSignIn({ reason: data['reason'] ?? '', next: data['next'] ?? '' }));
  if ('why' in data) return nowSentence(data['why'] ?? '');
  if ('what' in data) return 'This is not known here any more.';
  if ('next' in data) return `${error.message} ${wordsOfStep(data['next'] ?? '')}`;
  return error.message;
}

/** A bug behind the contract: it may have struck before or after the work was done. */
const mistake =
  'A mistake in Layover stopped this. Look whether it was done before you try again. To get it mended, save the diagnostics in Settings.';

/** An error that the contract names; anything else is a broken line or a bug. */
const promised = (error: Error): boolean => isDefinedError(error);

function factsOf(error: object): Record<string, string> {
  const data = 'data' in error && error.data !== null && typeof error.data === 'object' ? error.data : {};
  return Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
