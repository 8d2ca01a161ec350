import { readFileSync } from 'node:fs';
import type { Store } from '#main/storage/store.ts';

/** Figures by the table or index that they are of. */
export type ByTree = Record<string, number>;

/** Bytes of the pages that each table and index holds. */
export function bytesByTree({ sql }: Store): ByTree {
  const rows = sql.prepare<[], { name: string; bytes: number }>('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all();
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Pages that the write-ahead log of a file holds of each table and index; a page counts as often as it was written. */
export function logPagesByTree({ sql }: Store, file: string): ByTree {
  const owners = new Map(
    sql
      .prepare<[], { page: number; name: string }>('SELECT pageno AS page, name FROM dbstat')
      .all()
      .map(({ page, name }) => [page, name]),
  );
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  const salt = log.readBigUInt64BE(16);
  const pages: ByTree = {};
  for (let at = 32; at + frame <= log.length && log.readBigUInt64BE(at + 8) === salt; at += frame) {
    const name = owners.get(log.readUInt32BE(at)) ?? 'free';
    pages[name] = (pages[name] ?? 0) + 1;
  }
  return pages;
}

/** The growth since `before` per item, largest first, without less than a byte or a hundredth of a page. */
export function eachAdded(before: ByTree, after: ByTree, count: number): ByTree {
  const added = Object.entries(after).map(([name, value]): [string, number] => [name, (value - (before[name] ?? 0)) / count]);
  return Object.fromEntries(added.filter(([, value]) => Math.abs(value) >= 0.01).sort(([, a], [, b]) => b - a));
}
