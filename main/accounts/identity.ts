import type { AccountEntry } from '#main/cache/registry.ts';
import type { JsonObject } from '#shared/json.ts';

/** Company and user as far as the service tells them; compared without regard to case. */
export interface Identity {
  companyId: string | null;
  userId: string | null;
}

/** Whose database an account's is. The embedded sandbox has a new port at every start and stays the same service. */
export function originOf(entry: Pick<AccountEntry, 'baseUrl' | 'embedded'>): string {
  return entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin;
}

/** What an answer tells about the company: every record carries its `companyId` ("Resources and their fields"). */
export function identityIn(value: JsonObject): Identity {
  const companyId = value['companyId'];
  return { companyId: typeof companyId === 'string' && companyId !== '' ? companyId.toLowerCase() : null, userId: null };
}

/** Compares what was heard with what is pinned: `learned` gives what to pin now, `other` means that this is somebody else's sign-in. */
export function compareIdentity(
  pinned: Identity,
  heard: Identity,
): { kind: 'same' } | { kind: 'learned'; identity: Identity } | { kind: 'other' } {
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a.toLowerCase() !== b.toLowerCase();
  if (differs(pinned.companyId, heard.companyId) || differs(pinned.userId, heard.userId)) return { kind: 'other' };
  const identity = { companyId: pinned.companyId ?? heard.companyId, userId: pinned.userId ?? heard.userId };
  const learned = identity.companyId !== pinned.companyId || identity.userId !== pinned.userId;
  return learned ? { kind: 'learned', identity } : { kind: 'same' };
}
