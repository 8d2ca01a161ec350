import { and, desc, gt, sql } from 'drizzle-orm';
import { param, prepared, selectFrom } from '#main/storage/prepared.ts';
import { outbox } from '#main/storage/schema/outbox.ts';
import { editWords } from '#main/storage/schema/words.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { likeText } from '#main/storage/like.ts';
import type { Store } from '#main/storage/store.ts';
import { matchOf, wordsOf } from './words.ts';

/** The number of edits that one call indexes: a few milliseconds. */
const perCall = 300;

const newestIndexed = selectFrom(editWords, { fields: { seq: editWords.rowid }, order: desc(editWords.rowid), limit: 1 });
const notIndexed = gt(outbox.seq, param('indexed'));
const nextEdits = selectFrom(outbox, {
  fields: { seq: outbox.seq, body: outbox.body, format: outbox.format },
  where: notIndexed,
  order: outbox.seq,
  limit: param('limit'),
});
const putWords = prepared((db) => db.text(sql`INSERT INTO ${editWords} (rowid, words) VALUES (${param('seq')}, ${param('words')})`));
const behindIndex = selectFrom(outbox, {
  fields: { seq: outbox.seq },
  where: and(notIndexed, sql`NOT EXISTS (SELECT 1 FROM json_each(${param('patterns')}) WHERE ${outbox.body} NOT LIKE value ESCAPE '\\')`),
  order: desc(outbox.seq),
  limit: param('limit'),
});
const matching = selectFrom(editWords, {
  fields: { seq: editWords.rowid },
  where: sql`${editWords} MATCH ${param('match')}`,
  order: desc(editWords.rowid),
  limit: param('limit'),
});

/** The newest edit in the index; edits are indexed in their order. */
function indexedUpTo(store: Store): number {
  return newestIndexed(store).get()?.seq ?? 0;
}

/**
 * Takes the next edits into the word index. Recording an edit leaves this out, so that saving stays fast; a body never changes, so an edit is
 * indexed once. Answers whether all are.
 */
export function indexEdits(store: Store): boolean {
  const rows = nextEdits(store).all({ indexed: indexedUpTo(store), limit: perCall });
  if (rows.length === 0) return true;
  store.commit('edit words', () => {
    for (const row of rows) {
      const body = bodyOf(row);
      putWords(store).run({ seq: row.seq, words: body ? wordsOf(body) : '' });
    }
  });
  return rows.length < perCall;
}

/** The newest edits in which every word was typed: the indexed ones by the index, the others by looking at them. */
export function editsWithWords(store: Store, text: string, limit: number): number[] {
  const match = matchOf(text);
  if (match === null) return [];
  const patterns = JSON.stringify([...text.matchAll(/\S+/g)].map(([word]) => likeText(word)));
  const behind = behindIndex(store).all({ indexed: indexedUpTo(store), patterns, limit });
  return [...behind, ...matching(store).all({ match, limit })].slice(0, limit).map((row) => row.seq);
}
