import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { verdictColumns } from './trail.ts';

// drizzle-kit does not see this file.

/** Every line of the reports with every text: a view of `report_entry` (0016). */
export const reportLine = sqliteTable('report_line', {
  reportId: text('report_id').notNull(),
  ...verdictColumns,
  editId: text('edit_id').notNull(),
  sha256: text('sha256'),
  approvedBy: text('approved_by'),
  settledBy: text('settled_by'),
});
