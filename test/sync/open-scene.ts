import type { SchedulerState } from '#main/sync/check/next-sendable.ts';

/** Nothing is under way, and everything may be sent. */
export const openScene: SchedulerState = {
  ...{ slots: 6, ahead: 0 },
  mayBeAhead: () => true,
  isBusy: () => false,
  creatingUnderWay: false,
  triesOfLooks: Number.POSITIVE_INFINITY,
  isBatchBusy: () => false,
  pathProven: true,
  mayCreate: true,
  isFresh: () => true,
  hasFailed: () => false,
  mayRead: () => false,
  isProbing: () => false,
  probing: new Set(),
};
