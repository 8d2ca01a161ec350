import { eq } from 'drizzle-orm';
import type { Sqlite } from './driver.ts';
import { given, insertInto, kept } from './kept.ts';
import { phrase } from '#main/storage/schema/trail.ts';
import type { Store } from './store.ts';

const find = kept((db) =>
  db
    .select({ id: phrase.id })
    .from(phrase)
    .where(eq(phrase.text, given('text'))),
);
const insert = insertInto(phrase);

const known = new WeakMap<Sqlite, Map<string, number>>();

/** The number under which a text that many rows say is kept once. In the transaction under way. */
export function phraseOf(store: Store, text: string): number {
  const phrases = known.get(store.sql) ?? new Map<string, number>();
  known.set(store.sql, phrases);
  const before = phrases.get(text) ?? find(store).get({ text })?.id;
  const id = before ?? Number(insert(store).run({ text }).lastInsertRowid);
  phrases.set(text, id);
  if (before === undefined) store.ifUndone(() => phrases.delete(text));
  return id;
}
