import { formatCount } from '#renderer/state/format-count.ts';
import type { OutboxTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import type { AppStatus, Counters } from '#shared/contract/views.ts';
import type { Tone } from '#shared/words.ts';

/** One line of Today: a number, what it is, where it leads, and what to do there. */
export interface TodayLine {
  count: number;
  says: string;
  detail: string;
  /** The tab of the Outbox on which it is dealt with. */
  tab: OutboxTab;
  action: string;
  tone: Tone;
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** What is under way, what needs the person first. */
export function linesOf(counters: Counters): TodayLine[] {
  const lines: TodayLine[] = [
    {
      count: counters.inDoubt,
      says: 'in doubt',
      detail: 'No clear answer came. Look it up, then decide.',
      tab: 'inDoubt',
      action: 'Decide',
      tone: 'unsure',
    },
    {
      count: counters.conflict,
      says: plural(counters.conflict, 'conflict', 'conflicts'),
      detail: 'The record is in another state on the service than you saw. Nothing more is sent until you choose.',
      tab: 'needsYou',
      action: 'Choose',
      tone: 'needsYou',
    },
    {
      count: counters.rejected,
      says: 'rejected',
      detail: 'The service refused it. What you entered is kept.',
      tab: 'needsYou',
      action: 'Correct',
      tone: 'needsYou',
    },
    {
      count: counters.draft,
      says: plural(counters.draft, 'edit to review', 'edits to review'),
      detail: 'They leave only after you approve them.',
      tab: 'review',
      action: 'Review',
      tone: 'neutral',
    },
    {
      count: counters.held,
      says: 'held',
      detail: 'Kept here until you release it.',
      tab: 'needsYou',
      action: 'Look',
      tone: 'neutral',
    },
  ];
  const moving: TodayLine = {
    count: movingOf(counters),
    says: 'leaving by themselves',
    detail: 'Sent as soon as the service can be reached, and confirmed one by one.',
    tab: 'waiting',
    action: 'Show',
    tone: 'neutral',
  };
  return [...lines, moving].filter((line) => line.count > 0);
}

/** The one sentence at the top. It claims no more than is known, and its numbers are those of the rows. */
export function headline({ counters, connection }: Pick<AppStatus, 'counters' | 'connection'>): string {
  const needYou = counters.conflict + counters.rejected + counters.held;
  const moving = movingOf(counters);
  const parts: [number, string][] = [
    [counters.draft, 'to review'],
    [needYou, plural(needYou, 'needs you', 'need you')],
    [counters.inDoubt, 'in doubt'],
    [moving, 'waiting to leave'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  const where = { offline: 'Offline. ', workingOffline: 'Working offline. ', captivePortal: 'Offline. ' }[connection.kind as string] ?? '';
  return `${where}${said.length === 0 ? 'Nothing needs you' : said.join(', ')}`;
}

/** What goes by itself. */
export const movingOf = (counters: Counters): number => counters.waiting + counters.sending + counters.checking;

export function recordsHere(counters: Counters): number {
  return counters.perKind.reduce((sum, row) => sum + row.records, 0);
}
