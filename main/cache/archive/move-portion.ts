import { lte } from 'drizzle-orm';
import { execute, type Sqlite } from '#main/cache/database/driver.ts';
import { amongGiven, given, insertNew, kept, upsert, type Opened } from '#main/cache/database/kept.ts';
import { outbox, request } from '#main/cache/database/schema/outbox.ts';
import type { audit } from '#main/cache/database/schema/trail-lines.ts';
import { archive, archivedNow, auditLine } from '#main/cache/database/schema/trail.ts';
import { editWords } from '#main/cache/database/schema/words.ts';
import type { Store } from '#main/cache/database/store.ts';
import { attemptsOf, type Attempt } from '#main/cache/outbox/attempts.ts';
import { refOf, type OutboxRow } from '#main/cache/outbox/outbox.ts';
import { letGoOfText } from '#main/cache/records/record-texts.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import { followTrail, linesAfter, startOfTrail, type TrailMark } from '#main/cache/trail/audit.ts';
import { openToWrite, problemOf, readArchive, type ArchiveProblem, type WritePlace } from './archive-file.ts';
import { holds, rowsToArchive, writeArchived, type ArchivedRows } from './archived-rows.ts';
import { newestArchive, type Archive } from './archives.ts';
import { editsLeavingWith, lastMovableLine, type ArchiveRule } from './movable.ts';

/** What one portion came to. */
export type Moved =
  | { kind: 'moved'; lines: number; edits: number }
  | { kind: 'done' }
  /** Nothing was moved: the trail does not fit itself here (it is said in Repair), or an archive cannot go on. */
  | { kind: 'stopped'; why: 'trailBroken' | 'differs' | ArchiveProblem };

/** Lines of one portion: a few milliseconds. */
const LINES = 100;

interface Portion {
  name: string;
  from: TrailMark;
  to: TrailMark;
  lines: (typeof audit.$inferSelect)[];
  rows: ArchivedRows[];
  seqs: number[];
  /** What its edits and their requests point at. */
  texts: { ref: RecordRef; textId: number }[];
}

/**
 * Moves the next few lines of the trail, and the edits that end with them, into their year's archive: copied and synced there, read back and
 * compared, and only then, in one commit, deleted here. A crash leaves them in both or in the archive, and the next call does the rest.
 * Throws the error of SQLite or of the disk that the account's own file has.
 */
export function moveToArchive(store: Store, rule: ArchiveRule, lines = LINES): Moved {
  const { folder, seal } = store.archives;
  if (folder === null) return { kind: 'done' };
  const portion = nextPortion(store, rule, lines);
  if (portion === 'trailBroken') return { kind: 'stopped', why: portion };
  if (portion === null) return { kind: 'done' };
  store.world.passing('before archiving');
  const problem = copied(store, { folder, seal }, portion);
  if (problem !== null) return { kind: 'stopped', why: problem };
  store.world.passing('archived');
  const read = readArchive(store, archiveAfter(store, portion), (from) => holdsAll(from, portion));
  if (!read.ok) return { kind: 'stopped', why: read.problem };
  if (!read.value) return { kind: 'stopped', why: 'differs' };
  store.world.passing('archive verified');
  store.commit('archived', () => removeHere(store, portion));
  return { kind: 'moved', lines: portion.lines.length, edits: portion.rows.length };
}

