import { referenceKinds } from '#shared/references/reference-kind.ts';
import type { Store } from '#main/cache/database/store.ts';
import { referenceWord, searchedWords } from '#main/cache/records/words.ts';
import { fold } from './fold.ts';
import { idsNamed } from './named.ts';

/** So many things of each kind may a word name, the most used first: more would be every record. What all words name together goes before. */
const mostNamed = 20;

/** What all records refer to tells none apart. */
const telling = referenceKinds.filter((kind) => kind !== 'company');

/** A word of a search, and how it stands in a name: folded, from its beginning, and to its end unless more of it may follow. */
interface Asked {
  word: string;
  beginning: boolean;
  inName: string;
}

/**
 * A query of the word index for what a person typed: every word must occur in a record, or begin a word of the name of something that the
 * record refers to. `whole` asks for whole words, else the last one is a beginning. Null when there is no word in it. The index holds ids,
 * names are looked up here: a new name needs no record to be indexed anew.
 */
export function matchNaming(store: Store, text: string, whole = false): string | null {
  const words = searchedWords(text);
  if (words.length === 0) return null;
  const asked = words.map((word, at): Asked => {
    const beginning = !whole && at === words.length - 1;
    return { word, beginning, inName: ` ${fold(word)}${beginning ? '' : ' '}` };
  });
  const inName = asked.map((each) => each.inName);
  const together = telling.map((kind) => (words.length > 1 ? idsNamed(store, kind, inName, mostNamed) : []));
  return asked.map((each) => termOf(store, each, together)).join(' AND ');
}

function termOf(store: Store, { word, beginning, inName }: Asked, together: readonly string[][]): string {
  const own = beginning ? `"${word}"*` : `"${word}"`;
  const ids = telling.flatMap((kind, at) => {
    const first = together[at] ?? [];
    const others = beginning && inName.length < 3 ? [] : idsNamed(store, kind, [inName], mostNamed);
    return [...new Set([...first, ...others])].slice(0, mostNamed);
  });
  const named = ids.map((id) => `"${referenceWord(id)}"`);
  return named.length === 0 ? own : `(${[own, ...named].join(' OR ')})`;
}
