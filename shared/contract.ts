import { eventIterator, oc, type } from '@orpc/contract';
import { z } from 'zod';
import { importRefused, invalidBody, notFound, notNow, signInFailed, staleBatch, storageFailed, unreachable } from './contract/errors.ts';
import * as input from './contract/inputs.ts';
import type * as view from './contract/views.ts';
import type { JsonObject } from './json.ts';

const nothing = type<void>();
const exported = type<{ name: string; mediaType: string; file: Blob }>();

/** What the app is doing, as a whole. */
const app = {
  status: oc.output(type<view.AppStatus>()),
  changes: oc.output(eventIterator(type<view.Change>())),
  settings: oc.output(type<view.Settings>()),
  changeSettings: oc
    .input(
      z.object({
        reviewRules: z.record(z.string(), z.enum(['automatic', 'review', 'person'])).optional(),
        singleKeys: z.boolean().optional(),
        theme: z.enum(['system', 'light', 'dark']).optional(),
        density: z.enum(['dense', 'comfortable']).optional(),
        locale: z.string().max(35).optional(),
        documentQuotaBytes: z.number().int().min(0).optional(),
      }),
    )
    .output(type<view.Settings>()),
  diagnostics: oc.output(exported),
  repair: oc
    .input(z.object({ act: z.enum(['restore', 'continue', 'export']), backupId: z.string().optional() }))
    .errors({ ...notNow, ...storageFailed })
    .output(type<view.AppStatus>()),
};

/** The cache, read: never touches the network but for `refresh`. */
const records = {
  list: oc.input(input.listInput).output(type<view.RecordPage>()),
  ids: oc
    .input(z.object({ filter: input.listFilterInput, sort: z.string().max(20).default('date'), descending: z.boolean().default(true) }))
    .output(type<string[]>()),
  totals: oc.input(input.listFilterInput).output(type<view.CurrencyTotal[]>()),
  facets: oc
    .input(z.object({ kind: input.recordKindInput }))
    .output(type<{ status: { value: string; count: number }[]; currency: { value: string; count: number }[] }>()),
  get: oc.input(input.recordRefInput).errors(notFound).output(type<view.RecordView>()),
  /** Reads one record from the service, where it can be read. */
  refresh: oc
    .input(input.recordRefInput)
    .errors({ ...notFound, ...unreachable, ...signInFailed })
    .output(type<view.RecordView>()),
  /** OPTIONS on a card transaction's receipt, online only; the raw answer is shown ("Endpoints 6"). */
  receiptOptions: oc
    .input(z.object({ id: input.uuidInput, roles: z.array(z.string()), name: z.string() }))
    .errors({ ...unreachable, ...signInFailed })
    .output(type<{ status: number; headers: [string, string][]; body: string }>()),
  search: oc.input(z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(200).default(50) })).output(type<view.Hit[]>()),
};

/** What the person does. Each answers after COMMIT. */
const edits = {
  record: oc
    .input(input.recordEditInput)
    .errors({ ...invalidBody, ...storageFailed, ...notNow })
    .output(type<{ id: string; merged: boolean; state: string }>()),
  recordMany: oc
    .input(z.object({ edits: z.array(input.recordEditInput).min(1).max(10_000) }))
    .errors({ ...invalidBody, ...storageFailed })
    .output(type<{ ids: string[]; now: number; needYou: { id: string; why: string }[] }>()),
  /** Changes the body of an unsent, rejected or conflicting edit; the typed fields are kept as history. */
  change: oc
    .input(z.object({ id: input.uuidInput, body: input.bodyInput }))
    .errors({ ...invalidBody, ...notFound, ...notNow, ...storageFailed })
    .output(type<{ id: string }>()),
  /** Undoes the newest act of this window (bulk as one), or the named unsent edits. */
  undo: oc
    .input(z.object({ ids: z.array(input.uuidInput).optional() }))
    .errors(notNow)
    .output(type<{ undone: string[] }>()),
  /** Undoes an undo: discarded edits of the newest undo come back as they were. */
  redo: oc.errors(notNow).output(type<{ redone: string[] }>()),
  discard: oc
    .input(input.editIdsInput)
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  hold: oc
    .input(input.editIdsInput)
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  release: oc
    .input(input.editIdsInput)
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  settle: oc
    .input(input.settleInput)
    .errors({ ...notFound, ...notNow, ...invalidBody })
    .output(type<{ id: string | null }>()),
  /** "It is recorded." */
  confirm: oc
    .input(input.editIdInput)
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  /** "It is not there, send again": only after two minutes, and with the second confirmation for payments. */
  sendAgain: oc
    .input(z.object({ id: input.uuidInput, secondConfirmation: z.boolean() }))
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  /** Composes the reverse of an applied PATCH or PUT as a new edit. */
  reverse: oc
    .input(input.editIdInput)
    .errors({ ...notFound, ...notNow })
    .output(type<{ id: string }>()),
  list: oc.input(input.outboxFilterInput).output(type<{ rows: view.EditRow[]; next: number | null; total: number }>()),
  get: oc.input(input.editIdInput).errors(notFound).output(type<view.EditRow>()),
  why: oc.input(input.editIdsInput).output(type<view.WaitingWhy[]>()),
  evidence: oc.input(input.editIdInput).errors(notFound).output(type<view.Evidence>()),
  export: oc.input(z.object({ format: z.enum(['csv', 'json']) })).output(exported),
};

