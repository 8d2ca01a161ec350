import type { Counters } from '#shared/contract/views/views.ts';
import { stateGroups, type EditState } from '#shared/edit.ts';
import type { Severity } from '#shared/messages/words.ts';

/** Edits under way, by the action they need. */
export const outboxTabs = ['review', 'needsYou', 'inDoubt', 'waiting', 'done'] as const;
export type OutboxTab = (typeof outboxTabs)[number];
/** Tabs that are a list of edits; what is to be reviewed stands in groups. */
export type ListTab = Exclude<OutboxTab, 'review'>;

export const statesOfTab = {
  review: ['draft'],
  needsYou: ['conflict', 'rejected', 'held'],
  inDoubt: stateGroups.inDoubt,
  waiting: stateGroups.moving,
  done: stateGroups.done,
} as const satisfies Record<OutboxTab, readonly EditState[]>;

export function tabOfState(state: EditState): OutboxTab {
  return outboxTabs.find((tab) => statesOfTab[tab].some((each) => each === state)) ?? 'done';
}

export function isTab(name: string | undefined): name is OutboxTab {
  return outboxTabs.some((tab) => tab === name);
}

/** The number of edits in a tab; those done today are counted apart. */
export function countOfTab(tab: Exclude<OutboxTab, 'done'>, counters: Counters): number {
  const states: readonly (EditState & keyof Counters)[] = statesOfTab[tab];
  return states.reduce((sum, state) => sum + counters[state], 0);
}

/** The dot beside a tab's name: red for what the service refused or changed, amber for what nobody knows. */
export function severityOfTab(tab: OutboxTab, counters: Counters): Severity | undefined {
  if (tab === 'needsYou' && counters.conflict + counters.rejected > 0) return 'needsYou';
  return tab === 'inDoubt' && counters.inDoubt > 0 ? 'unsure' : undefined;
}

/** The first tab that has something, in the order of the tabs. */
export function firstTab(counters: Counters): OutboxTab {
  return (['review', 'needsYou', 'inDoubt', 'waiting'] as const).find((tab) => countOfTab(tab, counters) > 0) ?? 'review';
}
