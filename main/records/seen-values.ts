import { sql } from 'drizzle-orm';
import type { Reason } from '#shared/edit.ts';
import { invoiceStates } from '#shared/service/invoice-states.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { knownValues } from '#shared/records/known-values.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { isErrorType } from '#shared/service/service-error.ts';
import { param, prepared, excluded, selectFrom } from '#main/storage/prepared.ts';
import { seenValue } from '#main/storage/schema/records.ts';
import type { Store } from '#main/storage/store.ts';

export type SeenValue = typeof seenValue.$inferSelect;

const longestValue = 200;

const countValue = prepared((db) =>
  db
    .insert(seenValue)
    .values({ place: param('place'), value: param('value'), count: 1, at: param('at') })
    .onConflictDoUpdate({
      target: [seenValue.place, seenValue.value],
      set: { count: sql`${seenValue.count} + 1`, at: excluded(seenValue.at) },
    }),
);

/** Collects an error code or enum value as it came, for diagnostics ("Versioning": enumerations may gain new values). */
export function noteSeenValue(store: Store, place: string, value: string): void {
  store.commit('seen value', () => {
    countValue(store).run({ place, value: value.slice(0, longestValue), at: store.world.now() });
  });
}

/** The enumerations whose values the specification lists, by record. */
const listed: Partial<Record<RecordKind, Record<string, readonly string[]>>> = {
  expense: { status: knownValues.expenseStatus },
  invoiceReceivable: {
    state: invoiceStates,
    paymentType: knownValues.paymentType,
    taxEngineName: knownValues.taxEngineName,
  },
};

/** Notes the values of a record's enumerations that the specification does not list; the record keeps them as they came. */
export function noteNewEnumValues(store: Store, kind: RecordKind, record: JsonObject): void {
  for (const [field, known] of Object.entries(listed[kind] ?? {})) {
    const value = record[field];
    if (typeof value === 'string' && !known.includes(value)) noteSeenValue(store, `${kind}.${field}`, value);
  }
}

/** Notes an unlisted type and every code of the error that a verdict is about ("Error context, shape A/B"). */
export function noteErrorCodes(store: Store, reason: Reason): void {
  const error = 'error' in reason ? reason.error : reason.kind === 'appliedWithProblem' ? reason.failure : null;
  if (!error) return;
  if (!isErrorType(error.type)) noteSeenValue(store, 'error.type', error.type);
  const codes = error.errors.map(({ type }) => type).filter((type) => type !== null && !isErrorType(type));
  for (const code of new Set(codes)) if (code !== null) noteSeenValue(store, 'error.code', code);
}

const byPlace = selectFrom(seenValue, { order: [seenValue.place, seenValue.value] });

/** Everything collected, by place. */
export function seenValues(store: Store): SeenValue[] {
  return byPlace(store).all();
}
