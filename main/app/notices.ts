import { t } from '#shared/messages/t.ts';
import { listOf } from '#shared/values/language.ts';
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
  const counts = { applied, confirmed, changed: changedByService, rejected, conflict, inDoubt, held };
  const said = keysIn(counts).flatMap((name) => (counts[name] > 0 ? [t(`host.sync.${name}`, { count: counts[name] })] : []));
  if (said.length === 0) return null;
  const needYou = rejected + conflict + inDoubt + held;
  const title = needYou === 0 ? t('host.sync.finished') : t('host.sync.needsYou', { count: needYou });
  return { title, detail: t('host.sync.counts', { counts: listOf(said) }), allWell: needYou === 0 };
}

const keysIn = <Name extends string>(counts: Record<Name, number>): Name[] => Object.keys(counts) as Name[];
