import { t } from '#shared/messages/t.ts';
import { formatCount, formatsNow } from '#shared/values/language.ts';
import { formatDecimal } from '#shared/values/money.ts';

/** "31 MB", "820 KB": decimal units, two significant digits at least. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return t('values.bytes', { unit: 'B', number: formatCount(bytes) });
  const units = ['KB', 'MB', 'GB'] as const;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const number =
    value >= 10 ? formatCount(Math.round(value)) : formatDecimal({ digits: BigInt(Math.round(value * 10)), scale: 1 }, formatsNow().locale);
  return t('values.bytes', { unit: units[unit] ?? 'GB', number });
}
