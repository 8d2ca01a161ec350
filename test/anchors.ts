import type { Anchor } from '#main/audit/anchor.ts';

/** The anchor of a keychain with this number of claims, and no line or trusted host yet. */
export const anchored = (claims: number | bigint, more: Partial<Anchor> = {}): Anchor => ({
  ...{ claims: Number(claims), line: { seq: 0, hash: '0'.repeat(64) }, trust: '-', broken: 0 },
  ...more,
});

/** A keychain that holds one anchor, in memory. */
export function anchorInMemory(known: Anchor | null = null) {
  let anchor = known;
  return {
    read: async () => anchor,
    raise: async (to: Anchor) => {
      anchor = { ...to, claims: Math.max(to.claims, anchor?.claims ?? 0) };
      return true as const;
    },
  };
}
