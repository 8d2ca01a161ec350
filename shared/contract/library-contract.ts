import { oc, type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type { JsonObject } from '#shared/json.ts';
import { documentVariants } from '#shared/operations.ts';
import { importRefused, notFound, notNow, notRead, signInFailed, storageFailed, unreachable } from './errors.ts';
import { mostBytes } from '#shared/file-sizes.ts';
import * as input from './inputs.ts';
import { nothing } from './outputs.ts';
import type * as view from './views.ts';

/** Filling and carrying. */
export const library = {
  packs: oc.output(type<view.PackView[]>()),
  pack: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.PackView>()),
  createPack: oc.input(z.object({ name: z.string().min(1).max(200) })).output(type<view.PackView>()),
  removePack: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(nothing),
  /** What ending the trip would take off this laptop, and what would stay. */
  tripEnd: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.TripEnd>()),
  /** Takes the pack's records and documents off this laptop; `records` and `documents` are the numbers that the person saw. */
  endTrip: oc
    .input(z.object({ id: z.string().max(64), records: z.number().int(), documents: z.number().int() }))
    .errors({ ...notFound, ...notNow, ...storageFailed })
    .output(type<view.EndedTrip>()),
  /** Finds ids in pasted or dropped text (CSV, TSV, plain) and says which are records here; nothing is added yet. */
  parseIds: oc
    .input(z.object({ text: z.string().max(mostBytes.searched) }))
    .errors(notRead)
    .output(type<view.FoundIds>()),
  addToPack: oc
    .input(
      z.object({
        id: z.string().max(64),
        kind: input.recordKindInput,
        ids: z.array(input.uuidInput).max(100_000),
        /** Chosen in a list, or found in a text. */
        way: z.enum(['list', 'ids']).default('list'),
      }),
    )
    .errors(notFound)
    .output(type<view.PackView>()),
  /** Lets a pack take in what a saved view finds, now and at each fetch. */
  followView: oc
    .input(z.object({ id: z.string().max(64), viewId: z.string().max(64), locale: z.string().max(40) }))
    .errors(notFound)
    .output(type<view.PackView>()),
  /** Takes in no more of a view; what it brought stays. */
  leaveView: oc
    .input(z.object({ id: z.string().max(64), viewId: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.PackView>()),
  /** Takes records off a pack's list; their copies on this laptop stay. */
  leaveOutOfPack: oc
    .input(z.object({ id: z.string().max(64), refs: z.array(input.recordRefInput).max(100_000) }))
    .errors(notFound)
    .output(type<view.PackView>()),
  /** Fills a pack; items of `again` are asked for once more whatever the service said of them. */
  runPack: oc
    .input(z.object({ id: z.string().max(64), paused: z.boolean(), again: z.array(input.recordRefInput).max(100_000).default([]) }))
    .errors({ ...notFound, ...unreachable, ...signInFailed, ...notNow, ...storageFailed })
    .output(type<view.PackView>()),
  /** The file that a person opened with the app, once: the window that asks has it. */
  openedFile: oc.output(type<{ name: string; text: string } | null>()),
  /** First look at an export file: format, columns, remembered mapping, first rows. */
  inspectImport: oc
    .input(z.object({ name: z.string().max(300), text: z.string().max(mostBytes.imported), kind: input.recordKindInput }))
    .errors({ ...importRefused, ...notRead })
    .output(
      type<{
        format: 'json' | 'ndjson' | 'csv';
        columns: string[];
        mapping: Record<string, string>;
        fields: string[];
        rows: number;
        sample: JsonObject[];
      }>(),
    ),
  importRecords: oc
    .input(
      z.object({
        name: z.string().max(300),
        text: z.string().max(100_000_000),
        kind: input.recordKindInput,
        mapping: z.record(z.string(), z.string()).default({}),
        complete: z.boolean().default(false),
      }),
    )
    .errors({ ...importRefused, ...notRead, ...storageFailed })
    .output(type<{ imported: number; kept: number }>()),
};

/** Documents of purchase invoices: known, fetched, kept. */
export const documents = {
  list: oc
    .input(
      z.object({
        after: z.string().nullable().default(null),
        text: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(type<{ rows: view.DocumentView[]; next: string | null; usedBytes: number; quotaBytes: number }>()),
  get: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors(notFound)
    .output(type<view.DocumentView>()),
  fetch: oc
    .input(z.object({ recordId: input.uuidInput, variant: z.enum(documentVariants).nullable().default(null) }))
    .errors({ ...unreachable, ...signInFailed, ...notFound, ...notNow, ...storageFailed })
    .output(type<view.DocumentView>()),
  bytes: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors(notFound)
    .output(type<Blob>()),
  /** Calls a document by a name of one's own; the empty one takes it back. */
  name: oc
    .input(z.object({ recordId: input.uuidInput, called: z.string().trim().max(200) }))
    .errors(notFound)
    .output(type<view.DocumentView>()),
  pin: oc
    .input(z.object({ recordId: input.uuidInput, pinned: z.boolean() }))
    .errors(notFound)
    .output(type<view.DocumentView>()),
  remove: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors(notFound)
    .output(nothing),
};
