import { exponentOf, largestMinor, minorOf } from '#shared/values/money.ts';
import { StatementRefused } from '#shared/statements/statement.ts';

/** Parses a plain decimal into minor units, exactly; throws `StatementRefused` for more decimals than the currency has. */
export function parseMinor(text: string, currency: string, where: string): bigint {
  const [, sign, whole = '', part = ''] = /^([-+]?)(\d{1,30})(?:[.,](\d{0,30}))?$/.exec(text.trim()) ?? [];
  const known = whole !== '' && exponentOf(currency) !== null;
  const minor = known ? minorOf({ digits: BigInt(whole + part), scale: part.length }, currency) : null;
  if (minor === null || minor > largestMinor) throw new StatementRefused('badAmount', `${where}: ${text} ${currency}`);
  return sign === '-' ? -minor : minor;
}

/** Takes a date as written, never through a time zone. Banks write 30 February: it becomes the month's last day. */
export function dayOf(text: string, where: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text.trim()) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (year === '' || m < 1 || m > 12 || d < 1 || d > 31) throw new StatementRefused('badDate', `${where}: ${text}`);
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate();
  return `${year}-${month}-${String(Math.min(d, last)).padStart(2, '0')}`;
}

/** Text on one line, within a limit. */
export const oneLine = (text: string, most = 2_000): string => text.replace(/\s+/g, ' ').trim().slice(0, most);

/** An end-to-end id, or nothing where the payer gave none. */
export const endToEndOf = (text: string): string => (/^(?:NOT\s?PROVIDED|NONREF|KREF\+?)$/i.test(text.trim()) ? '' : oneLine(text, 100));

const mostLines = 200_000;

/** Refuses a file with more lines than are read, at the first one too many. */
export function checkCount(lines: number): void {
  if (lines > mostLines) throw new StatementRefused('tooLarge', `${mostLines} lines`);
}
