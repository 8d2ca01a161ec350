import { existsSync, readdirSync } from 'node:fs';
import { asc, count, desc, min } from 'drizzle-orm';
import { insertInto, kept } from '#main/cache/database/kept.ts';
import { archivedEdit } from '#main/cache/database/schema/archive-file.ts';
import { audit } from '#main/cache/database/schema/trail-lines.ts';
import { archive } from '#main/cache/database/schema/trail.ts';
import type { Store } from '#main/cache/database/store.ts';
import { archiveName, lookInto } from './archive-file.ts';

const ends = kept((db) =>
  db.select({ lastLine: audit.seq, hash: audit.hash, version: audit.version }).from(audit).orderBy(desc(audit.seq)).limit(1),
);
const begins = kept((db) => db.select({ seq: min(audit.seq) }).from(audit));
const edits = kept((db) => db.select({ n: count() }).from(archivedEdit));
const known = kept((db) => db.select({ name: archive.name }).from(archive).orderBy(asc(archive.name)));
const insert = insertInto(archive);

/**
 * Makes the archives known to a file that was made anew after damage: its trail goes on from the last of them. One that cannot be read now is
 * left where it is, and not known.
 */
export function adoptArchives(store: Store): void {
  const { folder } = store.archives;
  const names = folder !== null && existsSync(folder) ? readdirSync(folder).flatMap((file) => archiveName(file) ?? []) : [];
  const here = new Set(
    known(store)
      .all()
      .map(({ name }) => name),
  );
  store.commit('archives adopted', () => {
    for (const name of names) {
      if (here.has(name)) continue;
      const read = lookInto(store, name, (from) => ({
        end: ends(from).get(),
        first: begins(from).get(),
        edits: edits(from).get()?.n ?? 0,
      }));
      const end = read.ok ? read.value.end : undefined;
      if (!read.ok || !end) continue;
      insert(store).run({ name, firstLine: read.value.first?.seq ?? end.lastLine, ...end, edits: read.value.edits });
    }
  });
}
