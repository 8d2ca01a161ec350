import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { ImportChoices, ImportQuestion, ImportReading, NameChoices, NameReading } from '#shared/files/import-summary.ts';
import { dateOrders, separators, textEncodings, type DateOrder, type Separator, type TextEncoding } from '#shared/files/file-format.ts';
import { currencyCodes } from '#shared/values/currencies.ts';

/** One part of the sentence that says how a file was read: a button with the other readings. */
export interface ReadingPart {
  name: string;
  message: string;
  /** The file does not tell: the part is a question. */
  asks: boolean;
  items: MenuItem[];
}

const encodingWords: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  'iso-8859-15': 'ISO 8859-15',
  shift_jis: 'Shift JIS',
};
const separatorWords: Record<Separator, string> = { ';': 'Semicolons', ',': 'Commas', '\t': 'Tabs', '|': 'Vertical bars' };
const orderWords: Record<DateOrder, string> = {
  iso: '2026-12-31',
  dmy: '31.12.2026',
  mdy: '12/31/2026',
  ymd: '26-12-31',
  serial1900: 'days since 1900',
  serial1904: 'days since 1904',
};
const decimalWords = { ',': '1.234,56', '.': '1,234.56' };
const unitWords = { major: 'whole units (100 is 100.00)', minor: 'smallest units (100 is 1.00)' };

type Say = (choices: ImportChoices) => void;

/** The parts of the sentence, in the order in which a file is read. */
export function partsOf(
  reading: ImportReading,
  questions: readonly ImportQuestion[],
  raw: readonly { row: number }[],
  say: Say,
  currencies: readonly string[] = [],
): ReadingPart[] {
  const asked = (what: ImportQuestion['what']) => questions.find((question) => question.what === what);
  const item = (label: string, choices: ImportChoices, chosen: boolean): MenuItem => ({ label, chosen, onchoose: () => say(choices) });
  const parts: (ReadingPart | false)[] = [
    reading.sheets.length > 1 && {
      ...{ name: 'Sheet', message: `sheet “${reading.sheets[reading.sheet]?.name ?? ''}”`, asks: false },
      items: reading.sheets.map(({ name, hidden }, sheet) => item(hidden ? `${name} (hidden)` : name, { sheet }, sheet === reading.sheet)),
    },
    reading.separator !== null && {
      ...{ name: 'Separator', message: separatorWords[reading.separator], asks: false },
      items: separators.map((separator) => item(separatorWords[separator], { separator }, separator === reading.separator)),
    },
    (reading.decimal !== null || asked('decimal') !== undefined) && {
      ...{ name: 'Numbers', asks: reading.decimal === null },
      message: reading.decimal === null ? '1.234,56 or 1,234.56?' : decimalWords[reading.decimal],
      items: ([',', '.'] as const).map((decimal) => item(decimalWords[decimal], { decimal }, decimal === reading.decimal)),
    },
    (reading.dates !== null || asked('dates') !== undefined) && {
      ...{ name: 'Dates', asks: reading.dates === null },
      message: reading.dates === null ? 'day or month first?' : orderWords[reading.dates],
      items: dateOrders.filter((order) => order !== 'iso').map((dates) => item(orderWords[dates], { dates }, dates === reading.dates)),
    },
    reading.encoding !== null && {
      ...{
        name: 'Letters',
        message: encodingWords[reading.encoding],
        asks: asked('encoding') !== undefined || asked('twice') !== undefined,
      },
      items: textEncodings.map((encoding) => item(encodingWords[encoding], { encoding }, encoding === reading.encoding)),
    },
    (reading.unit !== null || asked('unit') !== undefined) && {
      ...{ name: 'Amounts', asks: reading.unit === null },
      message: unitSays(reading, asked('unit'), currencies),
      items: (['major', 'minor'] as const).map((unit) => item(unitWords[unit], { unit }, unit === reading.unit)),
    },
    (reading.currency !== null || asked('currency') !== undefined) && {
      ...{ name: 'Currency', message: reading.currency ?? 'which currency?', asks: reading.currency === null },
      items: usualFirst.map((currency) => item(currency, { currency }, currency === reading.currency)),
    },
    reading.heading > 0 && {
      ...{ name: 'Headings', message: `headings in row ${reading.heading}`, asks: false },
      items: raw.map(({ row }) => item(`row ${row}`, { heading: row }, row === reading.heading)),
    },
  ];
  return parts.filter((part) => part !== false);
}

/** The same for a names file. */
export function namePartsOf({ sheets, ...reading }: NameReading, say: (choices: NameChoices) => void): ReadingPart[] {
  const rest = { hiddenRows: 0, hiddenColumns: 0, decimal: null, dates: null, unit: null, currency: null, twice: null };
  const parts = partsOf({ ...rest, ...reading, sheets: sheets.map((name) => ({ name, hidden: false })) }, [], [], say);
  return parts.filter(({ name }) => name !== 'Headings');
}

const often = ['EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'CHF', 'PLN', 'JPY'];
const usualFirst = [...often, ...currencyCodes.filter((code) => !often.includes(code))];

function unitSays({ unit }: ImportReading, asked: ImportQuestion | undefined, [only, other]: readonly string[]): string {
  if (unit === 'major') return only !== undefined && other === undefined ? `amounts in ${only}` : 'amounts in whole units';
  if (unit === 'minor') return 'amounts in smallest units';
  const example = asked?.what === 'unit' ? asked.examples[0] : undefined;
  return example ? `${example.cell} = which amount?` : 'which unit?';
}
