import { settingChanges } from '#shared/setting-rows.ts';
import type { Hit } from './contract/views/search-views.ts';
import { eventIterator, type } from '@orpc/contract';
import type { AmountTotal } from '#shared/values/money.ts';
import { z } from '#shared/zod.ts';
import { accounts } from './contract/accounts-contract.ts';
import * as input from './contract/inputs.ts';
import { lockScreen } from '#shared/contract/lock-screen-contract.ts';
import { documents, library } from './contract/library-contract.ts';
import { statements } from './contract/statements-contract.ts';
import { names } from './contract/names-contract.ts';
import { lists } from './contract/lists-contract.ts';
import { network } from './contract/network-contract.ts';
import { protection } from './contract/protection-contract.ts';
import type { AuditVerdict } from '#shared/contract/views/report-views.ts';
import type * as view from '#shared/contract/views/views.ts';
import { INVALID_BODY, SIGN_IN_FAILED, STALE_BATCH, UNREACHABLE } from './contract/errors.ts';
import { asked, onKnown, act, fetched, kept, nothing, exported } from './contract/procedures.ts';

/** The state of the whole app. */
const app = {
  status: asked.output(type<view.AppStatus>()),
  changes: asked.output(eventIterator(type<view.Change>())),
  settings: asked.output(type<view.Settings>()),
  changeSettings: kept.input(settingChanges).output(type<view.Settings>()),
  /** Tells every form of this window that holds something which is not recorded. */
  typing: asked.input(z.object({ forms: z.array(input.formTyped).max(1_000) })).output(nothing),
  /** Returns what forms held in a window that is gone (its page crashed or was loaded again), once. */
  typedBefore: asked.output(type<input.FormTyped[]>()),
  diagnostics: asked.output(exported),
  /** Prints the window to a PDF; null when the host cannot, and the window then prints itself. */
  pdf: asked.input(z.object({ name: z.string().min(1).max(120) })).output(type<{ name: string; mediaType: string; file: Blob } | null>()),
  repair: kept.input(z.object({ act: z.enum(['restore', 'continue']), backupId: z.string().optional() })).output(type<view.AppStatus>()),
};

/** The cache, read: never touches the network but for `refresh`. */
const records = {
  list: asked.input(input.listInput).output(type<view.NamedPage>()),
  /** Counts the records that match a filter, when the page did not. */
  count: asked.input(input.listFilterInput).output(type<number>()),
  ids: asked.input(input.orderedInput).output(type<string[]>()),
  /** The index of a record in the list that `list` reads with the same filter and order; null when it is not in it. */
  place: asked.input(input.orderedInput.extend({ id: input.uuidInput })).output(type<number | null>()),
  totals: asked.input(input.listFilterInput).output(type<AmountTotal[]>()),
  /** Sums of these records alone, one a currency. */
  sums: asked.input(z.object({ kind: input.recordKindInput, ids: z.array(input.uuidInput).max(100_000) })).output(type<AmountTotal[]>()),
  /** A list, or the chosen records of it, as a file for a spreadsheet. Open edits are applied, and named in a column of their own. */
  export: asked.input(input.listExportInput).output(exported),
  facets: asked
    .input(z.object({ kind: input.recordKindInput }))
    .output(type<{ status: { value: string; count: number }[]; currency: { value: string; count: number }[] }>()),
  get: onKnown.input(input.recordRefInput).output(type<view.RecordView>()),
  /** The service's values of some fields of these records, null where it has none; `fields` is null for an unknown record. */
  fields: asked.input(input.recordFieldsInput).output(type<view.RecordFields[]>()),
  /** Reads one record from the service, where it can be read. */
  refresh: fetched.input(input.recordRefInput).output(type<view.RecordView>()),
  /** OPTIONS on a card transaction's receipt, online only; the raw answer is shown ("Endpoints 6"). */
  receiptOptions: onKnown
    .errors({ UNREACHABLE, SIGN_IN_FAILED })
    .input(z.object({ id: input.uuidInput, roles: z.array(z.string()), name: z.string() }))
    .output(type<{ status: number; headers: [string, string][]; body: string }>()),
  search: asked
    .input(
      z.object({
        text: z.string().max(200),
        limit: z.number().int().min(1).max(200).default(50),
        /** The user's number format. */
        locale: z.string().max(40).default('en'),
      }),
    )
    .output(type<Hit[]>()),
};

/**
 * Commands of the user. Each answers after COMMIT. `leavesInMs` is the time left to undo an edit that is sent automatically; null when
 * nothing of it does.
 */
