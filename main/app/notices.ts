import type { ReportSummary } from '#shared/contract/views/views.ts';
import type { Host } from './host.ts';

/** Tells the user once after a sync; stays quiet when all is well and a window has focus, or when nothing was settled. */
export function noticeSync(host: Host, report: ReportSummary): void {
  const notice = syncNotice(report);
  if (notice && !(notice.allWell && (host.focused?.() ?? false))) host.notify(notice.title, notice.detail);
}

/** The notification text of a sync: numbers that add up, never "success". Null without news. */
export function syncNotice(report: ReportSummary): { title: string; detail: string; allWell: boolean } | null {
  const { applied, confirmed, changedByService, rejected, conflict, inDoubt, held } = report;
  const counts: [number, string][] = [
    [applied, 'applied'],
    [confirmed, 'marked as recorded'],
    [changedByService, 'applied with something to look at'],
    [rejected, 'rejected'],
    [conflict, 'in conflict'],
    [inDoubt, 'in doubt'],
    [held, 'held'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (said.length === 0) return null;
  const needYou = rejected + conflict + inDoubt + held;
  return { title: needYou === 0 ? 'Sync finished' : `${needYou} need you`, detail: `${said.join(', ')}.`, allWell: needYou === 0 };
}
