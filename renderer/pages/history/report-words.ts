import { formatCount } from '#shared/values/language.ts';
import { wordsOfState, type Severity } from '#shared/messages/words.ts';
import type { EditState } from '#shared/edit.ts';
import type { ReportSummary, ReportView } from '#shared/contract/views/views.ts';
import { formatEpoch } from '#shared/values/dates.ts';
import { sumByCurrency } from '#shared/values/money.ts';

type ReportLine = ReportView['lines'][number];

const edits = (count: number): string => `${formatCount(count)} ${count === 1 ? 'edit' : 'edits'}`;

/** "8 edits: 6 confirmed, 1 rejected, 1 in doubt": only what happened is said. */
export function sentenceOf(report: ReportSummary): string {
  const parts: [number, string][] = [
    [report.applied, 'confirmed'],
    [report.confirmed, 'marked as recorded'],
    [report.changedByService, 'confirmed with something to look at'],
    [report.rejected, 'rejected'],
    [report.conflict, 'in conflict'],
    [report.inDoubt, 'in doubt'],
    [report.held, 'held'],
  ];
  const said = parts.filter(([count]) => count > 0);
  // Edits found in conflict before sending, or held, were not sent: the counts show it.
  const all = said.reduce((sum, [count]) => sum + count, 0);
  return all === 0 ? 'no verdict' : `${edits(all)}: ${said.map(([count, word]) => `${count} ${word}`).join(', ')}`;
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
    { label: 'Payments confirmed', sums: sumByCurrency(edits.filter(({ state }) => state === 'applied')) },
    { label: 'Payments recorded, you confirmed', sums: sumByCurrency(edits.filter(({ state }) => state === 'confirmed')) },
  ].filter(({ sums }) => sums.length > 0);
}

/** "Approved by Anna Berg. ", once for everybody who did; `me` is the user as the audit log names them, for the screen. */
export function approversOf(lines: readonly ReportLine[], me: string | null = null): string {
  // Before names were noted, a person was called that.
  const names = [...new Set(lines.flatMap(({ approvedBy }) => approvedBy ?? []))].map((by) =>
    by === 'person' || by === me ? 'you' : by === 'rule' ? 'your rules' : by,
  );
  return names.length === 0 ? '' : `Approved by ${names.join(' and ')}. `;
}

export function countEdits(lines: readonly ReportLine[]): string {
  return edits(new Set(lines.map(({ edit }) => edit.id)).size);
}

/** "Today", "Yesterday", "19 Nov 2026". */
export function dayWords(day: number, now: number): string {
  const date = (at: number) => formatEpoch(at).split(',')[0] ?? '';
  if (date(day) === date(now)) return 'Today';
  return date(day) === date(new Date(now).setHours(0, 0, 0, 0) - 3_600_000) ? 'Yesterday' : date(day);
}

/** The notice after verifying the audit log; null while it is whole. `brokenAt` is the first line that does not fit. */
export function brokenWords(verdict: { whole: boolean; brokenAt: number | null } | null): { title: string; text: string } | null {
  if (!verdict || verdict.whole) return null;
  const line = `Line ${verdict.brokenAt ?? ''} does not follow from the one before.`;
  return {
    title: 'The history was changed outside Layover.',
    text: `${line} Your edits are kept; export the history and show it to your administrator.`,
  };
}
