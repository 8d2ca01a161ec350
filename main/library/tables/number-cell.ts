import { dayMs } from '#shared/values/days.ts';
import { memoized } from '#shared/values/memoized.ts';
import type { TypedCell } from './grid.ts';

/** The form in which a sheet shows a number: a date, leading zeros, so many decimals. */
export interface NumberForm {
  date: boolean;
  /** Figures that are always shown, as of `00000`; 0 where none are forced. */
  zeros: number;
  places: number | null;
}

/** Formats that every workbook knows by number. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
};
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

export function numberForm(id: number, code = builtIn[id] ?? ''): NumberForm {
  if (isBuiltInDate(id)) return { date: true, zeros: 0, places: null };
  const plain = (code.split(';')[0] ?? '').replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  const date = !/general/i.test(plain) && /[dmyhs]/i.test(plain);
  const zeros = /^0{2,}$/.test(plain.trim()) ? plain.trim().length : 0;
  const places = /[.](0+)/.exec(plain)?.[1]?.length ?? (/[0#]/.test(plain) ? 0 : null);
  return { date, zeros, places };
}

/** A spreadsheet keeps so many figures of a number. */
const keptFigures = 15;

/** A number as a workbook writes it, in plain figures and as exact as the spreadsheet kept it: `5.02E+13`, `1.1000000000000001`. Null for what is none. */
export function numberCell(written: string, form: NumberForm | null): TypedCell | null {
  const match = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,4}))?$/.exec(written.trim());
  if (!match || (match[2] === '' && match[3] === '')) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  const figures = all.replace(/^0+/, '');
  let point = figures.length - fraction.length + Number(exponent);
  if (Math.abs(point) > 400) return null;
  let kept = figures;
  // Of a longer whole number the last figures are gone; of a fraction they are the noise of binary fractions.
  const lost = point > keptFigures;
  if (kept.length > keptFigures) {
    kept = (BigInt(kept.slice(0, keptFigures)) + (kept.charCodeAt(keptFigures) >= 53 ? 1n : 0n)).toString();
    if (kept.length > keptFigures) point += 1;
  }
  const text = plainFigures(kept, point);
  const minus = sign === '-' && /[1-9]/.test(text) ? '-' : '';
  const zeros = form?.zeros ?? 0;
  return {
    kind: 'number',
    text: minus + text,
    ...(zeros > 0 && /^\d+$/.test(text) && text.length < zeros ? { shown: minus + text.padStart(zeros, '0') } : {}),
    ...(form?.places == null ? {} : { places: form.places }),
    // Written as spreadsheets show it, so that every reader refuses it as a number without its figures.
    ...(lost ? { shown: `${minus}${kept.slice(0, 1)}.${kept.slice(1, 6).padEnd(2, '0')}E+${point - 1}` } : {}),
  };
}

/** True for a long number of few figures: a text that was shortened and then saved in a workbook, where 5.02E+13 became 50200000000000. */
export const isShortened = (figures: string): boolean => figures.length >= 12 && /^\d{1,6}0+$/.test(figures);

function plainFigures(figures: string, point: number): string {
  if (figures === '') return '0';
  const whole = point <= 0 ? '0' : figures.slice(0, point).padEnd(point, '0');
  const fraction = (point < 0 ? '0'.repeat(-point) + figures : figures.slice(Math.max(0, point))).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Day 0 of each of the two calendars of spreadsheets. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** The date of a serial number: `2026-03-12`, with a time `2026-03-12T10:00:00`; null outside the calendar. The same days stand in many rows. */
export const dateOfSerial = memoized((serial: string, base: 1900 | 1904): string | null => {
  const value = Number(serial);
  if (!Number.isFinite(value) || value < 1 || value > 2_958_465) return null;
  const at = new Date(dayZero[base] + Math.round(value * 86_400) * 1_000);
  const text = at.toISOString();
  return at.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19);
});
