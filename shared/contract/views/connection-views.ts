import type { EpochMs } from '#shared/world.ts';

/** The state that the connection pill and the banners show. */
export type Connection =
  | { kind: 'online' }
  /** Nobody asked the service yet. */
  | { kind: 'connecting' }
  | { kind: 'offline'; since: EpochMs; failure: string | null }
  | { kind: 'workingOffline' }
  | { kind: 'captivePortal' }
  | { kind: 'slow' }
  | { kind: 'serviceDown'; status: number | null }
  | { kind: 'rateLimited'; untilMs: number }
  | { kind: 'signedOut'; why: 'never' | 'expired' | 'refused' | 'otherPlace' | 'keychainLocked' | 'keychainUnavailable' }
  /** The service signed somebody in who is not this account's user; both as far as they are named. */
  | { kind: 'signedOut'; why: 'otherUser'; account: string; heard: string | null }
  | { kind: 'broken'; detail: string };
