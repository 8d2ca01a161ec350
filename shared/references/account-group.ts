import type { ReferenceRow } from '#shared/contract/views/names-views.ts';

/** True when a bank account is known to be in another currency than the expected one; null expects none. */
export const isForeign = (currency: string | null, expected: string | null): boolean =>
  expected !== null && currency !== null && currency !== expected;

/** The rank of a bank account for an invoice, the best first. */
export const accountGroups = ['used', 'sameCurrency', 'other'] as const;
export type AccountGroup = (typeof accountGroups)[number];

/** Used for the same customer before and not in another currency; in the invoice's currency; all others. What is closed is never near. */
export function accountGroup({ here, currency, inUse }: Pick<ReferenceRow, 'here' | 'currency' | 'inUse'>, expected: string): AccountGroup {
  if (!inUse || isForeign(currency, expected)) return 'other';
  if (here !== null) return 'used';
  return currency === expected ? 'sameCurrency' : 'other';
}
