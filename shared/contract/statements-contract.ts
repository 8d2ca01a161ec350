import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { uuidInput } from './inputs.ts';
import { blobInput } from './protection-contract.ts';
import { invalidBody, notRead, storageFailed } from './errors.ts';
import { act, asked, kept, nothing } from './procedures.ts';
import type * as view from '#shared/contract/views/statement-views.ts';

const line = z.number().int().min(1);

/** Bank statements: their lines, and payments drafted from them. `changes` tells `bankLines`. */
export const statements = {
  list: asked.output(type<view.BankLinesView>()),
  /** Takes a file in, or answers why nothing of it was taken. Importing drafts and sends nothing. */
  importFile: asked
    .errors({ ...storageFailed, ...notRead })
    .input(z.object({ name: z.string().max(300), file: blobInput }))
    .output(type<view.StatementImport>()),
  /** A user says once which of the service's bank accounts this is. */
  confirmAccount: act.input(z.object({ account: line, bankAccountId: uuidInput })).output(nothing),
  /** Drafts payments with their lines as evidence, all or none. */
  draft: kept
    .errors(invalidBody)
    .input(
      z.object({
        choices: z
          .array(z.object({ line, uses: z.array(z.object({ invoiceId: uuidInput, minor: z.bigint() })).max(20) }))
          .min(1)
          .max(10_000),
      }),
    )
    .output(type<{ ids: string[] }>()),
  putAside: act.input(z.object({ line, reason: z.string().trim().min(1).max(300).nullable() })).output(nothing),
  /** The lines that a payment was drafted from, for review and for a payment in doubt. */
  ofEdit: asked
    .input(z.object({ id: uuidInput }))
    .output(type<Pick<view.BankLineView, 'id' | 'bookedOn' | 'minor' | 'currency' | 'payer' | 'text'>[]>()),
};
