import { t } from '#shared/messages/t.ts';
import { isDefinedError, ORPCError, safe } from '@orpc/client';
import type { z } from '#shared/zod.ts';
import type * as promised from '#shared/contract/errors.ts';
import type { FieldIssue, RefusedLines } from '#shared/contract/errors.ts';
import { asText, wordsOfNotRead, wordsOfNow, wordsOfSignIn, wordsOfStep, wordsOfUnreachable } from '#shared/messages/refusal-words.ts';

type Promised = Omit<typeof promised, 'BAD_PROXY'>;
/** An error that the contract names, but for the one that its only page says itself. */
type Refusal = { [Code in keyof Promised]: { code: Code; data: z.infer<Promised[Code]['data']> } }[keyof Promised];

/** One or two sentences for a refusal of the main process: its meaning, and the next step. A lost connection has one too. */
export function sentenceOfRefusal(error: unknown): string {
  // The connection broke during the request: it may have been done all the same.
  if (!(error instanceof ORPCError)) return t('notices.refusal.noAnswer');
  const refusal = refusalOf(error);
  if (refusal === null) return t('notices.refusal.fault');
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
      return t('notices.refusal.notFound');
    case 'STORAGE_FAILED':
      return `${t('refusals.code.storageFailed')} ${wordsOfStep(refusal.data.next)}`;
    case 'INVALID_BODY':
      return t('refusals.code.invalidBody');
    case 'STALE_BATCH':
      return t('refusals.code.staleBatch');
    case 'IMPORT_REFUSED':
      return t('refusals.code.importRefused');
  }
}

/** Waits for a command; answers a sentence when it did not work, else null. */
export async function sentenceIfRefused(command: Promise<unknown>): Promise<string | null> {
  const answer = await safe(command);
  return answer.isSuccess ? null : sentenceOfRefusal(answer.error);
}

/** The same as `sentenceOfRefusal` for what was only asked: there is nothing that may have been done. */
export function sentenceOfUnread(error: unknown): string {
  if (refusalOf(error)) return sentenceOfRefusal(error);
  return error instanceof ORPCError ? t('notices.refusal.unreadFault') : t('notices.refusal.unreadNoAnswer');
}

/** An error of the contract; null for a bug. */
const refusalOf = (error: unknown): Refusal | null => (error instanceof ORPCError && isDefinedError(error) ? error : null);

/** The edit to undo was already sent. */
export function isAlreadySent(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === 'NOT_NOW' && refusal.data.why === 'alreadySent';
}

/** The lines that refused an import; null when something else did. */
export function refusedLines(error: unknown): RefusedLines | null {
  const refusal = refusalOf(error);
  return refusal?.code === 'IMPORT_REFUSED' ? refusal.data : null;
}

/** The fields that refused a body; none when something else did. */
export function issuesIn(error: unknown): FieldIssue[] {
  const refusal = refusalOf(error);
  return refusal?.code === 'INVALID_BODY' ? refusal.data.issues : [];
}

/** Nothing is left to undo or redo: that is no failure. */
export function isNothingLeft(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === 'NOT_NOW' && (refusal.data.why === 'nothingToUndo' || refusal.data.why === 'nothingToRedo');
}

/** `sentenceOfRefusal` after what did not happen: said only where the main process refused on purpose, for a bug or a dead line may come after the work. */
export function notDone(what: string, error: unknown): string {
  const why = sentenceOfRefusal(error);
  return refusalOf(error) ? `${what} ${why}` : why;
}
