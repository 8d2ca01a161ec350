import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { resealDatabase } from '#main/storage/sealing/reseal.ts';
import { formOf } from '#main/storage/sealing/seal.ts';
import { openTestStore, testAccount, testSeal } from '#test/cache.ts';
import { fakeWorld } from '#test/world.ts';

/** A schedule's databases as encrypted files, one after the other, in a folder that the caller removes. */
export class SealedFiles {
  readonly #folder: string;
  #made = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An encrypted file that holds what a plain database held. */
  from(image: Buffer): Database.Database {
    const file = this.#next();
    writeFileSync(file, image);
    resealDatabase({ file, world: fakeWorld(), from: null, to: testSeal });
    return this.opened(file);
  }

  /** A new encrypted database. */
  fresh(): Database.Database {
    return openTestStore(fakeWorld(), this.#next(), testAccount, testSeal).sql;
  }

  /** Copies a database as a backup program does: the file and its log, still encrypted. Answers the copy's path. */
  copied(sql: Database.Database): string {
    const file = this.#next();
    for (const suffix of ['', '-wal']) if (existsSync(sql.name + suffix)) copyFileSync(sql.name + suffix, file + suffix);
    return file;
  }

  opened(file: string): Database.Database {
    if (formOf(file).kind !== 'sealed') throw new Error(`${file} is ${formOf(file).kind}`);
    return openTestStore(fakeWorld(), file, testAccount, testSeal).sql;
  }

  #next(): string {
    this.#made += 1;
    return path.join(this.#folder, `${this.#made}.db`);
  }
}
