import { auditOf, verifyAudit } from '#main/audit/audit.ts';
import { listReports, reportOf } from '#main/audit/reports.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { activityRows, exportFile, reportRows } from '#main/library/exports/exports.ts';
import type { Implementer } from './implementer.ts';
import { reportView, searchActivity, titled } from '#main/app/views/history.ts';
import { found } from '#main/app/refusals/refuse.ts';

/** Reports of each sync, for every edit. */
export function reportsRouter({ reports: os }: Implementer, services: AppServices) {
  return {
    list: os.list.handler(({ input }) => listReports(services.store(), input.limit)),
    get: os.get.handler(({ input }) => reportView(services.store(), found(reportOf(services.store(), input.id), 'report'))),
    export: os.export.handler(({ input: { id, format, locale } }) => {
      const store = services.store();
      return exportFile(store, found(reportRows(store, id), 'report'), format, locale);
    }),
  };
}

/** The audit log of everything that was ever done. */
export function activityRouter({ activity: os }: Implementer, services: AppServices) {
  return {
    list: os.list.handler(({ input }) => {
      const store = services.store();
      if (input.text) {
        const { lines, next } = searchActivity(store, input.text, input.before, input.limit);
        return { rows: titled(store, lines), next };
      }
      const lines = auditOf(store, null, input.before, input.limit);
      return { rows: titled(store, lines), next: lines.length === input.limit ? (lines.at(-1)?.seq ?? null) : null };
    }),
    verify: os.verify.handler(() => verifyAudit(services.store())),
    export: os.export.handler(({ input }) => exportFile(services.store(), activityRows(services.store()), input.format, input.locale)),
  };
}
