import type { EpochMs } from '#shared/world.ts';

/** The user of a completed sign-in, as its token says; null for a missing claim. */
export interface WhoAnswered {
  /** The service that answered. */
  origin: string;
  companyId: string | null;
  userId: string | null;
  userName: string | null;
}

/** The question whether a sign-in is kept. */
export interface SignInQuestion extends WhoAnswered {
  id: string;
  cameAt: EpochMs;
}
