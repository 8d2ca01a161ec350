import { countsOf } from '#renderer/state/counts.ts';
import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
import { countOfTab, type OutboxTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import type { AppStatus, Counters, UnderWay } from '#shared/contract/views/views.ts';
import type { EditState } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import type { AmountTotal } from '#shared/values/money.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import type { Severity } from '#shared/messages/words.ts';

/** One line of Today: a number, what it is, where it leads, and what to do there. */
export interface TodayLine {
  key: 'inDoubt' | 'conflict' | 'rejected' | 'draft' | 'held' | 'waiting';
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

/** The rows in their order: what they count, and where it is dealt with. */
const table: readonly Pick<TodayLine, 'tab' | 'severity' | 'key'>[] = [
  { key: 'inDoubt', tab: 'inDoubt', severity: 'unsure' },
  { key: 'conflict', tab: 'needsYou', severity: 'needsYou' },
  { key: 'rejected', tab: 'needsYou', severity: 'needsYou' },
  { key: 'draft', tab: 'review', severity: 'neutral' },
  { key: 'held', tab: 'needsYou', severity: 'neutral' },
  { key: 'waiting', tab: 'waiting', severity: 'neutral' },
];

/** Items under way with their details as far as read; `known` is null before, undefined where it cannot be read. */
export function linesOf(counters: Counters, known: UnderWay | null | undefined): TodayLine[] {
  return table
    .map(({ key, ...said }) => {
      const states: (EditState & keyof Counters)[] = key === 'waiting' ? ['waiting', 'sending', 'checking'] : [key];
      const count = states.reduce((sum, state) => sum + counters[state], 0);
      const knownDetail = known && (newestSays(known, states, count) ?? kindsSay(known, states));
      const detail = known === null ? '' : (knownDetail ?? t(`today.underWay.${key}.detail`));
      const words = { message: t(`today.underWay.${key}`), action: t(`today.underWay.${key}.action`) };
      return { ...said, ...words, key, count, detail, sums: key === 'draft' ? (known?.payments ?? []) : [] };
    })
    .filter(({ count }) => count > 0);
}

/** "Hotel, two nights: the service refused it.", "Hotel, two nights and 2 more"; null where none of these stands out. */
function newestSays({ newest }: UnderWay, states: EditState[], count: number): string | null {
  const edit = newest.find(({ state }) => states.includes(state));
  if (!edit) return null;
  const { recordTitle: title, reason, description } = edit;
  if (count > 1) return t('today.underWay.andMore', { title, count: count - 1 });
  return t('today.underWay.one', { title, text: reason ? sentenceOfReason(reason) : description.title });
}

/** "4 payments, 1 vendor update with bank details, 3 invoice lines"; null where nothing of it is known. */
function kindsSay({ kinds }: UnderWay, states: EditState[]): string | null {
  const counts = new Map<string, number>();
  for (const { state, kind, touchesBank, count } of kinds) {
    const key = `${touchesBank ? '+' : ''}${kind}`;
    if (states.includes(state)) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const said = [...counts].toSorted((a, b) => b[1] - a[1]).map(([key, count]) => counted(key.replace('+', ''), key.startsWith('+'), count));
  return said.length > 0 ? listOf(said) : null;
}

function counted(kind: string, touchesBank: boolean, count: number): string {
  const words = editKind(kind)?.words;
  const all = words ? words.count(count) : t('today.underWay.edits', { count });
  return touchesBank ? t('today.underWay.withBank', { counted: all }) : all;
}

/** The one sentence at the top. It claims no more than is known, and its numbers are those of the rows. */
export function headline({ counters, connection }: Pick<AppStatus, 'counters' | 'connection'>): string {
  const counts = countsOf([
    ['frame.count.toReview', counters.draft],
    ['frame.count.needYou', countOfTab('needsYou', counters)],
    ['frame.count.inDoubt', counters.inDoubt],
    ['frame.count.queued', countOfTab('waiting', counters)],
  ]);
  const said = { counts: counts || t('today.headline.clear') };
  if (connection.kind === 'workingOffline') return t('today.headline.workingOffline', said);
  return connection.kind === 'offline' || connection.kind === 'captivePortal' ? t('today.headline.offline', said) : said.counts;
}

/** Records that are on this laptop; of purchase invoices those whose PDF is here. */
export function recordsHere({ perKind, documentsHere }: Counters): number {
  return perKind.reduce((sum, { kind, records }) => (kind === 'invoicePayable' ? sum : sum + records), documentsHere);
}
