import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lineColumns, verdictColumns } from './trail.ts';

/**
 * Every line of the trail with every text, as its hash takes it in. A view of `audit_line` (0014, 0016), only read.
 * drizzle-kit does not see this file.
 */
export const audit = sqliteTable('audit', lineColumns);

/** Every line of the reports with every text: a view of `report_entry` (0016). */
export const reportLine = sqliteTable('report_line', {
  reportId: text('report_id').notNull(),
  ...verdictColumns,
  editId: text('edit_id').notNull(),
  sha256: text('sha256'),
  approvedBy: text('approved_by'),
  settledBy: text('settled_by'),
});
