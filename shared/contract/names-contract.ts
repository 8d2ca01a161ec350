import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type { ReferenceDoubt } from '#shared/references/reference-doubt.ts';
import { plainName } from '#shared/references/plain-name.ts';
import { referenceKinds } from '#shared/references/reference-kind.ts';
import { recordRefInput, uuidInput, exportInput } from './inputs.ts';
import { nameChoices } from '#shared/files/import-summary.ts';
import { blobInput } from './protection-contract.ts';
import * as view from '#shared/contract/views/names-views.ts';
import { STORAGE_FAILED } from './errors.ts';
import { asked, kept, act, fromFile, nothing, exported } from './procedures.ts';

const refInput = z.object({ kind: z.enum(referenceKinds), id: uuidInput });
const fileInput = z.object({
  name: z.string().max(300),
  file: blobInput,
  /** For lines that say no kind. */
  kind: z.enum(referenceKinds).nullable().default(null),
  choices: nameChoices.default({}),
});
const text = z.string().transform(plainName).pipe(z.string().max(300));

export const nameInput = refInput.extend({
  name: text.pipe(z.string().min(1)),
  code: text.default(''),
  note: text.default(''),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{3})?$/)
    .default(''),
  inUse: z.boolean().default(true),
});
export type NameInput = z.infer<typeof nameInput>;

export const findNamesInput = z.object({
  /** Null for every kind. */
  kind: z.enum(referenceKinds).nullable().default(null),
  /** Beginnings or parts of code, name or note, or the beginning of an id; every word must occur. */
  text: z.string().max(200).default(''),
  /** The record that is being edited: references used by it, or by others of its customer, user or card, rank first. */
  record: recordRefInput.nullable().default(null),
  only: z.enum(['all', 'named', 'unnamed']).default('all'),
  /** `rank` as pickers show: in use and named, recent and frequent first; `uses` most used first. */
  order: z.enum(['rank', 'uses']).default('rank'),
  after: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(500).default(50),
});
export type FindNames = z.infer<typeof findNamesInput>;

/** The book of names. Names are local: they are never sent. `changes` tells `names` when one of them is another. */
export const names = {
  /** Names of these references, as many as a page shows. One entry for each that the directory knows, named or not. */
  of: asked.input(z.object({ refs: z.array(refInput).max(5_000) })).output(type<view.ReferenceName[]>()),
  find: asked.input(findNamesInput).output(type<view.ReferencePage>()),
  /** A doubt to show before this reference is recorded; null without one. */
  doubt: asked.input(z.object({ ref: refInput, record: recordRefInput.nullable() })).output(type<ReferenceDoubt | null>()),
  counts: asked.output(type<view.NameCount[]>()),
  /** A user's word; it beats every file. */
  give: act.input(nameInput).output(type<view.ReferenceName>()),
  /** Takes names back: where they were seen stays known. */
  forget: kept.input(z.object({ refs: z.array(refInput).max(100_000) })).output(nothing),
  /** Summary of a names file: its columns, what they hold, its first lines. */
  inspectFile: fromFile.input(fileInput).output(type<view.NameSummary>()),
  /**
   * Takes a names file in, nothing of it when a line cannot be used. Where the names directory has another word, `conflicts` is answered and nothing was
   * taken; asked again with `take` it is.
   */
  importFile: fromFile
    .errors({ STORAGE_FAILED })
    .input(
      fileInput.extend({
        mapping: z.record(z.string(), z.enum(view.nameFields)).default({}),
        take: z.enum(['mine', 'theirs']).nullable().default(null),
      }),
    )
    .output(type<view.NamesImported>()),
  /** Everything that has a name: as JSON with saved views, for a colleague's Layover, or for a spreadsheet. */
  export: asked.input(exportInput).output(exported),
};
