import type { EpochMs } from '#shared/world.ts';

/** Whose sign-in came back, as far as its token says; null is what nobody told. */
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
