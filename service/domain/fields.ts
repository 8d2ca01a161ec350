import { z } from 'zod';

/** A UUID string, any version. */
export const uuid = z.guid('must be a UUID');
/** A calendar date that exists, as yyyy-mm-dd. */
export const date = z.iso.date('must be a date as yyyy-mm-dd');
/** An ISO 8601 timestamp. */
export const dateTime = z.string().meta({ format: 'date-time' });
/** An exact integer of 64 bits, in minor units where it is money. */
export const int64 = z.int64().meta({ type: 'integer', format: 'int64' });
/** A three-letter currency code. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code');
export const text = z.string();

/** The date that is this many days after another. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
