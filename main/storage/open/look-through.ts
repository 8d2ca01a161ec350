import { sql as text } from 'drizzle-orm';
import type { World } from '#shared/world.ts';
import type { Sqlite } from '#main/storage/driver.ts';
import { prepared } from '#main/storage/prepared.ts';

/** The tables that hold what a user typed, what left, the audit log, and the registry's. The rest can be read from the service again: damage is found when it is met. */
const lookedThrough = ['outbox', 'attempts', 'audit', 'account', 'app_setting'];

const tableNames = prepared((db) => db.rows({ name: text<string>`name` }, text`FROM sqlite_schema WHERE type = 'table'`));

/** The damage was found behind the first page: nothing was written and nothing left. Opened again, the file is set aside whole. */
export class QueueDamaged extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** Checks these tables now, while the file is opened (quick_check). Returns the damage, or null. */
export function damageIn(sql: Sqlite): string | null {
  for (const table of tablesOf(sql)) {
    const damage = damageOf(sql, table);
    if (damage !== null) return damage;
  }
  return null;
}

/**
 * The alternative for a fast start: pages are read at once, and SQLite refuses writes (query_only) until every table was checked. Each call of the
 * returned function checks one table; after the last it allows writes, calls `whole` and returns true. Throws `QueueDamaged`.
 */
export function lookThroughLater(sql: Sqlite, world: World, whole: () => void): () => boolean {
  sql.pragma('query_only = ON');
  let left: string[] | null = null;
  return () => {
    left ??= tablesOf(sql);
    const [table] = left;
    if (table === undefined) return true;
    world.passing(`before looking through ${table}`);
    const damage = damageOf(sql, table);
    if (damage !== null) throw new QueueDamaged(damage);
    if (left.length === 1) {
      sql.pragma('query_only = OFF');
      whole();
    }
    left.shift();
    return left.length === 0;
  };
}

function tablesOf(sql: Sqlite): string[] {
  const names = tableNames({ sql })
    .all()
    .map(({ name }) => name);
  return lookedThrough.filter((name) => names.includes(name));
}

function damageOf(sql: Sqlite, table: string): string | null {
  const verdict: unknown = sql.pragma(`quick_check(${table})`, { simple: true });
  return verdict === 'ok' ? null : String(verdict);
}
