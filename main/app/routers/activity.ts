import { auditOf, verifyAudit } from '#main/audit/audit.ts';
import { listReports, reportOf } from '#main/audit/reports.ts';
import type { House } from '#main/app/house.ts';
import { exportActivity, exportReport } from '#main/library/exports/exports.ts';
import { fileOf } from '#main/app/views/files.ts';
import type { Implementer } from './implementer.ts';
import { reportView, searchActivity, titled } from '#main/app/views/history.ts';
import { found } from '#main/app/refuse.ts';

/** What every sync came to, for every edit. */
export function reportsRouter({ reports: os }: Implementer, house: House) {
  return {
    list: os.list.handler(({ input }) => listReports(house.store(), input.limit)),
    get: os.get.handler(({ input }) => reportView(house.store(), found(reportOf(house.store(), input.id), 'report'))),
    export: os.export.handler(({ input }) => fileOf(found(exportReport(house.store(), input.id, input.format), 'report'))),
  };
}

/** The trail of everything that was ever done. */
export function activityRouter({ activity: os }: Implementer, house: House) {
  return {
    list: os.list.handler(({ input }) => {
      const store = house.store();
      if (input.text) {
        const { lines, next } = searchActivity(store, input.text, input.before, input.limit);
        return { rows: titled(store, lines), next };
      }
      const lines = auditOf(store, null, input.before, input.limit);
      return { rows: titled(store, lines), next: lines.length === input.limit ? (lines.at(-1)?.seq ?? null) : null };
    }),
    verify: os.verify.handler(() => verifyAudit(house.store())),
    export: os.export.handler(({ input }) => fileOf(exportActivity(house.store(), input.format))),
  };
}
