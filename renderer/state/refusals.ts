import { isDefinedError, ORPCError } from '@orpc/client';
import type { Refusal } from '#shared/contract/errors.ts';
import { asText, wordsOfNotRead, wordsOfNow, wordsOfSignIn, wordsOfStep, wordsOfUnreachable } from '#shared/refusal-words.ts';

/** One sentence or two for anything that the main process refused: what it means, and the next step. The line's own failure has one too. */
export function sentenceOfRefusal(error: unknown): string {
  // The line broke while it was asked: it may have been done all the same.
  if (!(error instanceof ORPCError)) return 'Layover did not answer. Look whether it was done before you try again.';
  if (!isDefinedError(error)) return mistake;
  const refusal = error as ORPCError<string, unknown> as unknown as Refusal;
  switch (refusal.code) {
    case 'UNREACHABLE':
      return asText(wordsOfUnreachable(refusal.data));
    case 'SIGN_IN_FAILED':
      return asText(wordsOfSignIn(refusal.data));
    case 'NOT_NOW':
      return wordsOfNow(refusal.data.why);
    case 'NOT_READ':
      return wordsOfNotRead(refusal.data.why);
    case 'NOT_FOUND':
      return 'This is not known here any more.';
    case 'STORAGE_FAILED':
      return `${error.message} ${wordsOfStep(refusal.data.next)}`;
    case 'INVALID_BODY':
    case 'STALE_BATCH':
    case 'IMPORT_REFUSED':
      return error.message;
  }
}

/** The same after what did not happen: said only where the main process refused on purpose, for a bug or a dead line may come after the work. */
export function notDone(what: string, error: unknown): string {
  const why = sentenceOfRefusal(error);
  return error instanceof ORPCError && isDefinedError(error) ? `${what} ${why}` : why;
}

/** A bug behind the contract: it may have struck before or after the work was done. */
const mistake =
  'A mistake in Layover stopped this. Look whether it was done before you try again. To get it mended, save the diagnostics in Settings.';
