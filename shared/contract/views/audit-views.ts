/** The result of verifying the audit log: each line's hash takes in the line before. `brokenAt` is the first line that does not follow. */
export interface AuditVerdict {
  whole: boolean;
  lines: number;
  brokenAt: number | null;
}
