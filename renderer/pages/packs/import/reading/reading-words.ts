import { t, type PlainId } from '#shared/messages/t.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { ImportChoices, ImportQuestion, ImportReading, NameChoices, NameReading } from '#shared/files/import-summary.ts';
import { dateOrders, separators, textEncodings, type DateOrder, type Separator, type TextEncoding } from '#shared/files/file-format.ts';
import { currencyCodes } from '#shared/values/currencies.ts';

/** One part of the sentence that says how a file was read: a button with the other readings. */
export interface ReadingPart {
  name: 'sheet' | 'separator' | 'decimal' | 'dates' | 'encoding' | 'unit' | 'currency' | 'heading';
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
const separatorIds: Record<Separator, PlainId> = {
  ';': 'import.reading.separator.semicolon',
  ',': 'import.reading.separator.comma',
  '\t': 'import.reading.separator.tab',
  '|': 'import.reading.separator.bar',
};
const orderExamples = { iso: '2026-12-31', dmy: '31.12.2026', mdy: '12/31/2026', ymd: '26-12-31' };
const orderWords = (order: DateOrder): string =>
  order === 'serial1900' || order === 'serial1904' ? t(`import.reading.dates.${order}`) : orderExamples[order];
const decimalWords = { ',': '1.234,56', '.': '1,234.56' };

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
      ...{ name: 'sheet', message: t('import.reading.sheet', { name: reading.sheets[reading.sheet]?.name ?? '' }), asks: false },
      items: reading.sheets.map(({ name, hidden }, sheet) =>
        item(hidden ? t('import.reading.sheet.hidden', { name }) : name, { sheet }, sheet === reading.sheet),
      ),
    },
    reading.separator !== null && {
      ...{ name: 'separator', message: t(separatorIds[reading.separator]), asks: false },
      items: separators.map((separator) => item(t(separatorIds[separator]), { separator }, separator === reading.separator)),
    },
    (reading.decimal !== null || asked('decimal') !== undefined) && {
      ...{ name: 'decimal', asks: reading.decimal === null },
      message: reading.decimal === null ? t('import.reading.decimal.ask') : decimalWords[reading.decimal],
      items: ([',', '.'] as const).map((decimal) => item(decimalWords[decimal], { decimal }, decimal === reading.decimal)),
    },
    (reading.dates !== null || asked('dates') !== undefined) && {
      ...{ name: 'dates', asks: reading.dates === null },
      message: reading.dates === null ? t('import.reading.dates.ask') : orderWords(reading.dates),
      items: dateOrders.filter((order) => order !== 'iso').map((dates) => item(orderWords(dates), { dates }, dates === reading.dates)),
    },
    reading.encoding !== null && {
      ...{
        name: 'encoding',
        message: encodingWords[reading.encoding],
        asks: asked('encoding') !== undefined || asked('twice') !== undefined,
      },
      items: textEncodings.map((encoding) => item(encodingWords[encoding], { encoding }, encoding === reading.encoding)),
    },
    (reading.unit !== null || asked('unit') !== undefined) && {
      ...{ name: 'unit', asks: reading.unit === null },
      message: unitSays(reading, asked('unit'), currencies),
      items: (['major', 'minor'] as const).map((unit) => item(t(`import.reading.unit.${unit}`), { unit }, unit === reading.unit)),
    },
    (reading.currency !== null || asked('currency') !== undefined) && {
      ...{ name: 'currency', message: reading.currency ?? t('import.reading.currency.ask'), asks: reading.currency === null },
      items: usualFirst.map((currency) => item(currency, { currency }, currency === reading.currency)),
    },
    reading.heading > 0 && {
      ...{ name: 'heading', message: t('import.reading.heading', { row: String(reading.heading) }), asks: false },
      items: raw.map(({ row }) => item(t('import.row.small', { line: String(row) }), { heading: row }, row === reading.heading)),
    },
  ];
  return parts.filter((part) => part !== false);
}

/** The same for a names file. */
export function namePartsOf({ sheets, ...reading }: NameReading, say: (choices: NameChoices) => void): ReadingPart[] {
  const rest = { hiddenRows: 0, hiddenColumns: 0, decimal: null, dates: null, unit: null, currency: null, twice: null };
  const parts = partsOf({ ...rest, ...reading, sheets: sheets.map((name) => ({ name, hidden: false })) }, [], [], say);
  return parts.filter(({ name }) => name !== 'heading');
}

const often = ['EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'CHF', 'PLN', 'JPY'];
const usualFirst = [...often, ...currencyCodes.filter((code) => !often.includes(code))];

function unitSays({ unit }: ImportReading, asked: ImportQuestion | undefined, [only, other]: readonly string[]): string {
  if (unit === 'major')
    return only !== undefined && other === undefined ? t('import.reading.unit.in', { currency: only }) : t('import.reading.unit.whole');
  if (unit === 'minor') return t('import.reading.unit.smallest');
  const example = asked?.what === 'unit' ? asked.examples[0] : undefined;
  return example ? t('import.reading.unit.ask', { cell: example.cell }) : t('import.reading.unit.any');
}
