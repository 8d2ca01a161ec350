import { t } from '#shared/messages/t.ts';
import type { z } from '#shared/zod.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { createInvoiceLine } from './create-invoice-line.ts';
import { createUserComment } from './create-user-comment.ts';
import type { EditKind } from './edit-kind.ts';
import { recordInvoicePayment } from './record-invoice-payment.ts';
import { updateCardTransaction } from './update-card-transaction.ts';
import { updateExpense } from './update-expense.ts';
import { updateVendor } from './update-vendor/kind.ts';

/** Every operation that changes something. A further one is one more file or small folder and one more line here. */
export const editKinds: readonly EditKind[] = [
  updateExpense,
  createUserComment,
  updateCardTransaction,
  updateVendor,
  createInvoiceLine,
  recordInvoicePayment,
];

const byName = new Map(editKinds.map((kind) => [kind.kind, kind]));

/** The kind of that name, or null: an edit of an unknown kind is shown as unreadable, never dropped. */
export function editKind(name: string): EditKind | null {
  return byName.get(name) ?? null;
}

/** A field of a body that cannot be recorded, with a sentence for beside the field. */
export interface BodyIssue {
  path: string[];
  message: string;
}
export type BodyAnswer = { ok: true; body: JsonObject } | { ok: false; issues: BodyIssue[] };

/** Checks what a user entered against its kind: integers of money become `bigint`, unknown fields are refused. */
export function readBody(kind: EditKind, body: unknown): BodyAnswer {
  const parsed = kind.body.safeParse(body);
  if (parsed.success) return { ok: true, body: parsed.data };
  return { ok: false, issues: parsed.error.issues.flatMap(bodyIssues) };
}

const expected = ['string', 'number', 'bigint', 'array', 'object'] as const;

function bodyIssues(issue: z.core.$ZodIssue): BodyIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message: t('edits.body.unknownField') }));
  return [{ path, message: issue.code === 'invalid_type' ? belongsHere(issue.expected) : issue.message }];
}

const belongsHere = (type: string): string => t(`edits.body.expected.${expected.find((each) => each === type) ?? 'other'}`);