/** Review and send. */
const review = {
  batch: oc.output(type<view.ReviewBatch>()),
  /** Checks reachability and the token's life, reads bases again where they can be read, merges, finds conflicts. */
  preflight: oc.errors({ ...unreachable, ...signInFailed }).output(type<view.ReviewBatch>()),
  approve: oc
    .input(z.object({ ids: z.array(input.uuidInput).min(1), fingerprint: z.string(), secondConfirmation: z.boolean().default(false) }))
    .errors({ ...staleBatch, ...notNow })
    .output(type<{ batchId: string }>()),
};

const sync = {
  now: oc.output(nothing),
  workOffline: oc.input(z.object({ on: z.boolean() })).output(nothing),
  probe: oc.output(type<view.Connection>()),
};

const reports = {
  list: oc.input(z.object({ limit: z.number().int().min(1).max(500).default(100) })).output(type<view.ReportSummary[]>()),
  get: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.ReportView>()),
  export: oc
    .input(z.object({ id: z.string().max(64), format: z.enum(['csv', 'json', 'pdf']) }))
    .errors(notFound)
    .output(exported),
};

const activity = {
  list: oc
    .input(
      z.object({
        before: z.number().int().nullable().default(null),
        text: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(type<{ rows: view.ActivityRow[]; next: number | null }>()),
  verify: oc.output(type<{ whole: boolean; lines: number; brokenAt: number | null }>()),
  export: oc.input(z.object({ format: z.enum(['csv', 'json']) })).output(exported),
};

/** Filling and carrying. */
const library = {
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
  /** Finds ids in pasted or dropped text (CSV, TSV, plain); nothing is added yet. */
  parseIds: oc
    .input(z.object({ text: z.string().max(20_000_000) }))
    .output(type<{ ids: string[]; duplicates: number; problems: { line: number; message: string }[] }>()),
  addToPack: oc
    .input(z.object({ id: z.string().max(64), kind: input.recordKindInput, ids: z.array(input.uuidInput).max(100_000) }))
    .errors(notFound)
    .output(type<view.PackView>()),
  runPack: oc
    .input(z.object({ id: z.string().max(64), paused: z.boolean() }))
    .errors({ ...notFound, ...unreachable })
    .output(type<view.PackView>()),
  /** First look at an export file: format, columns, remembered mapping, first rows. */
  inspectImport: oc
    .input(z.object({ name: z.string().max(300), text: z.string().max(100_000_000), kind: input.recordKindInput }))
    .errors(importRefused)
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
    .errors({ ...importRefused, ...storageFailed })
    .output(type<{ imported: number; kept: number }>()),
};

const documents = {
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
    .input(z.object({ recordId: input.uuidInput, variant: z.enum(['ORIGINAL', 'GENERATED']).nullable().default(null) }))
    .errors({ ...unreachable, ...signInFailed, ...notFound })
    .output(type<view.DocumentView>()),
  bytes: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors(notFound)
    .output(type<Blob>()),
  pin: oc
    .input(z.object({ recordId: input.uuidInput, pinned: z.boolean() }))
    .errors(notFound)
    .output(type<view.DocumentView>()),
  remove: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors(notFound)
    .output(nothing),
};

const accounts = {
  list: oc.output(type<view.AccountView[]>()),
  connectApiKey: oc
    .input(input.apiKeyAccountInput)
    .errors({ ...signInFailed, ...unreachable })
    .output(type<view.AccountView>()),
  /** Opens the system browser; resolves when the person is back, was refused, cancelled, or after five minutes. */
  connectOauth: oc
    .input(input.oauthAccountInput)
    .errors({ ...signInFailed, ...unreachable })
    .output(type<view.AccountView>()),
  cancelSignIn: oc.output(nothing),
  signInAgain: oc.errors({ ...signInFailed, ...unreachable, ...notFound }).output(type<view.AccountView>()),
  activate: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.AccountView>()),
  signOut: oc
    .input(z.object({ id: z.string().max(64), unfinishedSeen: z.number().int() }))
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  trustedHosts: oc.output(type<view.TrustedHost[]>()),
  trust: oc
    .input(z.object({ host: z.string().max(300), answer: z.enum(['withSignIn', 'withoutSignIn', 'no']) }))
    .output(type<view.TrustedHost[]>()),
  capabilities: oc.output(type<view.Capability[]>()),
  setCapability: oc
    .input(
      z.object({
        name: z.string().max(64),
        allowed: z.boolean().optional(),
        value: z.string().max(200).nullable().optional(),
        reset: z.boolean().optional(),
      }),
    )
    .output(type<view.Capability[]>()),
  /** The assistant that only GETs: tries names for the document's variant parameter on one document. */
  learnDocumentParameter: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors({ ...unreachable, ...signInFailed })
    .output(type<{ name: string | null; tried: { name: string; verdict: string }[] }>()),
};

/** Everything a window may ask of the main process, and nothing else. */
export const contract = { app, records, edits, review, sync, reports, activity, library, documents, accounts };
