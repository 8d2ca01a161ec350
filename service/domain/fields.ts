import { z } from 'zod';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !leap ? 28 : (daysInMonth[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** A UUID string, any version. */
export const uuid = z.string().regex(UUID, 'must be a UUID').meta({ format: 'uuid' });
/** A calendar date that exists, as yyyy-mm-dd. */
export const date = z.string().refine(isCalendarDate, 'must be a date as yyyy-mm-dd').meta({ format: 'date' });
/** An ISO 8601 timestamp. */
export const dateTime = z.string().meta({ format: 'date-time' });
/** An exact integer of 64 bits, in minor units where it is money. */
export const int64 = z.bigint().min(INT64_MIN).max(INT64_MAX).meta({ type: 'integer', format: 'int64' });
/** A three-letter currency code. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code');
/** Text as it came. */
export const text = z.string();
