import type { Registry } from '#main/registry/registry.ts';
import type { Counters } from '#shared/contract/views/views.ts';

const unfinished = ['sending', 'waiting', 'checking', 'needsYou', 'inDoubt'] as const;

/** Edits that would be left behind: everything that has no verdict yet. */
export const unfinishedOf = (counters: Counters): number => unfinished.reduce((sum, name) => sum + counters[name], 0);

/** The same by what they wait for, in the order in which they are told; without what there is none of. */
export const unfinishedCounts = (counters: Counters) =>
  unfinished.map((name) => ({ name, count: counters[name] })).filter(({ count }) => count > 0);

/** Remembers how much an account left unfinished when it was closed, so that it is still counted while another one is open. */
export function noteUnfinished(registry: Registry, accountId: string, unfinished: number): void {
  registry.writeSetting(`unfinished.${accountId}`, unfinished);
}

/** The number of unfinished edits when the account was last open; 0 when it never was. */
export function unfinishedLeft(registry: Registry, accountId: string): number {
  const noted = registry.readSetting(`unfinished.${accountId}`);
  return typeof noted === 'number' ? noted : 0;
}
