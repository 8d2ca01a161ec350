import type { Owner } from '#shared/service/owner.ts';
import type { EpochMs } from '#shared/world.ts';

/** The user of a completed sign-in, as its token says; null for a missing claim. */
export interface WhoAnswered extends Owner {
  userName: string | null;
}

/** The question whether a sign-in is kept. */
export interface SignInQuestion extends WhoAnswered {
  id: string;
  cameAt: EpochMs;
}
