import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { uuidInput } from './inputs.ts';
import { mostSkipped } from '#shared/list-page.ts';
import { mostOfQuery } from '#shared/query/query.ts';
import { blobInput } from './protection-contract.ts';
import { INVALID_BODY, NOT_READ, STORAGE_FAILED } from './errors.ts';
import { act, asked, exported, kept, nothing, onKnown } from './procedures.ts';
import type * as view from '#shared/contract/views/statement-views.ts';

const line = z.number().int().min(1);
/** A query over bank lines (docs/query.md), and the number format that its amounts are written in. */
const filter = z.object({ query: z.string().max(mostOfQuery).default(''), locale: z.string().max(35).default('en') });

/** Bank statements: their lines, and payments drafted from them. `changes` tells `bankLines`. */
export const statements = {
  overview: asked.output(type<view.BankLinesOverview>()),
  /** A page of the lines that a query finds, the newest first or with `descending: false` the oldest. */
  list: asked
    .input(
      z.object({
        filter,
        after: z.string().max(40).nullable(),
        skip: z.number().int().min(0).max(mostSkipped).default(0),
        limit: z.number().int().min(1).max(200),
        descending: z.boolean().default(true),
      }),
    )
    .output(type<view.BankLinesPage>()),
  count: asked.input(filter).output(type<number>()),
  line: onKnown.input(z.object({ line })).output(type<view.BankLineView>()),
  /** Takes a file in, or answers why nothing of it was taken. Importing drafts and sends nothing. */
  importFile: asked
    .errors({ STORAGE_FAILED, NOT_READ })
    .input(z.object({ name: z.string().max(300), file: blobInput }))
    .output(type<view.StatementImport>()),
  /** Tells by its content whether a file is a bank's statement. */
  isStatement: asked.input(z.object({ file: blobInput })).output(type<boolean>()),
  /** Imports a statement of the practice company. */
  importPractice: asked.errors({ STORAGE_FAILED, NOT_READ }).output(type<view.StatementImport>()),
  /** The lines that a query finds with what became of each. */
  export: asked.input(z.object({ filter, format: z.enum(['xlsx', 'csv']) })).output(exported),
  /** A user says once which of the service's bank accounts this is. */
  confirmAccount: act.input(z.object({ account: line, bankAccountId: uuidInput })).output(nothing),
  /** Drafts payments with their lines as evidence, all or none. */
  draft: kept
    .errors({ INVALID_BODY })
    .input(
      z.object({
        choices: z
          .array(z.object({ line, uses: z.array(z.object({ invoiceId: uuidInput, minor: z.bigint() })).max(20) }))
          .min(1)
          .max(10_000),
      }),
    )
    .output(type<{ ids: string[] }>()),
  /** Open invoices to choose from: of the line's sum, or with a text. */
  invoices: asked.input(z.object({ line, text: z.string().max(200) })).output(type<view.CandidateView[]>()),
  /** Drafts payments for every ready line, all or none. */
  draftReady: kept.errors({ INVALID_BODY }).output(type<{ ids: string[] }>()),
  /** An empty reason: it pays no invoice. */
  putAside: act.input(z.object({ line, reason: z.string().trim().max(300).nullable() })).output(nothing),
  /** A doubtful line is one of its own. */
  keepLine: act.input(z.object({ line })).output(nothing),
  /** The receipts of an account are recorded on this laptop, or its statements are evidence only. Refused where a policy says so. */
  assignAccount: act.input(z.object({ account: line, evidenceOnly: z.boolean() })).output(nothing),
  /** The bank's side of a payment, for review and for a payment in doubt. */
  ofEdit: asked.input(z.object({ id: uuidInput })).output(type<view.BankShows>()),
};
