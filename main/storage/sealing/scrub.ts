import type { Store } from '#main/storage/store.ts';

/**
 * While `work` removes rows, what they held is overwritten in the file, and the log is emptied after it: a deleted row would otherwise be read
 * from a free page. What an SSD keeps of it is beyond a program.
 */
export async function scrubbing<T>({ sql }: Store, work: () => Promise<T>): Promise<T> {
  sql.pragma('secure_delete = ON');
  try {
    return await work();
  } finally {
    if (sql.open) {
      sql.pragma('secure_delete = OFF');
      sql.pragma('wal_checkpoint(TRUNCATE)');
    }
  }
}
