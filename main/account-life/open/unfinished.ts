import type { Registry } from '#main/registry/registry.ts';
import type { Counters } from '#shared/contract/views/views.ts';

/** Edits that would be left behind: everything that has no verdict yet. */
export function unfinishedOf(counters: Counters): number {
  return counters.waiting + counters.sending + counters.checking + counters.needsYou + counters.inDoubt;
}

/** Remembers how much an account left unfinished when it was closed, so that it is still counted while another one is open. */
export function noteUnfinished(registry: Registry, accountId: string, unfinished: number): void {
  registry.writeSetting(`unfinished.${accountId}`, unfinished);
}

/** The number of unfinished edits when the account was last open; 0 when it never was. */
export function unfinishedLeft(registry: Registry, accountId: string): number {
  const noted = registry.readSetting(`unfinished.${accountId}`);
  return typeof noted === 'number' ? noted : 0;
}
