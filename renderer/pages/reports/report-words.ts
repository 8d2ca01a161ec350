import type { ReportSummary } from '#shared/contract/views.ts';

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
