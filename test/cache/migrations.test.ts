import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '#main/cache/database/schema.ts';
import { openTestStore } from '#test/cache.ts';
import { migrateWithCrashes } from './migration-crash.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'layover-migrate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a migration', () => {
  it('keeps a thousand edits in all states, whichever statement it is cut off at', () => {
    expect(migrateWithCrashes(folder, 1000)).toEqual({ cuts: 10, problems: [] });
  });

  it('makes the tables that the schema in Drizzle says', () => {
    const store = openTestStore(stillWorld());
    const tables = Object.values(schema) as SQLiteTable[];
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) {
      const { name, columns, indexes } = getTableConfig(table);
      const made = store.sql
        .prepare<[string], { name: string; type: string; notnull: number }>(`SELECT * FROM pragma_table_info(?)`)
        .all(name);
      expect(made.map((column) => [column.name, column.type.toLowerCase(), column.notnull])).toEqual(
        columns.map((column) => [column.name, column.getSQLType(), column.notNull ? 1 : 0]),
      );
      const there = store.sql.prepare<[string], { name: string }>(`SELECT name FROM pragma_index_list(?)`).all(name);
      expect(there.map((index) => index.name)).toEqual(expect.arrayContaining(indexes.map((index) => index.config.name)));
    }
    store.close();
  });
});
