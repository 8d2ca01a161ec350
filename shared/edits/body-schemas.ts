import { t } from '#shared/messages/t.ts';
import { z } from '#shared/zod.ts';
import { isCalendarDate } from '#shared/values/dates.ts';
import { JsonDecimal, type JsonObject } from '#shared/json/json.ts';
import { largestMinor } from '#shared/values/money.ts';
import { integerValue } from '#shared/records/field.ts';
import { isUuid } from '#shared/values/uuid.ts';

export const uuidText = z.string().refine(isUuid, { error: () => t('edits.body.notId') });
export const dateText = z.string().refine(isCalendarDate, { error: () => t('edits.body.notDate') });
/** "Currency code (three-letter code style)". */
export const currencyText = z.string().regex(/^[A-Z]{3}$/, { error: () => t('edits.body.notCurrency') });
/** A value of an enumeration, known or not. */
export const enumText = z.string().min(1, { error: () => t('edits.body.noValue') });
/** int64, as `bigint`. */
export const int64 = integerValue.refine((value) => value <= largestMinor && value >= -largestMinor - 1n, {
  error: () => t('edits.body.tooLarge'),
});
/** Any JSON number, exact. */
export const anyNumber = z.custom<number | bigint | JsonDecimal>(
  (value) => (typeof value === 'number' && Number.isFinite(value)) || typeof value === 'bigint' || value instanceof JsonDecimal,
  { error: () => t('edits.body.notNumber') },
);

/** True when a body sets at least one field; an empty PATCH is never sent. */
export function setsSomething(body: JsonObject): boolean {
  return Object.values(body).some((value) => value !== undefined);
}
export const nothingSet = { error: () => t('edits.body.nothingSet') };
