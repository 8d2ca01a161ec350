import { sql } from 'drizzle-orm';
import { referenceKinds, type ReferenceKind } from '#shared/references/reference-kind.ts';
import { given, kept } from '#main/cache/database/kept.ts';
import { reference } from '#main/cache/database/schema/references.ts';
import type { Store } from '#main/cache/database/store.ts';

/** The names of one kind as one text, a line each, by rank: one search of it costs less than sixty thousand of a name each. */
interface Shelf {
  ids: string[];
  /** Where each line begins. */
  starts: number[];
  /** Folded, with a space before and behind each word. */
  text: string;
}

const { kind, id, folded, rank } = reference;
const namesOfKind = kept((db) =>
  db.rows({ id, folded }, sql`FROM ${reference} WHERE ${kind} = ${given('kind')} AND ${folded} <> '' ORDER BY ${rank} DESC`),
);

/** The shelves of each database until a name is another: neither a search nor a picker must read the book at every key. */
const remembered = new WeakMap<Store, Map<ReferenceKind, Shelf>>();

function shelfOf(store: Store, kind: ReferenceKind): Shelf {
  // What a rollback takes back must never be remembered.
  if (store.sql.inTransaction) return readShelf(store, kind);
  let shelves = remembered.get(store);
  if (!shelves) {
    shelves = new Map();
    remembered.set(store, shelves);
    const known = shelves;
    store.subscribe((changes) => {
      if (changes.some((change) => change.kind === 'names')) known.clear();
    });
  }
  const shelf = shelves.get(kind) ?? readShelf(store, kind);
  shelves.set(kind, shelf);
  return shelf;
}

function readShelf(store: Store, kind: ReferenceKind): Shelf {
  const names = namesOfKind(store).all({ kind });
  const starts: number[] = [];
  let at = 0;
  const lines = names.map((name) => {
    starts.push(at);
    at += name.folded.length + 3;
    return ` ${name.folded} `;
  });
  return { ids: names.map((name) => name.id), starts, text: `${lines.join('\n')}\n` };
}

/** The ids of a kind whose name holds every word, by rank as it was when a name last changed; at most `limit`. */
export function idsNamed(store: Store, kind: ReferenceKind, words: readonly string[], limit: number): string[] {
  const { ids, starts, text } = shelfOf(store, kind);
  const [rarest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const found: string[] = [];
  for (let at = text.indexOf(rarest); at !== -1 && found.length < limit;) {
    const line = lineAt(starts, at);
    const end = starts[line + 1] ?? text.length;
    const whole = others.length === 0 ? '' : text.slice(starts[line], end);
    const one = ids[line];
    if (one !== undefined && others.every((word) => whole.includes(word))) found.push(one);
    at = end >= text.length ? -1 : text.indexOf(rarest, end);
  }
  return found;
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

/** The ids of all kinds whose name has a word like this one; at most `limit` of each kind. What all records refer to tells none apart. */
export function idsWithWord(store: Store, word: string, limit: number): string[] {
  return referenceKinds.filter((kind) => kind !== 'company').flatMap((kind) => idsNamed(store, kind, [word], limit));
}
