import { z } from '#shared/zod.ts';
import type { CustomPropertyInput } from '#shared/records/custom-property.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { editStates } from '#shared/edit.ts';
import { mostSkipped } from '#shared/list-page.ts';
import { mostOfQuery } from '#shared/query/query.ts';

export const recordKindInput = z.enum(recordKinds);
export const uuidInput = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);
/** An id that only this laptop assigns: a pack, a view, a report, an account. */
export const ownIdInput = z.object({ id: z.string().max(64) });
export const recordRefInput = z.object({ kind: recordKindInput, id: uuidInput });
export const editIdInput = z.object({ id: uuidInput });
export const editIdsInput = z.object({ ids: z.array(uuidInput).max(100_000) });

/** Unsaved input of a form: `name` is the form's own, `title` the record's. */
export const formTyped = z.object({
  name: z.string().max(300),
  title: z.string().max(500),
  typed: z.object({ texts: z.array(z.tuple([z.string(), z.string()])), properties: z.array(z.custom<CustomPropertyInput>()) }),
});
export type FormTyped = z.infer<typeof formTyped>;

/** A request for a part of a list: `query` is the user's text (docs/query.md), parsed with the separators of `locale`. */
export const listFilterInput = z.object({
  kind: recordKindInput,
  query: z.string().max(mostOfQuery).optional(),
  locale: z.string().max(35).optional(),
});
export type ListFilter = z.infer<typeof listFilterInput>;

/** A part of a list, in an order. */
export const orderedInput = z.object({
  filter: listFilterInput,
  /** The name of a column, or of the part of the row that it fills. */
  sort: z.string().max(40).default('date'),
  descending: z.boolean().default(true),
});

export const listInput = orderedInput.extend({
  after: z.string().max(500).nullable().default(null),
  /** Rows that are left out before the page begins: for a page far from every key that is known. */
  skip: z.number().int().min(0).max(mostSkipped).default(0),
  limit: z.number().int().min(1).max(500).default(100),
  /** Columns of references whose names come with the rows. */
  named: z.array(z.string().max(40)).max(64).default([]),
});
export type ListInput = z.infer<typeof listInput>;

/** The language of the window, by which a file's separators, dates and amounts are written and read. */
export const localeInput = z.string().max(35).default('en');
/** The form of an exported file. */
export const exportInput = z.object({ format: z.enum(['xlsx', 'csv', 'json']), locale: localeInput });

export const listExportInput = orderedInput.extend({
  /** The columns by name, in order; null for all of the kind. */
  columns: z.array(z.string().max(40)).max(64).nullable().default(null),
  /** The chosen records; null for the whole list. */
  ids: z.array(uuidInput).max(100_000).nullable().default(null),
  format: z.enum(['xlsx', 'csv']),
  /** A workbook to edit and bring back: all columns, the white ones may change. */
  toEdit: z.boolean().default(false),
  locale: localeInput,
});
export type ListExportInput = z.infer<typeof listExportInput>;

/** The body is checked by the kind of edit itself; here only its size and depth are. */
export const bodyInput = z.record(z.string().max(100), z.unknown());
/** The service's record as the window showed it when the user began to type. */
export const seenInput = z.record(z.string(), z.unknown()).nullish();
export const recordEditInput = z.object({
  kind: z.string().max(64),
  recordKind: recordKindInput,
  recordId: uuidInput,
  body: bodyInput,
  seen: seenInput,
});
export type RecordEditInput = z.infer<typeof recordEditInput>;

/** A portion of a selection, and the first level of the fields that are asked for. */
export const recordFieldsInput = z.object({
  kind: recordKindInput,
  ids: z.array(uuidInput).max(500),
  names: z.array(z.string().max(100)).max(100),
});
export type RecordFieldsInput = z.infer<typeof recordFieldsInput>;

export const outboxFilterInput = z.object({
  states: z.array(z.enum(editStates)).optional(),
  record: recordRefInput.optional(),
  batchId: z.string().max(64).optional(),
  /** Changed at this moment or after it, in milliseconds since 1970. */
  since: z.number().int().min(0).optional(),
  /** Edits with the same kind, content and state as this one. */
  like: uuidInput.optional(),
  /** Edits that look the same are one row. */
  gathered: z.boolean().optional(),
  text: z.string().max(200).optional(),
  after: z.number().int().nullable().default(null),
  limit: z.number().int().min(1).max(500).default(100),
});
export type OutboxFilter = z.infer<typeof outboxFilterInput>;

/** The fields that the user saw would be emptied by sending without the full record. */
export const sendPartlyInput = z.object({
  id: uuidInput,
  emptied: z.array(z.object({ path: z.array(z.string().max(100)).max(10), base: z.unknown().optional() })).max(200),
});

/** A conflict's settlement, per field: mine, theirs, or a value typed now. */
export const settleInput = z.object({
  id: uuidInput,
  fields: z.array(
    z.object({
      path: z.array(z.string()),
      take: z.enum(['mine', 'theirs', 'edited']),
      value: z.unknown().optional(),
      shown: z.unknown().optional(),
    }),
  ),
});
export type SettleInput = z.infer<typeof settleInput>;

export const baseUrlInput = z.string().min(1).max(2000);
export const apiKeyAccountInput = z.object({
  name: z.string().max(200).default(''),
  baseUrl: baseUrlInput,
  apiKey: z.string().min(1).max(2300),
  ca: z.string().max(100_000).optional(),
});
export type ApiKeyInput = z.infer<typeof apiKeyAccountInput>;
export const oauthAccountInput = z.object({
  name: z.string().max(200).default(''),
  baseUrl: baseUrlInput,
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().max(2000),
  redirectPort: z.number().int().min(0).max(65535).default(0),
  ca: z.string().max(100_000).optional(),
});
export type OauthInput = z.infer<typeof oauthAccountInput>;

/** The changes that a user can make to one capability. */
export const capabilityInput = z.object({
  name: z.string().max(64),
  allowed: z.boolean().optional(),
  value: z.string().max(200).nullable().optional(),
  reset: z.boolean().optional(),
});
export type CapabilityChange = z.infer<typeof capabilityInput>;
