import { formatCount } from '#renderer/state/format-count.ts';
import { countOfTab, type OutboxTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import type { AppStatus, Counters, UnderWay } from '#shared/contract/views/views.ts';
import type { EditState } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { AmountTotal } from '#shared/values/money.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import type { Severity } from '#shared/messages/words.ts';

/** One line of Today: a number, what it is, where it leads, and what to do there. */
export interface TodayLine {
  count: number;
  message: string;
  detail: string;
  /** The sum of its payments. */
  sums: AmountTotal[];
  /** The tab of the Outbox on which it is dealt with. */
  tab: OutboxTab;
  action: string;
  severity: Severity;
}

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

type Said = Omit<TodayLine, 'count' | 'detail' | 'sums'> & { states: Extract<EditState, keyof Counters>[]; otherwise: string };

/** The first item that needs the user. `otherwise` is said where nothing more is known of them than their number. */
const table: readonly Said[] = [
  {
    ...{ states: ['inDoubt'], message: 'In doubt', tab: 'inDoubt', action: 'Decide', severity: 'unsure' },
    otherwise: 'No clear answer came. Look it up, then decide.',
  },
  {
    ...{ states: ['conflict'], message: 'In conflict', tab: 'needsYou', action: 'Choose', severity: 'needsYou' },
    otherwise: 'The record is in another state on the service than you saw. Nothing more is sent until you choose.',
  },
  {
    ...{ states: ['rejected'], message: 'Rejected', tab: 'needsYou', action: 'Correct', severity: 'needsYou' },
    otherwise: 'The service refused it. What you entered is kept.',
  },
  {
    ...{ states: ['draft'], message: 'To review', tab: 'review', action: 'Review', severity: 'neutral' },
    otherwise: 'They’re sent only after you approve them.',
  },
  {
    ...{ states: ['held'], message: 'Held', tab: 'needsYou', action: 'Look', severity: 'neutral' },
    otherwise: 'Kept here until you release it.',
  },
  {
    ...{
      states: ['waiting', 'sending', 'checking'],
      message: 'Sending automatically',
      tab: 'waiting',
      action: 'Show',
      severity: 'neutral',
    },
    otherwise: 'Sent as soon as you’re online.',
  },
];

/** Items under way with their details as far as read; `known` is null before, undefined where it cannot be read. */
export function linesOf(counters: Counters, known: UnderWay | null | undefined): TodayLine[] {
  return table
    .map(({ states, otherwise, ...said }) => {
      const count = states.reduce((sum, state) => sum + counters[state], 0);
      const detail = known === null ? '' : ((known && (newestSays(known, states, count) ?? kindsSay(known, states))) ?? otherwise);
      return { ...said, count, detail, sums: states.includes('draft') ? (known?.payments ?? []) : [] };
    })
    .filter(({ count }) => count > 0);
}

/** "Hotel, two nights: the service refused it.", "Hotel, two nights and 2 more"; null where none of these stands out. */
function newestSays({ newest }: UnderWay, states: EditState[], count: number): string | null {
  const edit = newest.find(({ state }) => states.includes(state));
  if (!edit) return null;
  if (count > 1) return `${edit.recordTitle} and ${formatCount(count - 1)} more`;
  return edit.reason ? `${edit.recordTitle}: ${sentenceOfReason(edit.reason)}` : `${edit.recordTitle}: ${edit.description.title}`;
}

/** "4 payments, 1 vendor update with bank details, 3 invoice lines"; null where nothing of it is known. */
function kindsSay({ kinds }: UnderWay, states: EditState[]): string | null {
  const counts = new Map<string, number>();
  for (const { state, kind, touchesBank, count } of kinds) {
    const key = `${touchesBank ? '+' : ''}${kind}`;
    if (states.includes(state)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const said = [...counts].toSorted((a, b) => b[1] - a[1]).map(([key, count]) => counted(key.replace('+', ''), key.startsWith('+'), count));
  return said.length > 0 ? said.join(', ') : null;
}

function counted(kind: string, touchesBank: boolean, count: number): string {
  const words = editKind(kind)?.words;
  const noun = words ? plural(count, words.one, words.rule.toLowerCase()) : plural(count, 'edit', 'edits');
  return `${formatCount(count)} ${noun}${touchesBank ? ' with bank details' : ''}`;
}

/** The one sentence at the top. It claims no more than is known, and its numbers are those of the rows. */
export function headline({ counters, connection }: Pick<AppStatus, 'counters' | 'connection'>): string {
  const needYou = countOfTab('needsYou', counters);
  const moving = movingOf(counters);
  const parts: [number, string][] = [
    [counters.draft, 'to review'],
    [needYou, plural(needYou, 'needs you', 'need you')],
    [counters.inDoubt, 'in doubt'],
    [moving, 'queued'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  const where = { offline: 'Offline. ', workingOffline: 'Working offline. ', captivePortal: 'Offline. ' }[connection.kind as string] ?? '';
  return `${where}${said.length === 0 ? 'You’re all caught up' : said.join(', ')}`;
}

/** Edits that are sent automatically. */
export const movingOf = (counters: Counters): number => countOfTab('waiting', counters);

/** Records that are on this laptop; of purchase invoices those whose PDF is here. */
export function recordsHere({ perKind, documentsHere }: Counters): number {
  return perKind.reduce((sum, { kind, records }) => (kind === 'invoicePayable' ? sum : sum + records), documentsHere);
}
