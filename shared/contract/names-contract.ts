import { oc, type } from '@orpc/contract';
import { z } from 'zod';
import { referenceKinds } from '#shared/references/reference-kind.ts';
import { storageFailed } from './errors.ts';
import { recordRefInput, uuidInput } from './inputs.ts';
import type * as view from './names-views.ts';
import { nothing } from './outputs.ts';

const refInput = z.object({ kind: z.enum(referenceKinds), id: uuidInput });
const text = z.string().trim().max(300);

export const nameInput = refInput.extend({
  name: text.min(1),
  code: text.default(''),
  note: text.default(''),
  currency: z.string().trim().max(10).default(''),
  inUse: z.boolean().default(true),
});
export type NameInput = z.infer<typeof nameInput>;

export const findNamesInput = z.object({
  /** Null for every kind. */
  kind: z.enum(referenceKinds).nullable().default(null),
  /** Beginnings or parts of code, name or note, or the beginning of an id; every word must occur. */
  text: z.string().max(200).default(''),
  /** What is being worked on: what it, and others of its customer, user or card, used comes first. */
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
  /** What these are called, as many as a page shows. One entry for each that the book knows, named or not. */
  of: oc.input(z.object({ refs: z.array(refInput).max(5_000) })).output(type<view.ReferenceName[]>()),
  find: oc.input(findNamesInput).output(type<view.ReferencePage>()),
  counts: oc.output(type<view.NameCount[]>()),
  /** A person's word; it beats every file. */
  give: oc.input(nameInput).errors(storageFailed).output(type<view.ReferenceName>()),
  /** Takes names back: where they were seen stays known. */
  forget: oc
    .input(z.object({ refs: z.array(refInput).max(100_000) }))
    .errors(storageFailed)
    .output(nothing),
};