const edits = {
  record: kept
    .errors({ INVALID_BODY })
    .input(input.recordEditInput)
    .output(type<{ id: string; state: string; leavesInMs: number | null }>()),
  /** Of each record `seen` holds the fields alone that the form can set, as they were when it was opened (`records.fields`). */
  recordMany: kept
    .errors({ INVALID_BODY })
    .input(z.object({ edits: z.array(input.recordEditInput).min(1).max(10_000) }))
    .output(type<{ ids: string[]; now: number; needYou: { id: string; why: string }[]; leavesInMs: number | null }>()),
  /** Changes the body of an unsent, rejected or conflicting edit; the typed fields are kept as history. */
  change: act
    .errors({ INVALID_BODY })
    .input(z.object({ id: input.uuidInput, body: input.bodyInput, seen: input.seenInput }))
    .output(type<{ id: string; state: string; leavesInMs: number | null }>()),
  /** Undoes the newest act of this window (bulk as one), or the named unsent edits. With `discards`, reopens the named edits that it discarded. */
  undo: kept
    .input(z.object({ ids: z.array(input.uuidInput).optional(), discards: z.boolean().default(false) }))
    .output(type<{ undone: string[]; left: string[]; reopened: string[] }>()),
  /** Redoes the newest undone act: edits that its undo closed come back as they were; those that its undo reopened are discarded. */
  redo: act.output(type<{ redone: string[]; discarded: string[] }>()),
  discard: act.input(input.editIdsInput).output(nothing),
  hold: act.input(input.editIdsInput).output(nothing),
  release: act.input(input.editIdsInput).output(nothing),
  /** "Send without the full record": `emptied` is what the user was shown of that (`wouldEmpty`). */
  sendPartly: act.input(input.sendPartlyInput).output(nothing),
  settle: act.errors({ INVALID_BODY }).input(input.settleInput).output(type<{ id: string | null }>()),
  /** "I look myself": what is being checked, or is held though it may have arrived, is in doubt from now on. */
  lookMyself: act.input(input.editIdInput).output(nothing),
  /** "It is recorded." */
  confirm: act.input(input.editIdInput).output(nothing),
  /** "It is not there, send again": only after two minutes, and with the second confirmation for payments. */
  sendAgain: act.input(z.object({ id: input.uuidInput, secondConfirmation: z.boolean() })).output(nothing),
  /** "It is not there, leave it": only when no request of it can arrive any more. */
  giveUp: act.input(input.editIdInput).output(nothing),
  /** Composes the reverse of an applied PATCH or PUT as a new edit. */
  reverse: act.input(input.editIdInput).output(type<{ id: string; state: string; leavesInMs: number | null }>()),
  /** Records a new edit with what an applied one emptied on the service without having sent it. */
  putBack: act.input(input.editIdInput).output(type<{ id: string }>()),
  list: asked.input(input.outboxFilterInput).output(type<{ rows: view.EditRow[]; next: number | null; total: number }>()),
  get: onKnown.input(input.editIdInput).output(type<view.EditRow>()),
  /** Every edit that was ever recorded here, in any state: a change of an expense, a payment. */
  tried: asked.output(type<{ expense: boolean; payment: boolean; statement: boolean }>()),
  underWay: asked.output(type<view.UnderWay>()),
  /** Receivables by age and the payments of the last 30 days, of what is on this laptop. */
  overview: asked.output(type<view.Overview>()),
  why: asked.input(input.editIdsInput).output(type<view.WaitingWhy[]>()),
  evidence: onKnown.input(input.editIdInput).output(type<view.Evidence>()),
  export: asked.input(input.exportInput).output(exported),
};

/** Review and send. */
const review = {
  batch: asked.output(type<view.ReviewBatch>()),
  /** Edits of a row that is open, or far down, in the order of recording; what is not there any more is left out. */
  edits: asked.input(z.object({ ids: z.array(input.uuidInput).min(1).max(200) })).output(type<view.EditRow[]>()),
  /** Checks reachability and the token's life, reads bases again where they can be read, merges, finds conflicts. */
  preflight: asked.output(type<view.ReviewBatch>()),
  approve: act
    .errors({ STALE_BATCH })
    .input(z.object({ ids: z.array(input.uuidInput).min(1), fingerprint: z.string(), secondConfirmation: z.boolean().default(false) }))
    .output(type<{ batchId: string }>()),
};

const sync = {
  now: asked.output(nothing),
  workOffline: asked.input(z.object({ on: z.boolean() })).output(nothing),
  probe: asked.output(type<view.Connection>()),
};

const reports = {
  list: asked.input(z.object({ limit: z.number().int().min(1).max(500).default(100) })).output(type<view.ReportSummary[]>()),
  get: onKnown.input(input.ownIdInput).output(type<view.ReportView>()),
  export: onKnown.input(input.exportInput.extend(input.ownIdInput.shape)).output(exported),
};

const activity = {
  list: asked
    .input(
      z.object({
        before: z.number().int().nullable().default(null),
        text: z.string().max(200).optional(),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(type<{ rows: view.ActivityRow[]; next: number | null }>()),
  verify: asked.output(type<AuditVerdict>()),
  export: asked.input(input.exportInput).output(exported),
};

/** Everything a window may ask of the main process, and nothing else. */
export const contract = {
  app,
  records,
  edits,
  review,
  sync,
  reports,
  activity,
  library,
  documents,
  names,
  statements,
  accounts,
  lists,
  network,
  protection,
  lockScreen,
};
