import { z } from 'zod';

/** A body that the kind of edit refuses: the window puts each message beside its field. Nothing was recorded. */
export const invalidBody = {
  INVALID_BODY: {
    status: 422,
    message: 'Nothing was saved: some fields need correcting.',
    data: z.object({ issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })) }),
  },
} as const;

/** The thing named does not exist (any more) in this account. */
export const notFound = { NOT_FOUND: { status: 404, message: 'This is not known here.', data: z.object({ what: z.string() }) } } as const;

/** The act does not fit the state that the edit is in by now; the window reads again. */
export const notNow = {
  NOT_NOW: {
    status: 409,
    message: 'It has moved on since this was shown.',
    data: z.object({ why: z.string(), state: z.string().nullable(), unlocksInMs: z.number().nullable() }),
  },
} as const;

/** The data changed between showing a batch and approving it; nothing was approved. */
export const staleBatch = {
  STALE_BATCH: {
    status: 409,
    message: 'The data changed while you were looking. Nothing was approved.',
    data: z.object({ fingerprint: z.string() }),
  },
} as const;

/** The disk or the database refused: nothing was acknowledged. */
export const storageFailed = {
  STORAGE_FAILED: { status: 507, message: 'It could not be saved.', data: z.object({ detail: z.string(), next: z.string() }) },
} as const;

/** No answer, or one that cannot be used; nothing was changed. */
export const unreachable = {
  UNREACHABLE: { status: 503, message: 'The service did not answer.', data: z.object({ failure: z.string(), next: z.string() }) },
} as const;

/** Signing in or connecting failed; `reason` is one of the sign-in's own words. */
export const signInFailed = {
  SIGN_IN_FAILED: { status: 401, message: 'Signing in did not work.', data: z.object({ reason: z.string(), next: z.string() }) },
} as const;

/** An import that was refused whole, with its line numbers. */
export const importRefused = {
  IMPORT_REFUSED: {
    status: 422,
    message: 'Nothing was imported.',
    data: z.object({ problems: z.array(z.object({ line: z.number(), message: z.string() })), total: z.number() }),
  },
} as const;
