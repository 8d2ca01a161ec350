import writeXlsx from 'write-excel-file/node';
import type { RecordKind } from '#shared/records/record-kind.ts';

// Files as spreadsheets and accounting systems of several countries write them, beside the values that they mean. Shares nothing with the reader.

export interface MadeFile {
  seed: number;
  name: string;
  kind: RecordKind;
  content: Uint8Array;
  /** The records that it means, by id. */
  meant: Map<string, Record<string, unknown>>;
  /** A spreadsheet spoiled values of these records: none of them may be taken. */
  spoiled: Set<string>;
  what: string;
}

interface Locale {
  name: string;
  decimal: string;
  group: string;
  date: (year: string, month: string, day: string) => string;
  separator: string;
  currency: string;
  decimals: number;
  headings: Record<'id' | 'number' | 'date' | 'due' | 'amount' | 'currency' | 'reference' | 'name' | 'city' | 'account' | 'zip', string>;
  texts: string[];
  total: string;
}

const dmy = (sign: string) => (year: string, month: string, day: string) => `${day}${sign}${month}${sign}${year}`;
const locales: Locale[] = [
  {
    ...{ name: 'de', decimal: ',', group: '.', date: dmy('.'), separator: ';', currency: 'EUR', decimals: 2, total: 'Summe' },
    headings: {
      ...{ id: 'ID', number: 'Rechnungsnr.', date: 'Rechnungsdatum', due: 'Fällig am', amount: 'Betrag brutto', currency: 'Währung' },
      ...{ reference: 'Referenz', name: 'Lieferant', city: 'Ort', account: 'IBAN', zip: 'PLZ' },
    },
    texts: ['Müller & Söhne', 'Köln, Straße 4', 'Brückner GmbH', 'Größe über alles'],
  },
  {
    ...{ name: 'fr', decimal: ',', group: '\u00A0', date: dmy('/'), separator: ';', currency: 'EUR', decimals: 2, total: 'Total' },
    headings: {
      ...{ id: 'id', number: 'N° de facture', date: 'Date de facture', due: 'Échéance', amount: 'Montant TTC', currency: 'Devise' },
      ...{ reference: 'Référence', name: 'Fournisseur', city: 'Ville', account: 'Numéro de compte', zip: 'Code postal' },
    },
    texts: ['Société générale', 'Café à Orléans', 'Élysée', 'Garçon naïf'],
  },
  {
    ...{
      name: 'sv',
      decimal: ',',
      group: ' ',
      date: (y, m, d) => `${y}-${m}-${d}`,
      separator: ';',
      currency: 'SEK',
      decimals: 2,
      total: 'Summa',
    },
    headings: {
      ...{ id: 'Id', number: 'Fakturanr', date: 'Fakturadatum', due: 'Förfallodatum', amount: 'Belopp', currency: 'Valuta' },
      ...{ reference: 'Referens', name: 'Leverantör', city: 'Postort', account: 'Kontonummer', zip: 'Postnr' },
    },
    texts: ['Åkesson AB', 'Malmö', 'Sjökvist', 'Östersund'],
  },
  {
    ...{
      name: 'us',
      decimal: '.',
      group: ',',
      date: (y, m, d) => `${m}/${d}/${y}`,
      separator: ',',
      currency: 'USD',
      decimals: 2,
      total: 'Total',
    },
    headings: {
      ...{ id: 'ID', number: 'Invoice #', date: 'Invoice Date', due: 'Due Date', amount: 'Amount', currency: 'Currency' },
      ...{ reference: 'Reference', name: 'Vendor', city: 'City', account: 'Account Number', zip: 'ZIP Code' },
    },
    texts: ['Smith, Jones & Co', 'San José', 'O’Brien', 'Café "Olé"'],
  },
  {
    ...{ name: 'es', decimal: ',', group: '.', date: dmy('/'), separator: ';', currency: 'EUR', decimals: 2, total: 'Total' },
    headings: {
      ...{ id: 'id', number: 'Número de factura', date: 'Fecha factura', due: 'Vencimiento', amount: 'Importe total', currency: 'Moneda' },
      ...{ reference: 'Referencia', name: 'Proveedor', city: 'Ciudad', account: 'IBAN', zip: 'Código postal' },
    },
    texts: ['Peña e Hijos', 'Logroño', 'Añoranza', 'Málaga'],
  },
  {
    ...{ name: 'nl', decimal: ',', group: '.', date: dmy('-'), separator: ';', currency: 'EUR', decimals: 2, total: 'Totaal' },
    headings: {
      ...{ id: 'id', number: 'Factuurnummer', date: 'Factuurdatum', due: 'Vervaldatum', amount: 'Totaalbedrag', currency: 'Munt' },
      ...{ reference: 'Kenmerk', name: 'Leverancier', city: 'Plaats', account: 'Rekeningnummer', zip: 'Postcode' },
    },
    texts: ['Coöperatie', 'Reünie BV', 'Knie & Zoön', 'Één'],
  },
  {
    ...{ name: 'kw', decimal: '.', group: ',', date: dmy('/'), separator: ',', currency: 'KWD', decimals: 3, total: 'Total' },
    headings: {
      ...{ id: 'id', number: 'Invoice No', date: 'Issued', due: 'Due', amount: 'Total', currency: 'Ccy' },
      ...{ reference: 'Ref', name: 'Supplier', city: 'Town', account: 'IBAN', zip: 'Postcode' },
    },
    texts: ['Al Marsa', 'Hawalli', 'Gulf Freight', 'Delta'],
  },
  {
    ...{
      name: 'jp',
      decimal: '.',
      group: ',',
      date: (y, m, d) => `${y}/${m}/${d}`,
      separator: ',',
      currency: 'JPY',
      decimals: 0,
      total: '合計',
    },
    headings: {
      ...{ id: 'id', number: '請求書番号', date: '請求日', due: '支払期限', amount: '請求金額', currency: '通貨' },
      ...{ reference: '参照', name: '取引先名', city: '都市', account: '口座番号', zip: '郵便番号' },
    },
    texts: ['日本商事', '東京', '大阪カフェ', 'ソニー'],
  },
];

