import type { EditState } from '#shared/edit.ts';
import type { ReportSummary, ReportView } from '#shared/contract/views.ts';

/** "44 applied, 1 changed by the service, 1 rejected": only what happened is said. */
export function sentenceOf(report: ReportSummary): string {
  const parts = [
    [report.applied, 'applied'],
    [report.changedByService, 'changed by the service'],
    [report.rejected, 'rejected'],
    [report.conflict, 'in conflict'],
    [report.inDoubt, 'in doubt'],
    [report.held, 'held'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? 'nothing was sent' : said.join(', ');
}

export const needsSomeone = (report: ReportSummary): boolean => report.rejected + report.conflict + report.inDoubt + report.held > 0;

/** The page on which an edit in this state is dealt with. */
export function pageOfState(state: EditState): string {
  if (state === 'conflict') return 'conflicts';
  return state === 'inDoubt' ? 'in-doubt' : 'outbox';
}

const need: EditState[] = ['inDoubt', 'conflict', 'rejected', 'held', 'draft', 'checking', 'waiting', 'sending'];

/** What needs the person first, then the rest in the order in which it was sent. */
export function linesByNeed(lines: ReportView['lines']): ReportView['lines'] {
  const rank = (state: EditState) => (need.includes(state) ? need.indexOf(state) : need.length);
  return [...lines].sort((a, b) => rank(a.edit.state) - rank(b.edit.state));
}
