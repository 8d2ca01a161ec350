import { listOf } from '#shared/values/language.ts';
import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { openOf } from '#shared/edits/payments-here.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { readableState } from '#shared/values/readable.ts';

/** The most records that are paid in full at once: each one is read first. */
export const mostPaid = 500;

/** One record that is paid in full, as it was seen when the form was opened. */
interface Paid {
  amountMinor: bigint;
  currency: string | null;
  seen: JsonObject | null;
}

export interface PaidInFull {
  paid: ReadonlyMap<string, Paid>;
  /** "2 archived, 1 with nothing open": the records that are left out, and why; null where none is. */
  leftOut: string | null;
}

/** True for a kind that pays what is open of a record. */
export const paysOpen = ({ form }: EditKind): boolean => form.some(({ suggest }) => suggest === 'open');

/** The kind with a form that asks for everything but the amount. */
export const withoutAmount = (kind: EditKind): EditKind => ({ ...kind, form: kind.form.filter(({ suggest }) => suggest !== 'open') });

/** The body that pays what is open of one record. */
export function bodyOf(kind: EditKind, body: JsonObject, { amountMinor }: Paid): JsonObject {
  const [name = ''] = kind.form.find(({ suggest }) => suggest === 'open')?.path ?? [];
  return { ...body, [name]: amountMinor };
}

/** Reads what is open of each record; null where a record could not be read. */
export async function readOpen(app: AppState, kind: EditKind, recordKind: RecordKind, ids: readonly string[]): Promise<PaidInFull | null> {
  const paid = new Map<string, Paid>();
  const reasons = new Map<string, number>();
  for (const id of ids) {
    const answer = await safe(app.api.records.get({ kind: recordKind, id }));
    if (!answer.isSuccess) return null;
    const why = whyNot(kind, answer.data);
    if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    else paid.set(id, { amountMinor: openOf(answer.data)?.minor ?? 0n, currency: answer.data.row.currency, seen: answer.data.service });
  }
  const leftOut = [...reasons].map(([why, count]) => leftOutWords(why, count));
  return { paid, leftOut: leftOut.length === 0 ? null : listOf(leftOut) };
}

const reasonsToLeaveOut = ['noAmount', 'elsewhere', 'nothing'] as const;

function leftOutWords(why: string, count: number): string {
  const known = reasonsToLeaveOut.find((each) => each === why);
  return known
    ? t(`list.bulk.leftOut.${known}`, { count })
    : t('list.bulk.leftOut.state', { count, state: readableState(why, 'invoiceReceivable') });
}

/** One of these reasons, or the state in which a record takes no payment; null where it takes one. */
function whyNot(kind: EditKind, view: RecordView): string | null {
  const { status, currency } = view.row;
  if (status !== null && kind.isClosed?.(status)) return status;
  const open = openOf(view);
  if (!open || currency === null) return 'noAmount';
  if (open.atMost) return 'elsewhere';
  return open.minor === 0n ? 'nothing' : null;
}
