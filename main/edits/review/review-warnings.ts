import { readCapability } from '#main/registry/trust.ts';
import { baseOf, bodyOf, refOf, type OutboxRow } from '#main/outbox/outbox.ts';
import { titlesOf } from '#main/projections/lists/lists.ts';
import type { CachedRecord } from '#main/records/records.ts';
import { isRecordedElsewhere } from '#main/statements/bank-lines.ts';
import type { Store } from '#main/storage/store.ts';
import type { ReviewWarning } from '#shared/contract/views/views.ts';
import { isBankNumber, readBankNumber } from '#shared/bank-number.ts';
import { valueDoubt } from '#shared/messages/change-words.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { paymentWarning } from '#shared/service/invoice-states.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { oddness } from '#shared/odd-characters.ts';
import { valueAt } from '#shared/json/json-path.ts';
import { referenceWarnings } from '#main/edits/record/reference-doubts.ts';
import { mayBeThere } from '#main/edits/decide/may-be-there.ts';
import { isPaidElsewhere, nearlySameBefore, openBefore, refusedBefore, samePaymentBefore, type LedgerEntry } from './ledger.ts';

/** A record older than this is pointed out; for showing only, nothing is decided by it. */
const staleAfterMs = 24 * 3_600_000;

/** Warnings before an edit is approved; `ledger` is that of a payment's invoice. Warnings never forbid. */
export function warningsOf(
  store: Store,
  row: OutboxRow,
  known: CachedRecord | null,
  ledger: readonly LedgerEntry[] | null,
): ReviewWarning[] {
  const there = row.repeat === 'creates' && mayBeThere(store, row) ? [{ kind: 'mayBeThere' as const, editId: row.id }] : [];
  return [
    ...there,
    ...(ledger ? paymentWarnings(store, row, known, ledger) : []),
    ...referenceWarnings(store, row, known),
    ...bankWarnings(store, row),
    ...oddValues(store, row, known),
    ...baseWarnings(store, row, known),
  ];
}

function paymentWarnings(store: Store, row: OutboxRow, known: CachedRecord | null, ledger: readonly LedgerEntry[]): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const editId = row.id;
  const entry = ledger.find((other) => other.row.id === row.id);
  const currency = typeof known?.value['currency'] === 'string' ? known.value['currency'] : '';
  if (entry) warnings.push(...samePayments(entry, ledger, currency));
  if (isRecordedElsewhere(store, editId)) warnings.push({ kind: 'recordedElsewhere', editId });
  const refused = entry && refusedBefore(store, entry);
  if (refused) warnings.push({ kind: 'refusedBefore', editId, other: refused.id });
  if (entry && entry.amountMinor <= 0n)
    warnings.push({ kind: 'notPositive', editId, amountMinor: entry.amountMinor, currency: currency || null });
  if (!known) return warnings;
  const { state } = known.value;
  if (isPaidElsewhere(store, ledger, known.value)) warnings.push({ kind: 'partlyPaid', editId });
  const open = entry ? openBefore(entry, ledger, known.value) : null;
  // By the letter an overpayment reads PARTIALLY_PAID: nothing afterwards would tell.
  if (entry && open !== null && entry.amountMinor > open) {
    warnings.push({ kind: 'overpayment', editId, amountMinor: entry.amountMinor, openMinor: open, currency });
  }
  const shown = typeof state === 'string' ? state : '';
  const advice = paymentWarning(shown === '' ? null : shown);
  if (advice === 'locked') warnings.push({ kind: 'lockedInvoice', editId, state: shown });
  if (advice === 'unusual' || advice === 'unknownState') warnings.push({ kind: 'unusualState', editId, state: shown });
  return warnings;
}

/** Exactly the same payment, or else one that is nearly the same. */
function samePayments(entry: LedgerEntry, ledger: readonly LedgerEntry[], currency: string): ReviewWarning[] {
  const editId = entry.row.id;
  const same = samePaymentBefore(entry, ledger);
  if (same) return [{ kind: 'samePayment', editId, other: same.row.id }];
  const near = nearlySameBefore(entry, ledger);
  return near ? [{ kind: 'nearlySamePayment', editId, amountMinor: near.amountMinor, currency, date: near.date }] : [];
}

/** Old → new side by side, for every bank field that the edit sets. */
function bankWarnings(store: Store, row: OutboxRow): ReviewWarning[] {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (row.touchesBank === 0 || !kind || !body) return [];
  const base = baseOf(row);
  const fields = kind.touched(body).map(({ path, value }) => ({ path, base: base ? (valueAt(base, path) ?? null) : null, mine: value }));
  return [{ kind: 'bankChange', editId: row.id, fields }];
}

/** Values and names that read as others, and numbers that cannot be right: what the edit sets, and what goes along with it. */
function oddValues(store: Store, row: OutboxRow, known: CachedRecord | null): ReviewWarning[] {
  const kind = editKind(row.kind);
  const body = bodyOf(row);
  if (!kind || !body) return [];
  const odd = (path: string[], value: JsonValue, from: 'edit' | 'service') => ({
    ...{ kind: 'oddValue' as const, editId: row.id, of: row.kind, path, value, from },
  });
  const set = kind.repeat === 'creates' ? Object.entries(body).map(([name, value]) => ({ path: [name], value })) : kind.touched(body);
  const typed = set.flatMap(({ path, value }) => (valueDoubt(path, value) === null ? [] : [odd(path, value as JsonValue, 'edit')]));
  const named = titlesOf(store, [refOf(row)]).flatMap(({ title }) =>
    oddness(title) === null ? [] : [{ kind: 'oddName' as const, editId: row.id, name: title }],
  );
  // A whole record is sent: what the service has in the fields beside goes back to it.
  const beside = kind.whole && known ? kind.touched(kind.whole(known.value)) : [];
  const sent = beside.filter(({ path, value }) => isBankNumber(path) && typeof value === 'string' && !readBankNumber(path, value).ok);
  return [...typed, ...named, ...sent.map(({ path, value }) => odd(path, value as JsonValue, 'service'))];
}

/** Doubts about the record that an edit is based on. */
export function baseWarnings(
  store: Store,
  row: Pick<OutboxRow, 'id' | 'kind' | 'repeat'>,
  known: Pick<CachedRecord, 'complete' | 'asOf'> | null,
): ReviewWarning[] {
  const warnings: ReviewWarning[] = [];
  const whole = editKind(row.kind)?.needsCompleteBase === true;
  if (whole && !known?.complete) warnings.push({ kind: 'incompleteBase', editId: row.id });
  if (whole && known?.complete && !isVendorRead(store)) warnings.push({ kind: 'sentAsRead', editId: row.id, asOf: known.asOf });
  else if (known && row.repeat !== 'creates' && store.world.now() - known.asOf > staleAfterMs) {
    warnings.push({ kind: 'staleBase', editId: row.id, asOf: known.asOf });
  }
  return warnings;
}

/** True to read the newest state of a vendor before it is written. */
function isVendorRead(store: Store): boolean {
  const { allowed, verdict } = readCapability(store, 'readVendor');
  return allowed && verdict !== 'absent';
}
