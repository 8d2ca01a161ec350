import { isJsonObject, parseJson, stringifyJson, type JsonObject } from '#shared/json.ts';
import type { Store } from '#main/cache/database/store.ts';

/** Keeps a comment that the service confirmed ("User comment"); the same id again replaces it. */
export function putComment(store: Store, comment: JsonObject): void {
  const [id, resourceId] = [comment['id'], comment['resourceId']];
  if (typeof id !== 'string' || typeof resourceId !== 'string') throw new Error('a confirmed comment has an id and a resource');
  const createdAt = typeof comment['createdAt'] === 'string' ? comment['createdAt'] : '';
  store.commit('comment', () => {
    store
      .prepared(`INSERT OR REPLACE INTO comment (id, resource_id, text, created_at) VALUES (?, ?, ?, ?)`)
      .run(id, resourceId.toLowerCase(), stringifyJson(comment), createdAt);
  });
}

/** The known comments of a resource, oldest first. */
export function commentsOf(store: Store, resourceId: string, limit = 500): JsonObject[] {
  const rows = store
    .prepared<{ text: string }>(`SELECT text FROM comment WHERE resource_id = ? ORDER BY created_at, id LIMIT ?`)
    .all(resourceId, limit);
  return rows.map((row) => parseJson(row.text)).flatMap((parsed) => (parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : []));
}
