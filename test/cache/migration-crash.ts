import path from 'node:path';
import { verifyAudit } from '#main/audit/audit.ts';
import { migrations, type Migration } from '#main/storage/open/migrations.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import { openStore } from '#main/storage/open/open.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore, testAccount } from '#test/cache.ts';
import { putEdits } from './many-edits.ts';
import { Crash, stillWorld } from './world-for-cache.ts';

/** Changes of a later version: rebuild the requests, widen the outbox, change the list rows. */
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
    store.sql.prepare(`SELECT edit_id, n, url, sha256, outcome, hex(body) FROM attempts ORDER BY edit_id, n`).all(),
    store.sql.prepare(`SELECT edit_id, n, hex(body) FROM answers ORDER BY edit_id, n`).all(),
    store.sql.prepare(`SELECT * FROM audit ORDER BY seq`).all(),
    store.sql.prepare(`SELECT * FROM report_line ORDER BY report_id, position`).all(),
  ]);

/** The results of a migration with a crash at each statement, then whole, then opened by the older version. */
export interface MigrationRun {
  cuts: number;
  problems: string[];
}

/** Migrates `edits` edits in all states, crashing at each statement; every one must be there, unchanged, after each crash and at the end. */
export function migrateWithCrashes(folder: string, edits: number, seal: Seal | null = null): MigrationRun {
  const file = path.join(folder, 'account.db');
  const problems: string[] = [];
  const open = (name = file) => openTestStore(stillWorld(), name, testAccount, seal);
  const store = open();
  putEdits(store, edits);
  const before = everyEdit(store);
  store.close();
  const steps = [...migrations, next];
  const points = next.statements.map((_, n) => `migrating ${next.tag} ${n}`).concat(`migrated ${next.tag}`);
  for (const cut of points) {
    if (!crashesAt(file, cut, steps, seal)) problems.push(`nothing crashed at ${cut}`);
    const again = open();
    if (everyEdit(again) !== before) problems.push(`edits changed by a crash at ${cut}`);
    again.close();
  }
  return { cuts: points.length, problems: [...problems, ...wholeMigration(file, { steps, before, seal })] };
}

function crashesAt(file: string, cut: string, steps: Migration[], seal: Seal | null): boolean {
  const world = stillWorld();
  world.crashAt = (point) => point === cut;
  try {
    openStore({ file, world, account: testAccount, steps, seal });
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

function wholeMigration(file: string, { steps, before, seal }: { steps: Migration[]; before: string; seal: Seal | null }): string[] {
  const problems: string[] = [];
  const copyName = `${file}.before-${migrations.length}`;
  const answer = openStore({ file, world: stillWorld(), account: testAccount, steps, seal });
  if (answer.kind !== 'open') return [`the migration ended with ${answer.kind}`];
  if (everyEdit(answer.store) !== before) problems.push('edits changed by the migration');
  if (!verifyAudit(answer.store).whole) problems.push('the audit chain broke');
  if (answer.facts.copy !== copyName || answer.facts.migratedFrom !== migrations.length) problems.push('no copy was kept');
  answer.store.close();
  // The older version refuses the newer form, and its own copy still opens.
  const older = openStore({ file, world: stillWorld(), account: testAccount, seal });
  if (older.kind !== 'newer') problems.push(`a newer database was ${older.kind} to an older version`);
  if (formOf(copyName).kind !== (seal ? 'sealed' : 'plain')) problems.push('the copy has another form');
  const copy = openTestStore(stillWorld(), copyName, testAccount, seal);
  if (everyEdit(copy) !== before) problems.push('the copy is not what was there');
  copy.close();
  return problems;
}
