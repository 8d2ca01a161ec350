import type { Store } from '#main/cache/database/store.ts';
import { referenceWord, searchedWords } from '#main/cache/records/words.ts';
import { fold } from './fold.ts';
import { idsWithWord } from './named.ts';

/** So many things of each kind may a word name, the most used first: more would be every record. */
const mostNamed = 20;

/**
 * A query of the word index for what a person typed: every word must occur in a record, or begin a word of the name of something that the
 * record refers to. `whole` asks for whole words, else the last one is a beginning. Null when there is no word in it. The index holds ids,
 * names are looked up here: a new name needs no record to be indexed anew.
 */
export function matchNaming(store: Store, text: string, whole = false): string | null {
  const words = searchedWords(text);
  if (words.length === 0) return null;
  return words.map((word, at) => termOf(store, word, !whole && at === words.length - 1)).join(' AND ');
}

function termOf(store: Store, word: string, beginning: boolean): string {
  const own = beginning ? `"${word}"*` : `"${word}"`;
  const asked = ` ${fold(word)}${beginning ? '' : ' '}`;
  const ids = beginning && asked.length < 3 ? [] : idsWithWord(store, asked, mostNamed);
  const named = ids.map((id) => `"${referenceWord(id)}"`);
  return named.length === 0 ? own : `(${[own, ...named].join(' OR ')})`;
}
