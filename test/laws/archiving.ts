import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite, type Sqlite } from '#main/cache/database/driver.ts';
import { seededRandom } from '#test/world.ts';
import type { ArchivePlace } from '#main/cache/database/store.ts';
import { Crash } from './simulated-world.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;
/** What was closed so long ago may be archived while everything else goes on: minutes here, years on a laptop. */
const ageMs = 2 * minute;

/** Closed edits leave for an archive, a few lines at a time, in the middle of everything. */
export class Archiving {
  readonly #simulation: Simulation;
  /** Drawn apart: older schedules stay as they were. */
  readonly #random: () => number;
  readonly place: ArchivePlace;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#random = seededRandom(simulation.options.seed ^ 0xa2c41e);
    const { archives, restore, bringBack, damagedAtStart } = simulation.scenario;
    // Another copy of the account's own file comes with another copy of its archives: not here.
    const one = archives && !restore && !bringBack && !damagedAtStart && simulation.options.sealedIn === undefined;
    const folder = one ? mkdtempSync(path.join(tmpdir(), 'laws-archive-')) : null;
    this.place = { folder, seal: null };
  }

  /** Whether the process dies while it archives; drawn apart, too. */
  crashes(point: string): boolean | null {
    return point.includes('archiv') ? this.#random() < Math.max(0.05, this.#simulation.scenario.crashShare) : null;
  }

  begin(): void {
    if (this.place.folder !== null) this.#plan();
  }

  #plan(): void {
    const { time } = this.#simulation;
    time.after(20_000 + this.#random() * minute, () => {
      this.#move();
      this.#plan();
    });
  }

  #move(): void {
    const { store, deviations, disk, lid } = this.#simulation;
    if (!store || store.sql.inTransaction || lid.isClosed()) return;
    try {
      const lines = 1 + Math.floor(this.#random() * 20);
      const moved = deviations.archive(store, { before: store.world.now() - ageMs, keepLines: 3 }, lines);
      if (moved.kind === 'moved') this.#simulation.tally('archived', moved.edits);
      if (moved.kind === 'stopped') this.#simulation.violation('P4', `nothing could be archived: ${moved.why}`);
    } catch (error) {
      if (!(error instanceof Crash) && !disk.refused(error, 'the archive')) throw error;
    }
  }

  /** At the end everything is put back where it was, by hand, so that the promises are judged over all that was ever recorded. */
  bringHome(): void {
    const { folder } = this.place;
    if (folder === null) return;
    const { sql } = this.#simulation;
    sql.pragma('query_only = OFF');
    for (const name of ['outbox_first_state', 'archive_never_deleted']) sql.exec(`DROP TRIGGER ${name}`);
    for (const { name, last } of sql.prepare<[], { name: string; last: number }>('SELECT name, last_line AS last FROM archive').all()) {
      const file = path.join(folder, `${name}.archive`);
      // What never came there is missed by the promises.
      if (!existsSync(file)) continue;
      const archive = openSqlite(file);
      for (const table of ['archived_edit', 'archived_attempt']) if (stands(archive, table)) this.#copyRows(archive, table, sql);
      if (stands(archive, 'audit'))
        copyAll(sql, 'audit_line', archive.prepare<[number], Row>('SELECT * FROM audit WHERE seq <= ?').all(last));
      archive.close();
    }
    sql.exec('DELETE FROM archive');
    rmSync(folder, { recursive: true, force: true });
  }

  #copyRows(archive: Sqlite, table: string, sql: Sqlite): void {
    const rows = archive.prepare<[], Row>(`SELECT * FROM ${table}`).all();
    const whole = rows.map(({ row, body, answer }) => {
      const named = JSON.parse(String(row)) as Row;
      const columns = Object.entries(named).map(([name, value]) => [columnOf(name), value]);
      return { ...(Object.fromEntries(columns) as Row), ...(table === 'archived_attempt' ? { body, answer } : {}) };
    });
    if (table === 'archived_edit') copyAll(sql, 'outbox', whole);
    else copyAll(sql, 'request', requestsOf(sql, whole));
  }
}

type Row = Record<string, unknown>;

/** A file that a crash left before its first commit has no tables. */
const stands = (file: Sqlite, name: string): boolean =>
  file.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;

/** `recordId` is `record_id` in the file; `repeat` is called otherwise there. */
const columnOf = (name: string): string =>
  name === 'repeat' ? 'repeat_class' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Requests as they lie in the account's own file, each with texts of its own. */
function requestsOf(sql: Sqlite, rows: Row[]): Row[] {
  return rows.map(({ edit_id: id, boot_id: boot, ...rest }) => {
    sql.prepare('INSERT OR IGNORE INTO phrase (text) VALUES (?)').run(boot);
    const phrase: unknown = sql.prepare('SELECT id FROM phrase WHERE text = ?').pluck().get(boot);
    return { ...rest, boot: phrase, edit: sql.prepare('SELECT seq FROM outbox WHERE id = ?').pluck().get(id) };
  });
}

function copyAll(sql: Sqlite, table: string, rows: Row[]): void {
  for (const row of rows) {
    const names = Object.keys(row);
    sql
      .prepare(`INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  }
}
