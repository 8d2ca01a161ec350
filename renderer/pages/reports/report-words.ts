import { urgency, type EditState } from '#shared/edit.ts';
import type { ReportSummary, ReportView } from '#shared/contract/views.ts';
import type { Tone } from '#shared/words.ts';

/** What a sync did, part by part: only what happened is said, each with what it means for the person. */
export function partsOf(report: ReportSummary): { says: string; tone: Tone }[] {
  const parts: [number, string, Tone][] = [
    [report.applied, 'applied', 'neutral'],
    [report.changedByService, 'changed by the service', 'neutral'],
    [report.rejected, 'rejected', 'needsYou'],
    [report.conflict, 'in conflict', 'needsYou'],
    [report.inDoubt, 'in doubt', 'unsure'],
    [report.held, 'held', 'neutral'],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word, tone]) => ({ says: `${count} ${word}`, tone }));
  return said.length === 0 ? [{ says: 'nothing was sent', tone: 'neutral' }] : said;
}

/** "44 applied, 1 changed by the service, 1 rejected". */
export function sentenceOf(report: ReportSummary): string {
  return partsOf(report)
    .map((part) => part.says)
    .join(', ');
}

/** What needs the person first, then the rest in the order in which it was sent. */
export function linesByNeed(lines: ReportView['lines']): ReportView['lines'] {
  const rank = (state: EditState) => (urgency.includes(state) ? urgency.indexOf(state) : urgency.length);
  return [...lines].sort((a, b) => rank(a.edit.state) - rank(b.edit.state));
}
