import type { AccountEntry } from '#main/cache/accounts/registry.ts';

/** Company and user as far as the service tells them; compared without regard to case. */
export interface Identity {
  companyId: string | null;
  userId: string | null;
}

/** Whose database an account's is. The embedded sandbox has a new port at every start and stays the same service. */
export function originOf(entry: Pick<AccountEntry, 'baseUrl' | 'embedded'>): string {
  return entry.embedded ? 'embedded' : new URL(entry.baseUrl).origin;
}

/**
 * Whether two sign-ins are certainly of two identities. What is not told contradicts nothing: an account's identity is what its first
 * sign-in told and never changes, since edits are bound to it.
 */
export function isSomebodyElse(known: Identity, heard: Identity): boolean {
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a.toLowerCase() !== b.toLowerCase();
  return differs(known.companyId, heard.companyId) || differs(known.userId, heard.userId);
}
