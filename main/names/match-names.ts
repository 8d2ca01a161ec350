import type { RecordKind } from '#shared/records/record-kind.ts';
import { referenceKinds, type ReferenceKind } from '#shared/references/reference-kind.ts';
import { referencePlaces } from '#shared/references/reference-places.ts';
import type { Store } from '#main/storage/store.ts';
import { referenceWord, searchedWords } from '#main/projections/search/words.ts';
import { fold } from './fold.ts';
import { idsNamed } from './named.ts';

/** So many things of each kind may a word name, the most used first: more would be every record. What all words name together goes before. */
const mostNamed = 20;

/** Reference kinds that distinguish records of a kind: kinds that all records refer to are left out. */
const heldBy = (record: RecordKind): ReferenceKind[] =>
  referenceKinds.filter((kind) => kind !== 'company' && referencePlaces[kind].some((place) => place.startsWith(`${record}.`)));

/** A word of a search, and how it is in a name: folded, from its beginning, and to its end unless more of it may follow. */
interface Asked {
  word: string;
  beginning: boolean;
  inName: string;
}

/**
 * Queries of the word index for what a user typed, one a word, all of which a record of the kind must answer: each word must occur in it, or
 * begin a word of the name of something that the record refers to. `whole` asks for whole words, else the last one is a beginning. The index
 * holds ids, names are looked up here: a new name needs no record to be indexed again.
 */
export function matchNaming(store: Store, record: RecordKind, text: string, whole = false): string[] {
  const words = searchedWords(text);
  const asked = words.map((word, at): Asked => {
    const beginning = !whole && at === words.length - 1;
    return { word, beginning, inName: ` ${fold(word)}${beginning ? '' : ' '}` };
  });
  const inName = asked.map((each) => each.inName);
  const kinds = heldBy(record).map((kind) => ({ kind, together: words.length > 1 ? idsNamed(store, kind, inName, mostNamed) : [] }));
  return asked.map((each) => termOf(store, each, kinds));
}

function termOf(store: Store, { word, beginning, inName }: Asked, kinds: readonly { kind: ReferenceKind; together: string[] }[]): string {
  const own = beginning ? `"${word}"*` : `"${word}"`;
  const ids = kinds.flatMap(({ kind, together }) => {
    const others = beginning && inName.length < 3 ? [] : idsNamed(store, kind, [inName], mostNamed);
    return [...new Set([...together, ...others])].slice(0, mostNamed);
  });
  const named = ids.map((id) => `"${referenceWord(id)}"`);
  return named.length === 0 ? own : `(${own}${or}(${named.join(or)}))`;
}

const or = ' OR ';
const and = ' AND ';

/** One query for what several ask. */
export const allOf = (matches: readonly string[]): string => matches.join(and);
