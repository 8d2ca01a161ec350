import { ORPCError } from '@orpc/server';
import type { NotImported } from '#main/library/imports/read-portions.ts';
import type { z } from '#shared/zod.ts';
import type { EditState } from '#shared/edit.ts';
import * as promised from '#shared/contract/errors.ts';
import type { NextStep, NowReason, SignInRefusal, UnreachableFailure } from '#shared/messages/refusal-words.ts';

type Promised = typeof promised;

/** Answers the window with one of the contract's own errors and its facts. Nothing was changed by the call. */
export function refuse<Code extends keyof Promised>(code: Code, data: z.infer<Promised[Code]['data']>): never {
  throw new ORPCError(code, { defined: true, status: promised[code].status, message: promised[code].message, data });
}

/** The act does not fit what is true by now. */
export function refuseNow(why: NowReason, state: EditState | null = null, unlocksInMs: number | null = null): never {
  refuse('NOT_NOW', { why, state, unlocksInMs });
}

/** No usable answer came; nothing was changed. */
export function refuseUnreachable(
  failure: UnreachableFailure,
  next: NextStep,
  { code = null, status = null }: { code?: string | null; status?: number | null } = {},
): never {
  refuse('UNREACHABLE', { failure, code, status, next });
}

/** Nobody is signed in, or an account was not connected. */
export function refuseSignIn(reason: SignInRefusal, next: NextStep, code: string | null = null): never {
  refuse('SIGN_IN_FAILED', { reason, code, next });
}

/** The named thing is not known in this account. */
export function refuseMissing(what: string): never {
  refuse('NOT_FOUND', { what });
}

/** Passes what was found on, or refuses with NOT_FOUND. */
export function found<T>(value: T | null | undefined, what: string): T {
  return value ?? refuseMissing(what);
}

/** A file that is not taken: by its lines, or because it could not be read at all. */
export function refuseImport(answer: NotImported): never {
  return answer.why === null ? refuse('IMPORT_REFUSED', answer) : refuse('NOT_READ', { why: answer.why });
}

/** True for an error that some procedure answers on purpose; everything else is a bug. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ORPCError;
}
