import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { createStore } from '#main/storage/store.ts';
import { isOpenSql } from '#test/open-edits.ts';
import { openTestStore, testSeal } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';
import type { Simulation } from './simulation.ts';

const minute = 60_000;

/** Databases that are put in the place of today's: a backup from before, or a new one that took the open edits out of a damaged one. */
export class Backups {
  readonly #simulation: Simulation;
  /** Edits that undo or redo had opened again in a database that was set aside: they may stand in either place. */
  readonly reopened = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(): void {
    const { scenario, keychain } = this.#simulation;
    if (scenario.restore && keychain.mayTellBackups()) this.#planRestore();
    if (scenario.bringBack) this.#planDamage();
  }

  #planRestore(): void {
    const { time, random } = this.#simulation;
    time.after(minute + random() * 2 * minute, () => {
      if (this.#simulation.sql.inTransaction) return;
      const { files, sql } = this.#simulation;
      const copy = files ? files.copied(sql) : sql.serialize();
      const kept = new Set(this.#simulation.person.acknowledged.keys());
      const sentBefore = this.#simulation.writes.length;
      const underWay = new Set(sql.prepare<[], string>("SELECT id FROM outbox WHERE state = 'sending'").pluck().all());
      const { generation } = this.#simulation;
      this.#simulation.tally('backup taken');
      time.after(minute + random() * 5 * minute, () => {
        if (this.#simulation.generation !== generation) return;
        this.#simulation.tally('backup restored');
        this.#simulation.trace(() => 'backup restored');
        if (this.#simulation.keychain.tellsBackups())
          for (const id of this.#leftUnknown(sentBefore, underWay)) this.#simulation.toReview.add(id);
        this.#noteReopened(this.#simulation.sql);
        this.#simulation.person.forgetAllBut(kept);
        this.#simulation.replaceDatabase(typeof copy === 'string' && files ? files.opened(copy) : new Database(copy));
      });
    });
  }

  /** Requests since the copy, except the first one of an edit under way in the copy, whose outcome the copy itself calls unknown. */
  #leftUnknown(sentBefore: number, underWay: ReadonlySet<string>): string[] {
    const left = this.#simulation.writes.slice(sentBefore).map(({ editId }) => editId);
    return left.filter((id, place) => !underWay.has(id) || left.indexOf(id) < place);
  }

  /** In the database that is about to be set aside. */
  #noteReopened(sql: Database.Database): void {
    const reopened = sql.prepare<[], string>("SELECT DISTINCT edit_id FROM audit WHERE what = 'reopened'").pluck();
    for (const id of reopened.all()) this.reopened.add(id);
  }

  #planDamage(): void {
    const { time, random } = this.#simulation;
    time.after(minute + random() * 6 * minute, () => {
      if (!this.#simulation.sql.inTransaction) this.openDamaged();
    });
  }

  /** The database is damaged: it is set aside, and a new one takes in what it still holds open, for a user to look at. */
  openDamaged(): void {
    const { sql, person, toReview, files } = this.#simulation;
    const file = files?.copied(sql) ?? path.join(tmpdir(), `laws-${process.pid}-${this.#simulation.options.seed}.db`);
    if (!files) writeFileSync(file, sql.serialize());
    const open = sql.prepare<[], string>(`SELECT id FROM outbox WHERE ${isOpenSql}`).pluck().all();
    const store = createStore(files?.fresh() ?? new Database(empty()), fakeWorld(), this.#simulation.signedIn.account());
    const { returned } = this.#simulation.deviations.bringBack(() => bringBackEdits(store, file, [], files ? [testSeal] : []), store);
    rmSync(file);
    this.#simulation.tally('brought back', returned);
    this.#simulation.trace(() => `brought back ${returned}`);
    for (const id of open) toReview.add(id);
    this.#noteReopened(sql);
    person.forgetAllBut(new Set(open));
    this.#simulation.replaceDatabase(store.sql);
  }
}

let made: Buffer | null = null;

/** A migrated database that holds nothing; made once. */
function empty(): Buffer {
  if (made) return made;
  const store = openTestStore(fakeWorld());
  made = store.sql.serialize();
  store.close();
  return made;
}
