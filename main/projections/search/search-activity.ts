import { desc } from 'drizzle-orm';
import type { Hit } from '#shared/contract/views/search-views.ts';
import { untilChange } from '#main/storage/changes-of.ts';
import { selectFrom } from '#main/storage/prepared.ts';
import { audit } from '#main/storage/schema/audit.ts';
import type { Store } from '#main/storage/store.ts';
import { lowerAscii } from '#main/storage/like.ts';

/** The number of activity lines searched while the user types. */
const mostLines = 2000;

const { seq, what, editId, recordKind, recordId, facts } = audit;
const newestLines = selectFrom(audit, { fields: { what, editId, recordKind, recordId, facts }, order: desc(seq), limit: mostLines });

/** The newest lines of the activity, with their texts in small letters; read once for all letters of a search. */
const newestOf = untilChange((store) =>
  newestLines(store)
    .all()
    .map(({ facts, ...line }) => ({ line, texts: [line.what, facts].map(lowerAscii) })),
);

/** The newest lines of the activity that say `text`, at most `limit`; looked for among the newest two thousand. */
export function activityOf(store: Store, text: string, limit: number): Hit[] {
  const wanted = lowerAscii(text);
  const saying = newestOf(store).filter(({ texts }) => texts.some((each) => each.includes(wanted)));
  return saying.slice(0, limit).map(({ line }) => ({
    kind: 'activity',
    record: line.recordKind !== null && line.recordId !== null ? { kind: line.recordKind, id: line.recordId } : null,
    editId: line.editId,
    title: line.what,
    detail: line.recordId ?? '',
    state: null,
    facts: null,
  }));
}
