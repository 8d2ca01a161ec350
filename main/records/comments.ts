import { eq } from 'drizzle-orm';
import { objectIn, stringifyJson, type JsonObject } from '#shared/json/json.ts';
import { param, upsert, selectFrom } from '#main/storage/prepared.ts';
import { comment as table } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

const writeComment = upsert(table);

/** Keeps a comment that the service confirmed ("User comment"); the same id again replaces it. */
export function putComment(store: Store, comment: JsonObject): void {
  const [id, resourceId] = [comment['id'], comment['resourceId']];
  if (typeof id !== 'string' || typeof resourceId !== 'string') throw new Error('a confirmed comment has an id and a resource');
  const createdAt = typeof comment['createdAt'] === 'string' ? comment['createdAt'] : '';
  store.commit('comment', () => {
    writeComment(store).run({ id, resourceId: resourceId.toLowerCase(), text: stringifyJson(comment), createdAt });
  });
}

const ofResource = selectFrom(table, {
  fields: { text: table.text },
  where: eq(table.resourceId, param('resourceId')),
  order: [table.createdAt, table.id],
  limit: param('limit'),
});

/** The known comments of a resource, oldest first. */
export function commentsOf(store: Store, resourceId: string, limit = 500): JsonObject[] {
  const rows = ofResource(store).all({ resourceId, limit });
  return rows.map(({ text }) => objectIn(text)).filter((comment) => comment !== null);
}
