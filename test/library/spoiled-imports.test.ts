import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { importRecords } from '#main/library/imports/imports.ts';
import { importNames } from '#main/library/names/import-names.ts';
import { safeCell } from '#main/library/exports/csv-safe.ts';
import { namesOf } from '#main/names/book.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { saved, withXml } from '#test/library/sheets/play-spreadsheet.ts';
import { readingHere } from '#test/reading.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));

const id = idOf(1, 'b');
const vendorFields = [
  'bankAccountNumber',
  'bankAccountBic',
  'domesticBankAccountCode',
  'domesticBankAccountNumber',
  'vatId',
  'identifier',
  'zipcode',
];

const importVendor = (text: string) => importRecords({ store, reading: readingHere }, { name: 'v.csv', content: text, kind: 'vendor' });
const vendor = () => recordOf(store, { kind: 'vendor', id })?.value ?? null;
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('a vendor cell that a spreadsheet spoiled', () => {
  const spoiled = [
    '5.02E+13',
    '1,23457E+15',
    '4E+03',
    '5.02E13',
    '-1.2e+05',
    '####',
    '##########',
    '#N/A',
    '#NV',
    '#REF!',
    '#BEZUG!',
    '#VALUE!',
    '#DIV/0!',
    '#NOM?',
    '#VÄRDEFEL!',
    '#DIVISION/0!',
    '#WAARDE!',
    '#N/B',
    '#¿NOMBRE?',
    '#¡REF!',
    'NULL',
    '(null)',
    '=A1&B1',
    '=VLOOKUP(1;A:B;2)',
  ];
  const cases = vendorFields.flatMap((field) => spoiled.map((cell) => [field, cell] as const));

  it.each(cases)('is refused with its value: %s %s', async (field, cell) => {
    const answer = await importVendor(`vendorId;name;${field}\n${id};Delta;${quoted(cell)}\n`);
    expect(answer).toMatchObject({ ok: false, total: 1, problems: [{ line: 2, what: 'cell', quoted: field, text: cell }] });
    expect(vendor()).toBeNull();
  });

  it.each(vendorFields)('is repaired in %s where every figure is kept', async (field) => {
    for (const cell of ['="00040004"', "'00040004"]) {
      expect(await importVendor(`vendorId;name;${field}\n${id};Delta;${quoted(cell)}\n`)).toMatchObject({ ok: true });
      expect(vendor()).toMatchObject({ [field]: '00040004' });
    }
  });

  it('is refused in the bank fields of JSON', async () => {
    const text = JSON.stringify([{ vendorId: id, name: 'Delta', bankAccountBic: 'NULL' }]);
    const answer = await importRecords({ store, reading: readingHere }, { name: 'v.json', content: text, kind: 'vendor' });
    expect(answer).toMatchObject({ ok: false, problems: [{ what: 'cell', quoted: 'bankAccountBic', text: 'NULL', cell: 'noValue' }] });
  });

  it.each(["'t Hooft BV", "'90s Records", 'Null & Sons', '7E10', 'E+13', '#1 Taxi', 'Ã'])('is none: the name %s stays', async (name) => {
    expect(await importVendor(`vendorId;name\n${id};${quoted(name)}\n`)).toMatchObject({ ok: true });
    expect(vendor()).toMatchObject({ name });
  });

  it.each([
    ...['=Acme', '-Acme', '@home', '+49 221', "'=quoted", "'t Hooft BV", '0815 Taxi', '05064a70-1c08-4efc-8ebc-3638d260d388', '1-2'],
    ...['Mars 24', 'TRUE', '7e3', 'a; =b'],
  ])('is none: our own export of the name %s comes back', async (name) => {
    expect(await importVendor(`vendorId;name\n${id};${quoted(safeCell(name))}\n`)).toMatchObject({ ok: true });
    expect(vendor()).toMatchObject({ name });
  });
});

