import { bodyOf } from './outbox.ts';
import { likeText } from '#main/cache/records/search-text.ts';
import type { Store } from '#main/cache/database/store.ts';
import { matchOf, wordsOf } from '#main/cache/records/words.ts';

/** How many edits one call takes into the index: a few milliseconds. */
const perCall = 300;

/** The newest edit in the index; edits are indexed in their order. */
function indexedUpTo(store: Store): number {
  return store.prepared<{ seq: number }>(`SELECT rowid AS seq FROM edit_words ORDER BY rowid DESC LIMIT 1`).get()?.seq ?? 0;
}

/**
 * Takes the next edits into the word index. Recording an edit leaves this out, so that saving stays fast; a body never changes, so an edit is
 * indexed once. Answers whether all are.
 */
export function indexEdits(store: Store): boolean {
  const rows = store
    .prepared<{ seq: number; body: string; format: number }>(`SELECT seq, body, format FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`)
    .all(indexedUpTo(store), perCall);
  if (rows.length === 0) return true;
  store.commit('edit words', () => {
    for (const row of rows) {
      const body = bodyOf(row);
      store.prepared(`INSERT INTO edit_words (rowid, words) VALUES (?, ?)`).run(row.seq, body ? wordsOf(body) : '');
    }
  });
  return rows.length < perCall;
}

/** The newest edits in which every word was typed: the indexed ones by the index, the others by looking at them. */
export function editsWithWords(store: Store, text: string, limit: number): number[] {
  const match = matchOf(text);
  if (match === null) return [];
  const behind = store
    .prepared<{ seq: number }>(
      `SELECT seq FROM outbox WHERE seq > ? AND NOT EXISTS
         (SELECT 1 FROM json_each(?) WHERE outbox.body NOT LIKE '%' || value || '%' ESCAPE '\\') ORDER BY seq DESC LIMIT ?`,
    )
    .all(indexedUpTo(store), JSON.stringify(text.trim().split(/\s+/).map(likeText)), limit);
  const indexed = store
    .prepared<{ seq: number }>(`SELECT rowid AS seq FROM edit_words WHERE edit_words MATCH ? ORDER BY rowid DESC LIMIT ?`)
    .all(match, limit);
  return [...behind, ...indexed].slice(0, limit).map((row) => row.seq);
}
