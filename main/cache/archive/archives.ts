import { desc } from 'drizzle-orm';
import { kept, type Opened } from '#main/cache/database/kept.ts';
import { archive } from '#main/cache/database/schema/trail.ts';

/** One year's archive as the account's own file knows it. */
export type Archive = typeof archive.$inferSelect;

const newestFirst = kept((db) => db.select().from(archive).orderBy(desc(archive.lastLine)));
const newest = kept((db) => db.select().from(archive).orderBy(desc(archive.lastLine)).limit(1));

/** Every archive of an account, newest first. */
export const archivesOf = (store: Opened): Archive[] => newestFirst(store).all();

/** The newest archive: the trail in the account's own file goes on from its last line. Null when nothing was archived. */
export const newestArchive = (store: Opened): Archive | null => newest(store).get() ?? null;
