import { z } from '#shared/zod.ts';
import { editStates } from '#shared/edit.ts';
import { fileProblem } from '#shared/messages/files/file-problem.ts';
import { nextSteps, notReadReasons, nowReasons, signInFacts, unreachableFacts } from '#shared/messages/refusal-words.ts';

// Every error that the contract promises, by its code: the window says each by that, a `message` is for the log.

const fieldIssue = z.object({ path: z.array(z.string()), message: z.string() });
/** A problem of one field of a body, by path; without a path it concerns the whole form. */
export type FieldIssue = z.infer<typeof fieldIssue>;

/** A body that the kind of edit refuses: the window puts each message beside its field. Nothing was recorded. */
export const INVALID_BODY = { status: 422, message: 'invalidBody', data: z.object({ issues: z.array(fieldIssue) }) } as const;

/** The thing named does not exist (any more) in this account. */
export const NOT_FOUND = { status: 404, message: 'notFound', data: z.object({ what: z.string() }) } as const;

/** The act does not fit the state that the edit is in by now; the window reads again. */
export const NOT_NOW = {
  status: 409,
  message: 'notNow',
  data: z.object({ why: z.enum(nowReasons), state: z.enum(editStates).nullable(), unlocksInMs: z.number().nullable() }),
} as const;

/** The data changed between showing a batch and approving it; nothing was approved. */
export const STALE_BATCH = { status: 409, message: 'staleBatch', data: z.object({ fingerprint: z.string() }) } as const;

/** The disk or the database refused: nothing was acknowledged. */
export const STORAGE_FAILED = {
  status: 507,
  message: 'storageFailed',
  data: z.object({ detail: z.string(), next: z.enum(nextSteps) }),
} as const;

/** No answer, or one that cannot be used; nothing was changed. */
export const UNREACHABLE = { status: 503, message: 'unreachable', data: unreachableFacts } as const;

/** Signing in or connecting failed. */
export const SIGN_IN_FAILED = { status: 401, message: 'signInFailed', data: signInFacts } as const;

/** An address of a proxy, or of its configuration, that cannot be used; nothing was changed. */
export const BAD_PROXY = { status: 422, message: 'badProxy', data: z.object({ why: z.string() }) } as const;

const refusedLines = z.object({ problems: z.array(fileProblem), total: z.number() });
/** The first lines that refused an import whole, and how many there are. */
export type RefusedLines = z.infer<typeof refusedLines>;

/** An import that was refused whole, with its line numbers. */
export const IMPORT_REFUSED = { status: 422, message: 'importRefused', data: refusedLines } as const;

/** A file, or a pasted text, that could not be read at all; nothing was changed. */
export const NOT_READ = { status: 422, message: 'notRead', data: z.object({ why: z.enum(notReadReasons) }) } as const;
