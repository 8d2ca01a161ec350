import { sql } from 'drizzle-orm';
import { referenceKinds, type ReferenceKind, type ReferenceRef } from '#shared/references/reference-kind.ts';
import { param, prepared } from '#main/storage/prepared.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';

/** The names of one kind as one text, a line each, by rank: one search of it costs less than sixty thousand of a name each. */
interface NameIndex {
  ids: string[];
  /** The start of each line. */
  starts: number[];
  /** Folded, with a space before and behind each word. */
  text: string;
  /** Names changed since the text was read, by id, newest last: they replace their lines in the text. */
  changed: Map<string, { line: string; inUse: boolean }>;
}

const { kind, id, folded, rank } = reference;
const namesOfKind = prepared((db) =>
  db.rows({ id, folded }, sql`FROM ${reference} WHERE ${kind} = ${param('kind')} AND ${folded} <> '' ORDER BY ${rank} DESC`),
);

/** The shelves of each database: neither a search nor a picker must read the names directory at every key. */
const remembered = new WeakMap<Store, Map<ReferenceKind, NameIndex>>();
/** With more names again than this, a shelf costs less when it is read again. */
const mostChanged = 300;
/** So many names are read in one portion of `readNamesAhead`, and the rest of their kind. */
const perPortion = 2_000;

function indexesOf(store: Store): Map<ReferenceKind, NameIndex> {
  const known = remembered.get(store) ?? new Map<ReferenceKind, NameIndex>();
  remembered.set(store, known);
  return known;
}

function indexOf(store: Store, kind: ReferenceKind): NameIndex {
  const known = indexesOf(store).get(kind);
  if (known) return known;
  const read = readIndex(store, kind);
  // Never cache values of a transaction that may be rolled back.
  if (!store.sql.inTransaction) indexesOf(store).set(kind, read);
  return read;
}

/** True when `readNamesAhead` has something to read. */
export function namesWait(store: Store): boolean {
  return indexesOf(store).size < referenceKinds.length;
}

/** Reads names before somebody types, kind by kind; answers whether all are read. */
export function readNamesAhead(store: Store): boolean {
  let read = 0;
  for (const kind of referenceKinds) if (!indexesOf(store).has(kind) && read < perPortion) read += indexOf(store, kind).ids.length;
  return !namesWait(store);
}

/** Forgets the names that were read: many are others now, or their ranks are. */
export function forgetNameIndex(store: Store): void {
  remembered.delete(store);
}

/** Tells, in the transaction under way, what a reference is called from now on; `folded` is '' for one without a name. */
export function nameInIndex(store: Store, ref: ReferenceRef, { folded, inUse }: { folded: string; inUse: boolean }): void {
  const index = indexesOf(store).get(ref.kind);
  if (!index) return;
  const forget = () => void indexesOf(store).delete(ref.kind);
  store.ifUndone(forget);
  if (index.changed.size >= mostChanged) return forget();
  index.changed.delete(ref.id);
  index.changed.set(ref.id, { line: folded === '' ? '' : ` ${folded} `, inUse });
}

function readIndex(store: Store, kind: ReferenceKind): NameIndex {
  const names = namesOfKind(store).all({ kind });
  const starts: number[] = [];
  let at = 0;
  const lines = names.map((name) => {
    starts.push(at);
    at += name.folded.length + 3;
    return ` ${name.folded} `;
  });
  return { ids: names.map((name) => name.id), starts, text: `${lines.join('\n')}\n`, changed: new Map() };
}

/** The ids of a kind whose name holds every word, by rank as it was when names were read, what was named since before it; at most `limit`. */
export function idsNamed(store: Store, kind: ReferenceKind, words: readonly string[], limit: number): string[] {
  const { ids, starts, text, changed } = indexOf(store, kind);
  const [rarest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const fitting = [...changed].filter(([, { line }]) => words.every((word) => line.includes(word))).reverse();
  const found = fitting.flatMap(([id, { inUse }]) => (inUse ? [id] : []));
  for (let at = text.indexOf(rarest); at !== -1 && found.length < limit;) {
    const line = lineAt(starts, at);
    const end = starts[line + 1] ?? text.length;
    const whole = others.length === 0 ? '' : text.slice(starts[line], end);
    const one = ids[line];
    if (one !== undefined && !changed.has(one) && others.every((word) => whole.includes(word))) found.push(one);
    at = end >= text.length ? -1 : text.indexOf(rarest, end);
  }
  return [...found, ...fitting.flatMap(([id, { inUse }]) => (inUse ? [] : [id]))].slice(0, limit);
}

/** The line that holds a place, by halves. */
function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
