import type { Who } from '#shared/messages/activity-words.ts';
import { t } from '#shared/messages/t.ts';
import { listOf, listWithAnd } from '#shared/values/language.ts';
import { wordsOfState, type Severity } from '#shared/messages/words.ts';
import type { EditState } from '#shared/edit.ts';
import type { ReportSummary, ReportView } from '#shared/contract/views/views.ts';
import { addDays, dateOfEpoch, formatDate } from '#shared/values/dates.ts';
import { sumByCurrency } from '#shared/values/money.ts';

type ReportLine = ReportView['lines'][number];

/** "8 edits: 6 confirmed, 1 rejected, 1 in doubt": only what happened is said. */
export function sentenceOf({ applied, confirmed, changedByService, rejected, conflict, inDoubt, held }: ReportSummary): string {
  const counts = [
    ['confirmed', applied],
    ['marked', confirmed],
    ['changed', changedByService],
    ['rejected', rejected],
    ['conflict', conflict],
    ['inDoubt', inDoubt],
    ['held', held],
  ] as const;
  const said = counts.filter(([, count]) => count > 0);
  // Edits found in conflict before sending, or held, were not sent: the counts show it.
  const all = said.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return t('history.sync.none');
  return t('history.sync.said', { count: all, outcomes: listOf(said.map(([name, count]) => t(`history.outcome.${name}`, { count }))) });
}

const order: readonly EditState[] = ['rejected', 'conflict', 'inDoubt', 'held', 'draft', 'checking', 'sending', 'waiting'];

/** A report's lines under what became of them: what needs the person first, what was confirmed last. An edit stands there once. */
export function partsOfReport(lines: readonly ReportLine[]): { label: string; severity: Severity; lines: ReportLine[] }[] {
  const newest = [...new Map(lines.map((line) => [line.edit.id, line])).values()];
  const parts = Map.groupBy(newest, ({ edit }) => wordsOfState(edit.state, edit.reason).label);
  const rank = ([line]: ReportLine[]) => (line && order.includes(line.edit.state) ? order.indexOf(line.edit.state) : order.length);
  return [...parts]
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .map(([label, members]) => ({ label, severity: severityOf(members), lines: members }));
}

function severityOf([line]: ReportLine[]): Severity {
  return line ? wordsOfState(line.edit.state, line.edit.reason).severity : 'neutral';
}

/** The payments that the service confirmed, and those that only a person's word says are there, each by currency. */
export function sumsOfReport(lines: readonly ReportLine[]): { label: string; sums: ReturnType<typeof sumByCurrency> }[] {
  const edits = [...new Map(lines.map(({ edit }) => [edit.id, edit])).values()];
  return [
    { label: t('history.report.confirmed'), sums: sumByCurrency(edits.filter(({ state }) => state === 'applied')) },
    { label: t('history.report.marked'), sums: sumByCurrency(edits.filter(({ state }) => state === 'confirmed')) },
  ].filter(({ sums }) => sums.length > 0);
}

/** "Approved by Anna Berg. ", once for everybody who did; `me` is the user as the audit log names them, for the screen. */
export function approversOf(lines: readonly ReportLine[], me: string | null = null): string {
  const names = [...new Set(lines.flatMap(({ approvedBy }) => approvedBy ?? []))].map((by) =>
    by === me ? t('history.report.you') : by === 'rule' ? t('history.report.rules') : by,
  );
  return names.length === 0 ? '' : `${t('history.report.approved', { names: listWithAnd(names) })} `;
}

export function countEdits(lines: readonly ReportLine[]): string {
  return t('history.edits', { count: new Set(lines.map(({ edit }) => edit.id)).size });
}

/** "Today", "Yesterday", "19 Nov 2026". */
export function dayWords(day: number): string {
  const date = dateOfEpoch(day);
  const today = dateOfEpoch(Date.now());
  if (date === today) return t('history.day.today');
  return date === addDays(today, -1) ? t('history.day.yesterday') : formatDate(date);
}

/** The choices of the filter by actor; null for everybody. */
export const whosOffered = (): { label: string; who: Who | null }[] => [
  { label: t('history.everyone'), who: null },
  { label: t('activity.who.you'), who: 'you' },
  { label: t('activity.filter.service'), who: 'service' },
  { label: t('activity.who.layover'), who: 'layover' },
];

/** The notice after verifying the audit log; null while it is whole. `brokenAt` is the first line that does not fit. */
export function brokenWords(verdict: { whole: boolean; brokenAt: number | null } | null): { title: string; text: string } | null {
  if (!verdict || verdict.whole) return null;
  return { title: t('history.broken'), text: t('history.broken.text', { line: String(verdict.brokenAt ?? '') }) };
}
