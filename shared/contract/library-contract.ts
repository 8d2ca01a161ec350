import { type } from '@orpc/contract';
import { mostSearched } from '#shared/messages/query-words.ts';
import { z } from '#shared/zod.ts';
import { documentVariants } from '#shared/service/operations.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';
import * as input from './inputs.ts';
import { importChoices } from '#shared/files/import-summary.ts';
import { blobInput } from './protection-contract.ts';
import type { ImportDone, ImportSummary } from '#shared/contract/views/library-views.ts';
import type * as view from '#shared/contract/views/views.ts';
import { INVALID_BODY, NOT_READ, STORAGE_FAILED } from './errors.ts';
import { asked, exported, onKnown, kept, act, fetched, fromFile, nothing } from './procedures.ts';
import type { SheetAnswer } from '#shared/sheets/sheet-comparison.ts';

const importInput = z.object({
  ...{ name: z.string().max(300), file: blobInput, kind: input.recordKindInput },
  mapping: z.record(z.string(), z.string()).default({}),
  choices: importChoices.default({}),
  complete: z.boolean().default(false),
});

/** Filling and carrying. */
export const library = {
  packs: asked.output(type<view.PackView[]>()),
  pack: onKnown.input(input.ownIdInput).output(type<view.PackView>()),
  createPack: kept.input(z.object({ name: z.string().min(1).max(200) })).output(type<view.PackView>()),
  removePack: act.input(input.ownIdInput).output(nothing),
  /** The records that ending the trip removes from this laptop, and those that stay. */
  tripEnd: onKnown.input(input.ownIdInput).output(type<view.TripEnd>()),
  /** Takes the pack's records and documents off this laptop; `records` and `documents` are the numbers that the user saw. */
  endTrip: act
    .errors({ STORAGE_FAILED })
    .input(input.ownIdInput.extend({ records: z.number().int(), documents: z.number().int() }))
    .output(type<view.EndedTrip>()),
  /** Finds ids in pasted or dropped text (CSV, TSV, plain) and says which are records here; nothing is added yet. */
  parseIds: asked
    .input(z.object({ text: z.string().max(mostBytes.searched) }))
    .errors({ NOT_READ })
    .output(type<view.FoundIds>()),
  addToPack: act
    .input(
      input.ownIdInput.extend({
        kind: input.recordKindInput,
        ids: z.array(input.uuidInput).max(100_000),
        /** Chosen in a list, or found in a text. */
        way: z.enum(['list', 'ids']).default('list'),
      }),
    )
    .output(type<view.PackView>()),
  /** Lets a pack take in what a saved view finds, now and at each fetch. */
  followView: act.input(input.ownIdInput.extend({ viewId: z.string().max(64), locale: z.string().max(40) })).output(type<view.PackView>()),
  /** Takes in no more of a view; what it brought stays. */
  leaveView: act.input(input.ownIdInput.extend({ viewId: z.string().max(64) })).output(type<view.PackView>()),
  /** Takes records off a pack's list; their copies on this laptop stay. */
  leaveOutOfPack: act.input(input.ownIdInput.extend({ refs: z.array(input.recordRefInput).max(100_000) })).output(type<view.PackView>()),
  /** Fills a pack; items of `again` are asked for once more whatever the service said of them. */
  runPack: fetched
    .input(input.ownIdInput.extend({ paused: z.boolean(), again: z.array(input.recordRefInput).max(100_000).default([]) }))
    .output(type<view.PackView>()),
  /** The file that a user opened with the app, once: the window that asks has it. */
  openedFile: asked.output(type<{ name: string; file: Blob } | null>()),
  /** Compares an edit sheet that comes back with what left and with today. Drafts nothing. */
  compareSheet: kept
    .errors({ NOT_READ })
    .input(z.object({ file: blobInput, locale: input.localeInput, onlyMarked: z.boolean().default(false) }))
    .output(type<SheetAnswer>()),
  /** Drafts the taken changes of the newest comparison as one act, all or none. */
  draftSheet: act
    .errors({ INVALID_BODY })
    .input(
      z.object({
        plan: z.string().max(64),
        take: z
          .array(z.object({ at: z.number().int().min(0), as: z.enum(['sheet', 'exported']) }))
          .min(1)
          .max(200_000),
      }),
    )
    .output(type<{ ids: string[]; needYou: { id: string; why: string }[] }>()),
  /** Summary of a file of records: its reading, open questions, columns, its first rows as they will stand. */
  inspectImport: fromFile.input(importInput).output(type<ImportSummary>()),
  importRecords: fromFile
    .errors({ STORAGE_FAILED, INVALID_BODY })
    .input(
      importInput.extend({
        /** Rows that cannot be used are left out. */
        partly: z.boolean().default(false),
        /** The record that a row means, by the row's line; null for none. */
        matches: z.record(z.string(), input.uuidInput.nullable()).default({}),
        /** Vendors whose bank details are taken from the file, as edits to review. */
        bank: z.array(input.uuidInput).max(100_000).default([]),
      }),
    )
    .output(type<ImportDone>()),
  /** Undoes the newest import as one act, with its edits that were not sent. */
  undoImport: kept
    .input(z.object({ at: z.number(), drafts: z.array(input.uuidInput).max(100_000).default([]) }))
    .output(type<{ undone: number; stayed: number }>()),
  /** The rows that an import left out, as a file to mend. */
  restOfImport: fromFile.input(importInput.extend({ lines: z.array(z.number().int()).max(100_000).default([]) })).output(exported),
};

/** Documents of purchase invoices: known, fetched, kept. */
export const documents = {
  list: asked
    .input(
      z.object({
        after: z.string().nullable().default(null),
        text: z.string().max(mostSearched).optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(type<{ rows: view.DocumentView[]; next: string | null; usedBytes: number; quotaBytes: number }>()),
  get: onKnown.input(z.object({ recordId: input.uuidInput })).output(type<view.DocumentView>()),
  fetch: fetched
    .input(z.object({ recordId: input.uuidInput, variant: z.enum(documentVariants).nullable().default(null) }))
    .output(type<view.DocumentView>()),
  bytes: onKnown.input(z.object({ recordId: input.uuidInput })).output(type<Blob>()),
  /** Calls a document by a name of one's own; the empty one takes it back. */
  name: act.input(z.object({ recordId: input.uuidInput, called: z.string().trim().max(200) })).output(type<view.DocumentView>()),
  pin: act.input(z.object({ recordId: input.uuidInput, pinned: z.boolean() })).output(type<view.DocumentView>()),
  remove: act.input(z.object({ recordId: input.uuidInput })).output(nothing),
};
