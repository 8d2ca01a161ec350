import type { ActivityRow, ReportSummary } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { whoDid, type Who } from '#shared/messages/activity-words.ts';
import { startOfDay } from '#shared/values/dates.ts';
import { stringifyJson } from '#shared/json/json.ts';

/** One row of the history: a sync, or what somebody did; several lines that say the same at once are one. */
export type HistoryRow =
  | { kind: 'sync'; key: string; at: number; report: ReportSummary }
  | { kind: 'line'; key: string; at: number; who: Who; line: ActivityRow; count: number };

/** The user's search; `text` is searched in the audit log itself. */
interface HistoryFilter {
  who: Who | null;
  onlySyncs: boolean;
  text: string;
}

/** The sync and the edit's sign show a request's outcome; the whole audit log can be searched and exported. */
const toldElsewhere: ReadonlySet<string> = new Set(['left', 'answered', 'verdict']);
/** The longest time between two lines of one command. */
const SAME_COMMAND_MS = 2000;

/** The audit log and the syncs as one list, newest first. Syncs older than the oldest line that was read wait for theirs. */
export function rowsOf(
  lines: readonly ActivityRow[],
  reports: readonly ReportSummary[],
  whole: boolean,
  filter: HistoryFilter,
): HistoryRow[] {
  const since = whole ? 0 : (lines.at(-1)?.at ?? 0);
  const syncs: HistoryRow[] = reports
    .map((report): HistoryRow => ({ kind: 'sync', key: report.id, at: report.endedAt ?? report.startedAt, report }))
    .filter(({ at }) => at >= since && filter.text === '' && filter.who === null);
  return [...(filter.onlySyncs ? [] : gathered(lines, filter)), ...syncs].sort((a, b) => b.at - a.at);
}

function gathered(lines: readonly ActivityRow[], filter: HistoryFilter): HistoryRow[] {
  const rows: Extract<HistoryRow, { kind: 'line' }>[] = [];
  for (const line of lines) {
    const who = whoDid(line);
    if ((filter.text === '' && toldElsewhere.has(line.what)) || (filter.who !== null && who !== filter.who)) continue;
    const last = rows.at(-1);
    if (last && last.at - line.at < SAME_COMMAND_MS && saysOf(last.line) === saysOf(line)) last.count += 1;
    else rows.push({ kind: 'line', key: String(line.seq), at: line.at, who, line, count: 1 });
  }
  return rows;
}

/** The same for lines that stand for each other; a payment stands for itself. */
function saysOf({ what, said, seq, editId }: ActivityRow): string {
  if (said === null) return what === 'approved' || what === 'discarded' || what === 'held' || what === 'released' ? what : String(seq);
  return standsAlone(said) ? String(editId) : `${said.kind} ${said.state} ${stringifyJson(said.body ?? {})}`;
}

const standsAlone = (edit: EditRow): boolean => edit.amountMinor !== null || edit.touchesBank;

/** Rows under the days on which they happened. */
export function daysOf(rows: readonly HistoryRow[]): { day: number; rows: HistoryRow[] }[] {
  return [...Map.groupBy(rows, ({ at }) => startOfDay(at))].map(([day, members]) => ({ day, rows: members }));
}
