import type { Store } from '#main/cache/database/store.ts';
import { followTrail, startOfTrail, trailStart, verifyAudit, type TrailMark } from '#main/cache/trail/audit.ts';
import type { ArchivesView, TrailVerdict } from '#shared/contract/archive-views.ts';
import { readArchive } from './archive-file.ts';
import { archivesOf, type Archive } from './archives.ts';

/** Lines of one portion, so that the window is answered in between. */
const LINES = 1_000;

/** Every archive, newest first, with what stands in the way of reading it; looked at only where it begins and ends. */
export function archivesView(store: Store): ArchivesView[] {
  return archivesOf(store).map((archive) => {
    const read = readArchive(store, archive, () => true);
    return { name: archive.name, edits: archive.edits, problem: read.ok ? null : read.problem };
  });
}

/** Follows the whole chain, the archives first, a portion at a time; an archive that cannot be read is said by its name and passed over. */
export async function verifyEverything(store: Store): Promise<TrailVerdict> {
  let to = trailStart;
  const archives: ArchivesView[] = [];
  for (const archive of archivesOf(store).reverse()) {
    const { name, edits } = archive;
    const followed = await followArchive(store, archive, to);
    const problem = followed.problem;
    archives.unshift({ name, edits, problem });
    if (followed.brokenAt !== null) return { whole: false, lines: followed.to.seq, brokenAt: followed.brokenAt, archives };
    to = followed.to;
  }
  const here = verifyAudit(store);
  const begins = startOfTrail(store);
  const joined = begins.seq === to.seq && begins.hash === to.hash;
  return { ...here, ...(joined ? {} : { whole: false, brokenAt: begins.seq + 1 }), archives };
}

async function followArchive(store: Store, archive: Archive, from: TrailMark) {
  const end = { seq: archive.lastLine, hash: archive.hash, version: archive.version };
  let to = from;
  while (to.seq < archive.lastLine) {
    const limit = Math.min(LINES, archive.lastLine - to.seq);
    const read = readArchive(store, archive, (opened) => followTrail(opened, to, limit));
    if (!read.ok) return { to: end, brokenAt: null, problem: read.problem };
    if (read.value.brokenAt !== null) return { to, brokenAt: read.value.brokenAt, problem: null };
    // Lines are missing at its end, though the last one is there: a line that does not follow was met above.
    if (read.value.to.seq === to.seq) return { to, brokenAt: to.seq + 1, problem: null };
    to = read.value.to;
    await store.world.sleep(0);
  }
  return { to, brokenAt: to.hash === archive.hash ? null : archive.lastLine, problem: null };
}
