import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { migrations, type Migration } from '#main/cache/migrations.ts';
import { openStore } from '#main/cache/open.ts';
import { verifyAudit } from '#main/cache/audit.ts';
import type { Store } from '#main/cache/store.ts';
import * as schema from '#main/cache/schema-records.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { putEdits } from './many-edits.ts';
import { Crash, stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'layover-migrate-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => path.join(folder, 'account.db');

/** What a later version could do: rebuild the attempts, widen the outbox, change the list rows. */
const next: Migration = {
  tag: '9999_next',
  statements: [
    `ALTER TABLE outbox ADD COLUMN note TEXT`,
    `UPDATE outbox SET note = state`,
    `CREATE TABLE attempts_next AS SELECT *, 0 AS added FROM attempts`,
    `DROP TRIGGER attempts_never_deleted`,
    `DROP TABLE attempts`,
    `ALTER TABLE attempts_next RENAME TO attempts`,
    `CREATE INDEX outbox_note ON outbox (note)`,
    `DROP INDEX record_by_title`,
    `CREATE INDEX record_by_title ON record (kind, title COLLATE NOCASE, row)`,
  ],
};

const everyEdit = (store: Store) =>
  JSON.stringify([
    store.sql.prepare(`SELECT id, seq, state, body, base, reason, attempts, recorded_at FROM outbox ORDER BY seq`).all(),
    store.sql.prepare(`SELECT edit_id, n, url, sha256, outcome FROM attempts ORDER BY edit_id, n`).all(),
    store.sql.prepare(`SELECT * FROM audit ORDER BY seq`).all(),
  ]);

describe('a migration', () => {
  it('keeps a thousand edits in all states, whichever statement it is cut off at', () => {
    const store = openTestStore(stillWorld(), file());
    putEdits(store, 1000);
    const before = everyEdit(store);
    store.close();
    const steps = [...migrations, next];
    const points = next.statements.map((_, n) => `migrating 9999_next ${n}`).concat('migrated 9999_next');
    for (const cut of points) {
      const world = stillWorld();
      world.crashAt = (point) => point === cut;
      expect(() => openStore({ file: file(), world, account: testAccount, steps })).toThrow(Crash);
      const again = openTestStore(stillWorld(), file());
      expect(everyEdit(again)).toBe(before);
      again.close();
    }
    const answer = openStore({ file: file(), world: stillWorld(), account: testAccount, steps });
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(everyEdit(answer.store)).toBe(before);
    expect(verifyAudit(answer.store).whole).toBe(true);
    expect(answer.facts).toEqual({ fresh: false, migratedFrom: migrations.length, copy: `${file()}.before-${migrations.length}` });
    answer.store.close();
    // The older version refuses the newer form, and its own copy still opens.
    expect(openStore({ file: file(), world: stillWorld(), account: testAccount })).toEqual({ kind: 'newer', version: steps.length });
    expect(existsSync(`${file()}.before-${migrations.length}`)).toBe(true);
    const copy = openTestStore(stillWorld(), `${file()}.before-${migrations.length}`);
    expect(everyEdit(copy)).toBe(before);
    copy.close();
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
