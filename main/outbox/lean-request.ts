import { sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { phraseOf } from '#main/storage/phrases.ts';
import { leanHash } from '#main/storage/lean-texts.ts';
import { outbox, request } from '#main/storage/schema/outbox.ts';
import { phrase } from '#main/storage/schema/trail.ts';
import type { Store } from '#main/storage/store.ts';
import type { Attempt } from './attempts.ts';
import type { OutboxRow } from './outbox.ts';

// A request does not write again what its edit says, nor what many requests say. The view `attempts` (0016_lean_requests.sql) puts it together.

/** The edit of a request, as far as the request says it. */
export type RequestsEdit = Pick<OutboxRow, 'seq' | 'id' | 'recordId'>;

const record = '{}';
const isPlain = /^[-\w]+$/;

/** The address by a phrase, with a mark for the record's id, where the id stands in it as it is. */
function leanAddress(store: Store, url: string, recordId: string): string | number {
  return url.includes(record) || !isPlain.test(recordId) ? url : phraseOf(store, url.replaceAll(recordId, record));
}

/** What is written of a request of this edit. In the transaction under way. */
export function leanRequest(store: Store, edit: RequestsEdit, said: Omit<Attempt, 'editId'>): typeof request.$inferInsert {
  const { bootId, url, sha256, idempotencyKey, answerSha256, ...rest } = said;
  return {
    ...rest,
    edit: edit.seq,
    boot: phraseOf(store, bootId),
    url: leanAddress(store, url, edit.recordId),
    sha256: leanHash(sha256),
    idempotencyKey: idempotencyKey === edit.id ? 1 : idempotencyKey,
    answerSha256: answerSha256 == null ? null : leanHash(answerSha256),
  };
}

const hexOf = (value: unknown): string => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value));

/** The request that was written, where its views cannot be read. What `texts` do not have is empty. */
export function fullRequest(lean: typeof request.$inferSelect, edit: RequestsEdit, texts: ReadonlyMap<number, string>): Attempt {
  const { edit: _edit, boot, url, sha256, idempotencyKey, answerSha256, ...rest } = lean;
  return {
    ...rest,
    editId: edit.id,
    bootId: texts.get(boot) ?? '',
    url: typeof url === 'number' ? (texts.get(url) ?? '').replaceAll(record, edit.recordId) : String(url),
    sha256: hexOf(sha256),
    idempotencyKey: idempotencyKey === 1 ? edit.id : (idempotencyKey as string | null),
    answerSha256: answerSha256 === null ? null : hexOf(answerSha256),
  };
}

const address = alias(phrase, 'address');

/** The phrase of a request's address, to be joined to `request` by `onAddress`. */
export const theAddress = sql`${phrase} AS ${sql.identifier('address')}`;
export const onAddress = sql`${address.id} = ${request.url}`;

const hexWhereBytes = (column: SQLiteColumn) => sql<string | null>`iif(typeof(${column}) = 'blob', lower(hex(${column})), ${column})`;

/** The texts of a request beside its edit and its address, as the views say them. */
export const saidByRequest = {
  url: sql<
    string | null
  >`iif(typeof(${request.url}) = 'integer', replace(${address.text}, ${sql.raw(`'${record}'`)}, ${outbox.recordId}), ${request.url})`,
  sha256: hexWhereBytes(request.sha256),
  answerSha256: hexWhereBytes(request.answerSha256),
};
