import { sql } from 'drizzle-orm';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { param, preparedForms } from '#main/storage/prepared.ts';
import { reference } from '#main/storage/schema/references.ts';
import type { Store } from '#main/storage/store.ts';
import { foldedWords } from './fold.ts';

/** More than a user means with one name. */
const mostIds = 200;

const named = preparedForms((db, words: number) => {
  const each = Array.from({ length: words }, (_, n) => sql` AND instr(${reference.folded}, ${param(`word${n}`)})`);
  return db.rows(
    { id: reference.id },
    sql`FROM ${reference} WHERE ${reference.kind} = ${param('kind')}${sql.join(each)} LIMIT ${sql.raw(String(mostIds))}`,
  );
});

/** References with all words of a text in their code, name or note; none for a text without words. */
export function idsNamed(store: Store, kind: ReferenceKind, text: string): string[] {
  const words = foldedWords(text);
  if (words.length === 0) return [];
  const values = Object.fromEntries(words.map((word, n) => [`word${n}`, word]));
  return named(store, words.length)
    .all({ kind, ...values })
    .map(({ id }) => id);
}
