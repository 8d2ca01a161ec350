import { sqliteTable } from 'drizzle-orm/sqlite-core';
import { lineColumns } from './trail.ts';

/**
 * Every line of the trail with every text, as its hash takes it in. Here it is a view of `audit_line` (0014) and only read; in an archive's file it is the
 * table. drizzle-kit does not see this file.
 */
export const audit = sqliteTable('audit', lineColumns);
