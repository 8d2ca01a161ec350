import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Overwrites the first page of a table, or of an index, with noise; the file is closed. */
export function spoilTable(file: string, name: string): void {
  const database = new Database(file, { readonly: true });
  const page = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name));
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, new Uint8Array(4096).fill(0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}
