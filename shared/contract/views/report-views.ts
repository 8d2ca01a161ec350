import type { EpochMs } from '#shared/world.ts';
import type { EditRow } from './edit-views.ts';

export interface ReportSummary {
  id: string;
  startedAt: EpochMs;
  endedAt: EpochMs | null;
  applied: number;
  /** Closed on a user's word. */
  confirmed: number;
  changedByService: number;
  rejected: number;
  conflict: number;
  inDoubt: number;
  held: number;
}
export interface ReportView extends ReportSummary {
  lines: {
    edit: EditRow;
    verdict: string;
    at: EpochMs;
    sha256: string | null;
    approvedBy: string | null;
    settledBy: string | null;
    customerId: string | null;
  }[];
}

/** The result of verifying the audit log: each line's hash takes in the line before. `brokenAt` is the first line that does not follow. */
export interface AuditVerdict {
  whole: boolean;
  lines: number;
  brokenAt: number | null;
}