/** Mulberry32: the same file for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const two = (n: number) => String(n).padStart(2, '0');

function amountText(minor: bigint, { decimal, group, decimals }: Locale, style: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = style === 1 ? whole : whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, group);
  const text = decimals === 0 ? grouped : `${grouped}${decimal}${digits.slice(-decimals)}`;
  return minor >= 0n ? text : style === 2 ? `(${text})` : style === 3 ? `${text}-` : `-${text}`;
}

interface Row {
  cells: string[];
  typed: (string | { number: bigint; scale: number } | { day: string })[];
}

const macBytes: Record<string, number> = {
  ä: 0x8a,
  ö: 0x9a,
  ü: 0x9f,
  ß: 0xa7,
  Ä: 0x80,
  Ö: 0x85,
  Ü: 0x86,
  é: 0x8e,
  è: 0x8f,
  à: 0x88,
  ç: 0x8d,
  å: 0x8c,
  Å: 0x81,
  ñ: 0x96,
  ï: 0x95,
  É: 0x83,
  ó: 0x97,
  á: 0x87,
  ú: 0x9c,
  í: 0x92,
  '°': 0xa1,
  '’': 0xd5,
  '\u00A0': 0xca,
  ë: 0x91,
};

function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\uFEFF${text}`);
  if (encoding === 'utf-16') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16 without a mark') return Buffer.from(text, 'utf16le');
  const plain = text.replaceAll('’', encoding === 'mac' ? '’' : "'");
  if (encoding === 'windows-1252') return Buffer.from(plain, 'latin1');
  if (encoding === 'mac')
    return Uint8Array.from([...plain].map((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : (macBytes[letter] ?? 63))));
  return Buffer.from(text);
}

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Makes one file: of invoices or vendors, in a locale, a format, an encoding, with a mangling or none. */
export async function madeFile(seed: number): Promise<MadeFile> {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const locale = pick(locales);
  const kind = pick(['invoiceReceivable', 'vendor'] as const);
  const format = pick(['csv', 'csv', 'xlsx']);
  const isLatin = locale.name !== 'jp';
  const encoding = pick(
    isLatin
      ? ['utf-8', 'utf-8 with a mark', 'utf-16', 'windows-1252', 'mac', 'utf-16 without a mark']
      : ['utf-8', 'utf-8 with a mark', 'utf-16'],
  );
  const mangling = pick(['none', 'none', 'title', 'total', 'sep', 'remark', 'shortened', 'hashes', 'error', 'again']);
  const count = 6 + Math.floor(random() * 20);
  const style = Math.floor(random() * 4);
  const meant = new Map<string, Record<string, unknown>>();
  const spoiled = new Set<string>();
  const rows: Row[] = [];
  let sum = 0n;
  const { headings } = locale;
  const heads =
    kind === 'vendor'
      ? [headings.id, headings.name, headings.city, headings.account, headings.zip]
      : [headings.id, headings.number, headings.date, headings.due, headings.amount, headings.currency, headings.reference];
  for (let n = 0; n < count; n++) {
    const id = `${kind === 'vendor' ? 'b' : 'a'}0000000-0000-4000-8000-${String(seed * 100 + n).padStart(12, '0')}`;
    // One date with a day above 12 tells the order of the whole file.
    const day = (at: number) =>
      `20${20 + Math.floor(random() * 8)}-${two(1 + Math.floor(random() * 12))}-${two(at === 0 ? 13 + (n % 15) : 1 + Math.floor(random() * 28))}`;
    const text = `${pick(locale.texts)} ${n}`.replaceAll('’', encoding === 'windows-1252' ? "'" : '’');
    if (kind === 'vendor') {
      const account = String(10_000_000_000_000 + Math.floor(random() * 9_000_000_000)).slice(0, 14);
      const zip = String(10_000 + Math.floor(random() * 89_999));
      const shown =
        n === 2 && mangling === 'shortened'
          ? '1.23457E+13'
          : n === 2 && mangling === 'hashes'
            ? '########'
            : n === 2 && mangling === 'error'
              ? '#N/A'
              : account;
      if (shown !== account) spoiled.add(id);
      const city = pick(locale.texts);
      const plainCity = city.replaceAll('’', encoding === 'windows-1252' ? "'" : '’');
      meant.set(id, { vendorId: id, name: text, city: plainCity, bankAccountNumber: account, zipcode: zip });
      rows.push({ cells: [id, text, plainCity, shown, zip], typed: [id, text, plainCity, shown, zip] });
      continue;
    }
    const [issued, due] = [day(n), day(n + 1)];
    const minor = BigInt(Math.floor(random() * 10 ** pick([3, 5, 7, 9]))) * (random() < 0.1 ? -1n : 1n) || 5n;
    sum += minor;
    const number = `RE-${seed}-${n}`;
    const dateText = (iso: string) => locale.date(iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10));
    const shown =
      n === 2 && mangling === 'shortened'
        ? '1.2E+05'
        : n === 2 && mangling === 'hashes'
          ? '#####'
          : n === 2 && mangling === 'error'
            ? '#REF!'
            : null;
    if (shown !== null) spoiled.add(id);
    meant.set(id, {
      id,
      invoiceNumber: number,
      invoiceDate: issued,
      dueDate: due,
      amount: minor,
      currency: locale.currency,
      reference: text,
    });
    const cell = shown ?? amountText(minor, locale, style);
    rows.push({
      cells: [id, number, dateText(issued), dateText(due), cell, locale.currency, text],
      typed: [id, number, { day: issued }, { day: due }, shown ?? { number: minor, scale: locale.decimals }, locale.currency, text],
    });
  }
  const blank = heads.map(() => '');
  const above: string[][] = mangling === 'title' ? [['Export 25.11.2026', ...blank.slice(1)], blank] : [];
  const below: string[][] =
    mangling === 'total' && kind === 'invoiceReceivable'
      ? [[locale.total, '', '', '', amountText(sum, locale, style), locale.currency, '']]
      : mangling === 'remark'
        ? [['Nordic Instruments, all rights', ...blank.slice(1)]]
        : mangling === 'again'
          ? [heads]
          : [];
  const what = `${seed}: ${kind} ${locale.name} ${format} ${encoding} ${mangling}`;
  if (format === 'xlsx') return { seed, name: 'file.xlsx', kind, content: await workbook(heads, rows, above, below), meant, spoiled, what };
  const separator = pick([locale.separator, '\t', ';']);
  const lines = [...above, heads, ...rows.map(({ cells }) => cells), ...below].map((cells) =>
    cells.map((each) => quoted(each, separator)).join(separator),
  );
  const text = `${mangling === 'sep' ? `sep=${separator}\r\n` : ''}${lines.join('\r\n')}\r\n`;
  return { seed, name: 'file.csv', kind, content: encoded(text, encoding), meant, spoiled, what };
}

async function workbook(heads: string[], rows: readonly Row[], above: string[][], below: string[][]): Promise<Uint8Array> {
  const texts = (cells: string[]) => cells.map((value) => (value === '' ? null : { type: String, value }));
  const typed = rows.map(({ typed }) =>
    typed.map((value) => {
      if (typeof value === 'string') return { type: String, value };
      if ('day' in value) return { type: Date, value: new Date(`${value.day}T00:00:00Z`), format: 'dd.mm.yyyy' };
      return {
        type: Number,
        value: Number(value.number) / 10 ** value.scale,
        format: value.scale === 0 ? '#,##0' : `#,##0.${'0'.repeat(value.scale)}`,
      };
    }),
  );
  const data = [...above.map(texts), texts(heads), ...typed, ...below.map(texts)];
  return new Uint8Array(await writeXlsx(data as never).toBuffer());
}
