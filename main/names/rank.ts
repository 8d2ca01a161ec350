import { sql, type SQL } from 'drizzle-orm';

/** References in use rank before others, named ones before unnamed ones. */
const tierSize = 1_000_000;

/** The rank of an unnamed reference in use. */
export const unnamedTier = tierSize;

/** Which shelf a row is on. */
export function tierOf(row: { inUse: SQL; folded: SQL }): SQL<number> {
  return sql`CASE WHEN NOT ${row.inUse} THEN 0 WHEN ${row.folded} <> '' THEN ${sql.raw(String(2 * tierSize))} ELSE ${sql.raw(String(tierSize))} END`;
}

/** Rank of a row with these values: twice as often counts as much as ten days later. */
export function rankOf(row: { inUse: SQL; folded: SQL; uses: SQL; lastDay: SQL }): SQL {
  return sql`${tierOf(row)} + ${row.lastDay} + CAST(10 * log2(max(0, ${row.uses}) + 1) AS INTEGER)`;
}

/** The same, of values that are at hand. */
export function rankFrom({ tier, day, uses }: { tier: number; day: number; uses: number }): number {
  return tier + day + Math.floor(10 * Math.log2(uses + 1));
}
