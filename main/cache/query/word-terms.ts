import { sql } from 'drizzle-orm';
import { execute } from '#main/cache/database/driver.ts';
import { given, kept } from '#main/cache/database/kept.ts';
import { wordTerm } from '#main/cache/database/schema/words.ts';
import type { Store } from '#main/cache/database/store.ts';
import { lowerAscii } from '#main/cache/records/search-text.ts';

/** After every word that begins as what stands before it. */
const behindAll = '\u{10FFFF}';
/** Beginnings of up to so many letters have entries of their own (`prefix` of the index); rows of a longer one are put together from its words'. */
const longestIndexed = 4;
/** So many different words are looked at until their beginning is known; of more, what was typed stays. */
const mostLooks = 10;

const known = new WeakSet<object>();
const nextTerm = kept((db) => db.rows({ term: wordTerm.term }, sql`FROM ${wordTerm} WHERE ${wordTerm.term} >= ${given('from')} LIMIT 1`));

/** The first word of the index that is not before `from`; it stands there as the index folds words. */
function termFrom(store: Store, from: string): string {
  if (!known.has(store.sql))
    execute(store.sql, `CREATE VIRTUAL TABLE temp.record_word_term USING fts5vocab('main', 'record_words', 'instance')`);
  known.add(store.sql);
  return nextTerm(store).get({ from })?.term ?? '';
}

/** Whether a word of the index begins so; letters from a to z, small. */
export const isBeginning = (store: Store, begins: string): boolean => termFrom(store, begins).startsWith(begins);

/**
 * A query for one word or its beginning as the longest that finds the same: while all words that begin with "ho" begin with "hotel", what
 * asks for one asks for the other, so that letter after letter finds what was read before. Any other query stays as it is, and every one
 * within a transaction, which may be taken back.
 */
export function longestAlike(store: Store, match: string): string {
  const [, typed, star] = /^"([^"]+)"(\*?)$/.exec(match) ?? [];
  if (typed === undefined || store.sql.inTransaction) return match;
  // Terms stand as FTS5 folds them, which leaves the capitals of younger scripts alone; JavaScript's toLowerCase does not.
  const asked = lowerAscii(typed);
  let common = termFrom(store, asked);
  if (star === '') return common === asked && !termFrom(store, `${asked}\0`).startsWith(asked) ? `"${asked}"*` : match;
  if (!common.startsWith(asked)) return match;
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const next = termFrom(store, common + behindAll);
    if (!next.startsWith(asked)) return `"${common}"*`;
    common = common.slice(0, alike(common, next));
    if (common.length <= asked.length) return match;
  }
  return match;
}

/**
 * A query for a beginning as the index answers it soonest, in half the time: by the entry of its first letters, where all words with them begin
 * like it, or by its only word. Any other query stays as it is.
 */
export function quickest(store: Store, match: string): string {
  const typed = /^"([^"]+)"\*$/.exec(match)?.[1];
  if (typed === undefined || store.sql.inTransaction) return match;
  const indexed = [...typed].slice(0, longestIndexed).join('');
  if (indexed === typed) return match;
  if (longestAlike(store, `"${indexed}"*`) === match) return `"${indexed}"*`;
  const isOnlyWord = termFrom(store, typed) === typed && !termFrom(store, `${typed}\0`).startsWith(typed);
  return isOnlyWord ? `"${typed}"` : match;
}

/** How many letters two words begin with alike, none of them half of one. */
function alike(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]$/.test(one.slice(0, length)) ? length - 1 : length;
}