describe('a formula whose result no program saved', () => {
  /** A workbook in which every 987654 is a formula with this in place of its result. */
  async function workbook(rows: (string | number)[][], result: string, type = ''): Promise<Uint8Array> {
    const numbers = (xml: string) => xml.replaceAll(/<c ([^>]*?)(?: t="n")?><v>987654<\/v>/g, `<c $1${type}><f>A1&amp;"x"</f>${result}`);
    const file = await withXml(await saved([{ sheet: 'Sheet', data: rows }]), numbers);
    return new Uint8Array(await file.arrayBuffer());
  }
  const vendors = (result: string, type?: string) =>
    workbook([['vendorId', 'name', 'city', 'bankAccountNumber'], [id, 'Delta', 987_654, 987_654]], result, type); // prettier-ignore
  const take = (content: Uint8Array, complete = false) =>
    importRecords({ store, reading: readingHere }, { name: 'v.xlsx', content, kind: 'vendor' }, { complete });

  it.each(['', '<v></v>', '<v/>'])('is refused in a text and in a bank number, and never empties one: %s', async (result) => {
    const problem = { line: 2, what: 'cell', text: '#=A1&"x"', cell: 'noResult' };
    const problems = [
      { ...problem, quoted: 'city', at: 'C2' },
      { ...problem, quoted: 'bankAccountNumber', at: 'D2' },
    ];
    expect(await take(await vendors(result))).toMatchObject({ ok: false, total: 2, problems });
    expect(vendor()).toBeNull();
  });

  it('is refused in an OpenDocument sheet', async () => {
    const text = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
    const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
    const rows =
      row(text('vendorId') + text('name') + text('city')) + row(`${text(id)}${text('Delta')}<table:table-cell table:formula="of:=[.A1]"/>`);
    const zip = new ZipWriter(new Uint8ArrayWriter());
    await zip.add('META-INF/manifest.xml', new TextReader('<manifest/>'));
    const names = 'xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x"';
    await zip.add(
      'content.xml',
      new TextReader(`<office:document-content ${names}><table:table>${rows}</table:table></office:document-content>`),
    );
    expect(await take(await zip.close())).toMatchObject({
      ok: false,
      total: 1,
      problems: [{ quoted: 'city', text: '#=[.A1]', cell: 'noResult' }],
    });
  });

  it('is part of a line of totals, which is left out', async () => {
    const content = await workbook([['vendorId', 'name', 'city'], [id, 'Delta', 'Oslo'], ['Total', 987_654]], ''); // prettier-ignore
    expect(await take(content)).toMatchObject({ ok: true, imported: 1 });
  });

  it('is an empty cell where its result is an empty text', async () => {
    expect(await take(await vendors('<v></v>', ' t="str"'))).toMatchObject({ ok: true, imported: 1 });
    expect(vendor()).toEqual({ vendorId: id, name: 'Delta' });
  });

  it.each(['name', 'code', 'note', 'currency', 'active', 'id'])('is refused as the %s of a names file', async (field) => {
    const line = { id, code: '6200', name: 'Travel', note: '', currency: '', active: 'yes', [field]: 987_654 };
    const content = await workbook([Object.keys(line), Object.values(line)], '');
    const answer = await importNames({ store, reading: readingHere }, { name: 'accounts.xlsx', content, kind: 'ledgerAccount' });
    const quoted = field === 'active' ? 'inUse' : field;
    const problems = [{ line: 2, what: 'cell', quoted, text: '#=A1&"x"', cell: 'noResult' }];
    expect(answer).toMatchObject({ kind: 'refused', answer: { problems } });
    expect(namesOf(store, [{ kind: 'ledgerAccount', id }])[0]).toBeUndefined();
  });
});

it.each([
  ['an account number without a figure', 'bankAccountNumber', 'Kuwait', { what: 'cell', cell: 'noFigure' }],
  ['a city with U+0000', 'city', 'Hu\0sum', { what: 'hiddenZero' }],
  ['an unclear currency sign', 'currency', '$', { what: 'cell', cell: 'currency' }],
  ['a year of two figures', 'updatedAt', '0026-03-04T10:00:00Z', { what: 'cell', cell: 'year' }],
])('%s is refused, and nothing else is reported', async (_what, field, cell, problem) => {
  const answer = await importVendor(`vendorId;name;${field}\n${id};Delta;${cell}\n`);
  expect(answer).toMatchObject({ ok: false, total: 1, problems: [{ line: 2, ...problem }] });
});

it('a currency in small letters is the currency', async () => {
  await importVendor(`vendorId;name;currency\n${id};Delta;eur\n`);
  expect(vendor()).toMatchObject({ currency: 'EUR' });
});

describe.each([';', '\t', ',', '|'])('columns apart by %j', (separator) => {
  it.each([
    ['two columns, few lines and a line break at the end', ''],
    ['a sep= line', `sep=${separator}\r\n`],
  ])('are told with %s', async (_what, before) => {
    const text = `${before}${['vendorId', 'name'].join(separator)}\r\n${[id, 'Delta'].join(separator)}\r\n${[idOf(2, 'b'), 'Sigma'].join(separator)}\r\n\r\n`;
    expect(await importVendor(text)).toMatchObject({ ok: true, imported: 2 });
    expect(vendor()).toEqual({ vendorId: id, name: 'Delta' });
  });
});

it('a problem below a sep= line has the line of the file', async () => {
  expect(await importVendor(`sep=;\nvendorId;name\n12;Delta\n`)).toMatchObject({ problems: [{ line: 3, text: '12' }] });
});

describe('a names file', () => {
  const take = (rows: string) =>
    importNames({ store, reading: readingHere }, { name: 'accounts.csv', content: `id,code,name,active\n${rows}\n`, kind: null });
  const known = () => namesOf(store, [{ kind: 'ledgerAccount', id }])[0];

  it.each(['Nein', 'N', 'FALSCH', 'FAUX', 'closed', 'blocked', 'gesperrt', 'clôturé', 'nej', 'inactivo', 'nee', 'FALSO', '0'])(
    'takes %s for not in use',
    async (word) => {
      await take(`${id},6200,Travel,${word}`);
      expect(known()).toMatchObject({ inUse: false });
    },
  );
  it.each(['Ja', 'WAHR', 'oui', 'sí', 'Sim', 'aktiv', '1', ''])('takes “%s” for in use', async (word) => {
    await take(`${id},6200,Travel,${word}`);
    expect(known()).toMatchObject({ inUse: true });
  });
  it('refuses a word that is neither', async () => {
    await take(`${id},6200,Travel,maybe`);
    expect(known()).toBeUndefined();
  });
  it.each(['4.00E+03', '####', '=A1'])('refuses the code %s', async (code) => {
    await take(`${id},${code},Sales,yes`);
    expect(known()).toBeUndefined();
  });
  it('keeps the zeros of a code after an apostrophe', async () => {
    await take(`${id},'0400,Travel,yes`);
    expect(known()).toMatchObject({ code: '0400' });
  });
});