function nextPortion(store: Store, rule: ArchiveRule, limit: number): Portion | 'trailBroken' | null {
  const from = startOfTrail(store);
  const movable = lastMovableLine(store, rule, from.seq, limit);
  if (movable <= from.seq) return null;
  const all = linesAfter(store, from.seq, movable - from.seq);
  const newest = newestArchive(store);
  // No year before the one that is under way, whatever a clock said: each archive holds one piece of the chain.
  const yearOf = ({ at }: { at: number }) => Math.max(Number(newest?.name ?? 0), new Date(Math.min(at, rule.before)).getUTCFullYear());
  const first = all[0];
  const end = all.findIndex((line) => !first || yearOf(line) !== yearOf(first) || (line.at >= rule.before && line.at <= store.world.now()));
  const lines = end === -1 ? all : all.slice(0, end);
  const last = lines.at(-1);
  if (!first || !last) return null;
  const followed = followTrail(store, from, lines.length);
  if (followed.brokenAt !== null || followed.to.seq !== last.seq) return 'trailBroken';
  const edits = editsLeavingWith(store, from.seq, last.seq).map((row) => ({ row, requests: attemptsOf(store, row.id) }));
  return {
    name: String(yearOf(first)),
    from,
    to: followed.to,
    lines,
    rows: edits.map(({ row, requests }) => rowsToArchive(store, row, requests)),
    seqs: edits.map(({ row }) => row.seq),
    texts: edits.flatMap(textsOf),
  };
}

function textsOf({ row, requests }: { row: OutboxRow; requests: readonly Attempt[] }): Portion['texts'] {
  const ref = refOf(row);
  const numbers = [row.baseText, ...requests.map(({ answerText }) => answerText)];
  return numbers.flatMap((textId) => (textId === null ? [] : [{ ref, textId }]));
}

/** Null when everything stands in the archive and the disk has said so; else why it cannot go on. */
function copied(store: Store, place: WritePlace, portion: Portion): ArchiveProblem | null {
  const known = newestArchive(store);
  // What is known to be in a file that is gone would be missed later: it is not made anew.
  if (known?.name === portion.name) {
    const read = readArchive(store, known, () => true);
    if (!read.ok) return read.problem;
  }
  let sql: Sqlite | null = null;
  try {
    sql = openToWrite(store, place, portion.name);
    execute(sql, 'BEGIN IMMEDIATE');
    writeArchived({ sql }, portion.lines, portion.rows);
    store.world.passing('archiving');
    execute(sql, 'COMMIT');
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return problem;
  } finally {
    sql?.close();
  }
}

/** How the archive will be known once the portion is moved. */
function archiveAfter(store: Store, { name, from, to, rows }: Portion): Archive {
  const newest = newestArchive(store);
  const same = newest?.name === name ? newest : null;
  const { seq, hash, version } = to;
  return { name, firstLine: same?.firstLine ?? from.seq + 1, lastLine: seq, hash, version, edits: (same?.edits ?? 0) + rows.length };
}

function holdsAll(from: Opened, portion: Portion): boolean {
  const { to, brokenAt } = followTrail(from, portion.from, portion.lines.length);
  return brokenAt === null && to.seq === portion.to.seq && to.hash === portion.to.hash && portion.rows.every((rows) => holds(from, rows));
}

const putArchive = upsert(archive);
const putLeaving = insertNew(archivedNow);
const forgetLeaving = kept((db) => db.delete(archivedNow));
const removeRequests = kept((db) => db.delete(request).where(amongGiven(request.edit, 'seqs')));
const removeEdits = kept((db) => db.delete(outbox).where(amongGiven(outbox.id, 'ids')));
const removeWords = kept((db) => db.delete(editWords).where(amongGiven(editWords.rowid, 'seqs')));
const removeLines = kept((db) => db.delete(auditLine).where(lte(auditLine.seq, given('last'))));

/** The triggers let go what the archive is known to hold, and nothing else. */
function removeHere(store: Store, portion: Portion): void {
  const ids = JSON.stringify(portion.rows.map(({ edit }) => edit.id));
  const seqs = JSON.stringify(portion.seqs);
  putArchive(store).run(archiveAfter(store, portion));
  for (const { edit } of portion.rows) putLeaving(store).run({ editId: edit.id });
  removeWords(store).run({ seqs });
  removeRequests(store).run({ seqs });
  removeEdits(store).run({ ids });
  for (const pointer of portion.texts) letGoOfText(store, pointer.ref, pointer.textId);
  removeLines(store).run({ last: portion.to.seq });
  forgetLeaving(store).run();
}
