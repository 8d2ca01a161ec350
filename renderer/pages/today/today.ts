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

/** What needs the person, most urgent first. */
export function needsYou(counters: Counters): TodayLine[] {
  const lines: TodayLine[] = [
    {
      count: counters.inDoubt,
      says: 'in doubt',
      detail: 'No clear answer came. Look at the evidence and say what is true.',
      tab: 'inDoubt',
      action: 'Decide',
      tone: 'unsure',
    },
    {
      count: counters.conflict,
      says: plural(counters.conflict, 'conflict', 'conflicts'),
      detail: 'The service holds something else than you saw. Nothing was overwritten.',
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
      detail: 'Payments, vendors and invoice lines leave only after you approve them.',
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
  return lines.filter((line) => line.count > 0);
}

/** The one sentence at the top. It claims no more than is known. */
export function headline(status: AppStatus): string {
  const { counters } = status;
  const open = counters.needsYou + counters.inDoubt;
  const moving = counters.waiting + counters.sending + counters.checking;
  if (open > 0) return `${open} ${plural(open, 'edit needs', 'edits need')} you`;
  if (moving > 0) return `${moving} ${plural(moving, 'edit is', 'edits are')} on ${plural(moving, 'its', 'their')} way`;
  return 'Nothing needs you';
}

export function recordsHere(counters: Counters): number {
  return counters.perKind.reduce((sum, row) => sum + row.records, 0);
}
