import type { ReferenceRow } from '#shared/contract/views/names-views.ts';

/** Whether a bank account is known to be in another currency than the one that it should have; null where any will do. */
export const isForeign = (currency: string | null, expected: string | null): boolean =>
  expected !== null && currency !== null && currency !== expected;

/** How near a bank account stands to the invoice that it is chosen for, the nearest first. */
export const accountGroups = ['used', 'sameCurrency', 'other'] as const;
export type AccountGroup = (typeof accountGroups)[number];

/** Used for the same customer before and not in another currency; in the invoice's currency; all others. What is closed is never near. */
export function accountGroup({ here, currency, inUse }: Pick<ReferenceRow, 'here' | 'currency' | 'inUse'>, expected: string): AccountGroup {
  if (!inUse || isForeign(currency, expected)) return 'other';
  if (here !== null) return 'used';
  return currency === expected ? 'sameCurrency' : 'other';
}
