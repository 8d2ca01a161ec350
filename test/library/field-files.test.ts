import { beforeEach, expect, it } from 'vitest';
import { importRecords, inspectImport, restOfImport } from '#main/library/imports/imports.ts';
import type { ImportOptions } from '#main/library/imports/read-portions.ts';
import { bankDetailsEdit } from '#shared/edits/update-vendor/bank-details.ts';
import { importNames } from '#main/library/names/import-names.ts';
import { namesOf } from '#main/names/book.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { readingHere } from '#test/reading.ts';

// Files that people who do this job reported of other products. Inputs are our own.

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));

const vendorId = idOf(1, 'b');
const importer = () => ({ store, reading: readingHere });
const summary = (content: string | Uint8Array, kind: RecordKind = 'vendor', options: ImportOptions = {}) =>
  inspectImport(importer(), { name: 'file.csv', content, kind }, options);
const take = (content: string | Uint8Array, kind: RecordKind = 'vendor', options: ImportOptions = {}) =>
  importRecords(importer(), { name: 'file.csv', content, kind }, options);
const known = (kind: RecordKind = 'vendor', id = vendorId) => recordOf(store, { kind, id })?.value ?? null;
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

it('A01: UTF-16 without a mark is read, and the encoding is said', async () => {
  const bytes = new Uint8Array(Buffer.from(`vendorId;name\r\n${vendorId};Müller Söhne\r\n`, 'utf16le'));
  expect(await summary(bytes)).toMatchObject({ ok: true, reading: { encoding: 'utf-16le', separator: ';' }, questions: [] });
  await take(bytes);
  expect(known()).toMatchObject({ name: 'Müller Söhne' });
});

it.each([
  ['Windows-1252', 'windows-1252', latin(`vendorId;name;city\r\n${vendorId};Müller;Köln\r\n`)],
  [
    'Mac Roman',
    'macintosh',
    Uint8Array.from([
      ...Buffer.from(`vendorId;name;city\r\n${vendorId};M`),
      0x9f,
      ...Buffer.from('ller;K'),
      0x9a,
      ...Buffer.from('ln\r\n'),
    ]),
  ],
])('A02: %s is told by its letters', async (_name, encoding, bytes) => {
  expect(await summary(bytes)).toMatchObject({ ok: true, reading: { encoding }, questions: [] });
  await take(bytes);
  expect(known()).toMatchObject({ name: 'Müller', city: 'Köln' });
});

it('A02: an euro sign of ISO 8859-15 is one', async () => {
  const bytes = Uint8Array.from([...Buffer.from(`vendorId;name;description\r\n${vendorId};Acme;5 `), 0xa4, ...Buffer.from(' fee\r\n')]);
  await take(bytes);
  expect(known()).toMatchObject({ description: '5 € fee' });
});

it('A02: Shift JIS of a Japanese spreadsheet is read', async () => {
  const name = [0x93, 0xfa, 0x96, 0x7b, 0x8f, 0xa4, 0x8e, 0x96]; // 日本商事
  const bytes = Uint8Array.from([...Buffer.from(`vendorId,name\r\n${vendorId},`), ...name, ...Buffer.from('\r\n')]);
  await take(bytes);
  expect(known()).toMatchObject({ name: '日本商事' });
});

it('A02b: text that was encoded twice is asked about, and mended or kept as the user says', async () => {
  const text = `vendorId;name\n${vendorId};MÃ¼ller SÃ¶hne\n`;
  expect(await summary(text)).toMatchObject({ ok: true, questions: [{ what: 'twice', from: 'MÃ¼ller', to: 'Müller' }] });
  expect(await take(text)).toMatchObject({ ok: false, problems: [{ what: 'openQuestion' }] });
  await take(text, 'vendor', { choices: { twice: 'mend' } });
  expect(known()).toMatchObject({ name: 'Müller Söhne' });
  await take(text, 'vendor', { choices: { twice: 'keep' } });
  expect(known()).toMatchObject({ name: 'MÃ¼ller SÃ¶hne' });
});

it('A03b: rows above the headings are no headings, and another row can be chosen', async () => {
  const text = `Vendor master list\r\nExported 12.03.2026 08:14\r\n\r\nvendorId;name;city\r\n${vendorId};Nordlicht;Husum\r\n`;
  expect(await summary(text)).toMatchObject({ ok: true, reading: { heading: 4 }, rows: 1, problems: [] });
  expect(await summary(text, 'vendor', { choices: { heading: 1 } })).toMatchObject({ reading: { heading: 1 } });
  await take(text);
  expect(known()).toMatchObject({ name: 'Nordlicht', city: 'Husum' });
});

it('A12: totals, repeated headings and remarks are left out and said', async () => {
  const row = (n: number, amount: string) => `${idOf(n)};${amount};EUR;RE-${n}`;
  const text = [
    'id;Betrag;Währung;Rechnungsnr.',
    row(1, '10,50'),
    'id;Betrag;Währung;Rechnungsnr.',
    row(2, '20,00'),
    'Summe;30,50;EUR;',
    'Stand vom 25.11.2026;;;',
  ].join('\r\n');
  expect(await summary(text, 'invoiceReceivable')).toMatchObject({
    ...{ ok: true, rows: 2, totalFits: true, problems: [], sums: [{ currency: 'EUR', minor: 3050n, count: 2 }] },
    leftOut: [
      { row: 3, why: 'heading' },
      { row: 5, why: 'total' },
      { row: 6, why: 'note' },
    ],
  });
});

it('A05: whole amounts are asked about in each currency, and never taken for cents unasked', async () => {
  const rows = [`${idOf(1, 'c')};100;EUR;Cash`, `${idOf(2, 'c')};13;EUR;Parcel`, `${idOf(3, 'c')};250;KWD;Taxi`];
  const text = ['id;amount;currency;description', ...rows].join('\n');
  expect(await summary(text, 'cardTransaction')).toMatchObject({
    ok: true,
    questions: [
      {
        ...{ what: 'unit', count: 3 },
        examples: [
          { cell: '100', currency: 'EUR', minor: 100n, major: 10_000n, title: 'Cash' },
          { cell: '13', currency: 'EUR', minor: 13n, major: 1_300n },
          { cell: '250', currency: 'KWD', minor: 250n, major: 250_000n },
        ],
      },
    ],
  });
  expect(await take(text, 'cardTransaction')).toMatchObject({ ok: false });
  await take(text, 'cardTransaction', { choices: { unit: 'major' } });
  expect(known('cardTransaction', idOf(3, 'c'))).toMatchObject({ amount: 250_000 });
});

it.each([
  ['1.234,50', 123_450],
  ['1 234,50', 123_450],
  ['1\u202F234,50', 123_450],
  ["1'234,50", 123_450],
  ['(1234,50)', -123_450],
  ['1234,50-', -123_450],
  ['−1.234,50', -123_450],
  ['€1234,50', 123_450],
  ['1.234,50 EUR', 123_450],
  ['-110,7', -11_070],
  ['+1234,0', 123_400],
])('A04: %s is read in a file of decimal commas', async (cell, minor) => {
  const text = `id;amount;currency\n${idOf(1, 'c')};"${cell}";EUR\n${idOf(2, 'c')};12,34;EUR\n`;
  expect(await take(text, 'cardTransaction')).toMatchObject({ ok: true });
  expect(known('cardTransaction', idOf(1, 'c'))).toMatchObject({ amount: minor });
});

it.each(['1234 CR', '85¹', '1.2E+04', '1,250', '١٢٣٤', '12,34,56', 'n/a'])('A04: %s is refused with its cell there', async (cell) => {
  const text = `id;amount;currency\n${idOf(1, 'c')};"${cell}";EUR\n${idOf(2, 'c')};12,34;EUR\n`;
  expect(await take(text, 'cardTransaction')).toMatchObject({ ok: false, problems: [{ line: 2, what: 'cell', text: cell, at: 'B2' }] });
});

it('reads an amount by the currency that the user mended, never by the one in the file', async () => {
  const text = `id;amount;currency\n${idOf(1, 'c')};1250,00;EUR\n${idOf(2, 'c')};12,34;EUR\n`;
  await take(text, 'cardTransaction', { choices: { mended: { C2: 'JPY' } } });
  expect(known('cardTransaction', idOf(1, 'c'))).toMatchObject({ amount: 1250, currency: 'JPY' });
  const unknown = text.replace('1250,00;EUR', '1250,00;Euros?');
  expect(await take(unknown, 'cardTransaction', { choices: { mended: { C2: 'KWD' } } })).toMatchObject({ ok: true });
  expect(known('cardTransaction', idOf(1, 'c'))).toMatchObject({ amount: 1_250_000, currency: 'KWD' });
});

it('A26: a currency in small letters or as a sign is its code', async () => {
  await take(`id;amount;currency\n${idOf(1, 'c')};12.50;eur\n${idOf(2, 'c')};12.50;€\n`, 'cardTransaction');
  expect([1, 2].map((n) => known('cardTransaction', idOf(n, 'c'))?.['currency'])).toEqual(['EUR', 'EUR']);
});

it.each([
  ['04.03.2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['04/03/2026', '2026-03-04'],
  ['2026-3-4', '2026-03-04'],
  ['20260304', '2026-03-04'],
  ['4. März 2026', '2026-03-04'],
  ['4-Mar-26', '2026-03-04'],
  ['4 mars 2026', '2026-03-04'],
  ['4 de marzo de 2026', '2026-03-04'],
  ['4 maart 2026', '2026-03-04'],
  ['04.03.2026 00:00:00', '2026-03-04'],
])('A08: %s is read in a file of days before months', async (cell, date) => {
  await take(`id;performedDate;status\n${idOf(1)};${cell};CREATED\n${idOf(2)};31/12/2026;CREATED\n`, 'expense');
  expect(known('expense', idOf(1))).toMatchObject({ performedDate: date });
});

it.each(['03/04/2026', '3/4/26', '45292'])('A08: %s alone is asked about', async (cell) => {
  const answer = await summary(`id;performedDate;status\n${idOf(1)};${cell};CREATED\n`, 'expense');
  expect(answer).toMatchObject({ ok: true, questions: [{ what: 'dates', cell }] });
});

it.each(['0026-03-04', '2569-03-04', '1899-12-30', '1900-01-00', '########', '31.02.2026'])('A08: %s is refused', async (cell) => {
  const answer = await take(`id;performedDate;status\n${idOf(1)};${cell};CREATED\n`, 'expense');
  expect(answer).toMatchObject({ ok: false, problems: [{ line: 2, what: 'cell', at: 'B2' }] });
});

it('A06f: numbers that lost a zero are refused by the country’s form', async () => {
  const text = `vendorId;name;bankAccountBic;domesticBankAccountCode;zipcode;country\n${vendorId};Delta;BARCGB22;40004;1067;DE\n`;
  const answer = await take(text);
  expect(answer).toMatchObject({
    problems: [
      { at: 'D2', cell: 'zeroLost' },
      { at: 'E2', cell: 'zeroLost' },
    ],
  });
});

it('A17, A32, A33: a zero byte is refused; braces and unseen signs around an id are none of it', async () => {
  expect(await take(`vendorId,name,city\n${vendorId},Delta,Hu\0sum\n`)).toMatchObject({ problems: [{ what: 'hiddenZero' }] });
  await take(`vendorId,name,city\n{${vendorId.toUpperCase()}},Delta,Husum\n\u200B${idOf(2, 'b')},Sigma,Husum\n`);
  expect([known(), known('vendor', idOf(2, 'b'))]).toMatchObject([{ name: 'Delta' }, { name: 'Sigma' }]);
});

it('A39: a row that slipped by one cell is refused', async () => {
  const answer = await take(`vendorId,name,city,bankAccountNumber\n${vendorId},Delta, Freight Ltd,Kuwait\n`);
  expect(answer).toMatchObject({ ok: false, problems: [{ at: 'D2', cell: 'noFigure' }] });
});

it('A44: ids alone make no empty records', async () => {
  expect(await take(`vendorId\n${vendorId}\n`)).toMatchObject({ ok: false, problems: [{ what: 'onlyId' }] });
  expect(known()).toBeNull();
});

it('E01: a vendor export that a spreadsheet shortened changes no bank details, and the rest of the file can be taken', async () => {
  await take(`vendorId,name,bankAccountNumber\n${vendorId},Kaveri,50200012345678\n`);
  const spoiled = `vendorId,name,bankAccountNumber\n${vendorId},Kaveri,5.02E+13\n${idOf(2, 'b')},Sigma,123\n`;
  expect(await take(spoiled)).toMatchObject({ ok: false });
  expect(await take(spoiled, 'vendor', { partly: true })).toMatchObject({ ok: true, imported: 1, left: 1 });
  expect(known()).toMatchObject({ bankAccountNumber: '50200012345678' });
  const rest = await restOfImport(importer(), { name: 'vendors.csv', content: spoiled, kind: 'vendor' });
  expect(rest).toMatchObject({ name: 'vendors to mend.csv', text: expect.stringMatching(/5\.02E\+13,"C2 “5\.02E\+13”/) as string });
});

it('E01: the file to mend has a cell of our own export as it was exported', async () => {
  const content = `vendorId,name,bankAccountNumber\n${vendorId},'0815 Taxi,5.02E+13\n`;
  const rest = await restOfImport(importer(), { name: 'vendors.csv', content, kind: 'vendor' });
  expect(rest).toMatchObject({ text: expect.stringMatching(/,'0815 Taxi,/) as string });
});

it('F1: other bank details of a file are listed and kept unless the user takes them, as an edit to review', async () => {
  await take(`vendorId,name,bankAccountNumber\n${vendorId},Kaveri,50200012345678\n`);
  const other = `vendorId,name,city,bankAccountNumber\n${vendorId},Kaveri,Pune,50200099999999\n`;
  const fields = [{ field: 'bankAccountNumber', old: '50200012345678', now: '50200099999999' }];
  expect(await summary(other)).toMatchObject({ bank: [{ id: vendorId, name: 'Kaveri', line: 2, fields }] });
  expect(await take(other)).toMatchObject({ ok: true, imported: 1, bank: [] });
  expect(known()).toMatchObject({ city: 'Pune', bankAccountNumber: '50200012345678' });
  expect(await take(other, 'vendor', { bank: [vendorId] })).toMatchObject({ bank: [{ id: vendorId, fields }] });
  expect(known()).toMatchObject({ bankAccountNumber: '50200012345678' });
});

it('matches rows without ids by the invoice number, and asks where several carry it', async () => {
  await take(
    JSON.stringify([
      { id: idOf(1), invoiceNumber: 'SE01-144' },
      { id: idOf(2), invoiceNumber: 'SE01-145' },
      { id: idOf(3), invoiceNumber: 'SE01-145' },
    ]),
    'invoiceReceivable',
  );
  const text = 'Rechnungsnr.;Referenz\nSE01 144;A\nSE01-145;B\nSE01-999;C\n';
  expect(await summary(text, 'invoiceReceivable')).toMatchObject({
    ok: true,
    match: {
      rows: 3,
      found: 1,
      missing: 1,
      notHere: [{ line: 4, told: 'SE01-999' }],
      several: [{ line: 3, candidates: [{ id: idOf(2) }, { id: idOf(3) }] }],
    },
  });
  const answer = await take(text, 'invoiceReceivable', { partly: true, matches: { '3': idOf(3) } });
  expect(answer).toMatchObject({ ok: true, imported: 2, left: 1 });
  expect([1, 2, 3].map((n) => known('invoiceReceivable', idOf(n))?.['reference'])).toEqual(['A', undefined, 'B']);
  expect(known('invoiceReceivable', idOf(1))).toMatchObject({ invoiceNumber: 'SE01-144' });
});

it('a status in words is refused where others are the service’s, and a column of words is left out', async () => {
  const text = `id;state;reference\n${idOf(1)};PAID;A\n${idOf(2)};POSTED;B\n${idOf(3)};Bezahlt;C\n`;
  expect(await take(text, 'invoiceReceivable')).toMatchObject({ problems: [{ at: 'B4', cell: 'enumWord' }] });
  const words = `id;Status;Referenz\n${idOf(1)};Bezahlt;A\n${idOf(2)};Offen;B\n`;
  expect(await summary(words, 'invoiceReceivable')).toMatchObject({ problems: [], mapping: { id: 'id', Referenz: 'reference' } });
});

it('N03, N04: codes that a spreadsheet shortened or made a date of are refused', async () => {
  for (const code of ['4.00E+03', '01-Mar', 'Mar-24']) {
    const content = `id,code,name\n${vendorId},${code},Sales\n`;
    const answer = await importNames(importer(), { name: 'accounts.csv', content, kind: null });
    expect(answer).toMatchObject({ kind: 'refused', answer: { problems: [{ line: 2, what: 'cell', text: code }] } });
  }
  expect(namesOf(store, [{ kind: 'ledgerAccount', id: vendorId }])).toEqual([]);
});

const number = '50200012345678';
const entity = { companyEntityId: idOf(8), senderBankAccountId: idOf(9) };
const iban = 'DE89370400440532013000';
const spaced = 'DE89 3704 0044 0532 0130 00';
const withNumber = (account: string) => `vendorId;name;city;bankAccountNumber\n${vendorId};Kaveri;Pune;${account}\n`;

it.each([
  [iban, spaced],
  [iban, 'de89370400440532013000'],
  [iban, 'DE89-3704-0044-0532-0130-00'],
  [spaced, iban],
])('keeps the spelling of the bank number %s where a file says %s', async (spelling, told) => {
  putRecord(store, {
    ref: { kind: 'vendor', id: vendorId },
    value: { vendorId, name: 'Kaveri', bankAccountNumber: spelling },
    provenance: 'read',
    asOf: 1,
    complete: true,
  });
  expect(await summary(withNumber(told))).toMatchObject({ bank: [] });
  expect(await take(withNumber(told))).toMatchObject({ ok: true, imported: 1, bank: [] });
  expect(known()).toEqual({ vendorId, name: 'Kaveri', city: 'Pune', bankAccountNumber: spelling });
});

it('stores a new bank number without its blanks', async () => {
  await take(withNumber(spaced));
  expect(known()).toMatchObject({ bankAccountNumber: iban });
});

const whole = { vendorId, name: 'Kaveri', bankAccountNumber: number, defaultCompanyEntity: entity, version: 3 };

it.each([
  ['empties', { ...whole, bankAccountNumber: null }],
  ['leaves out', { ...whole, bankAccountNumber: undefined }],
])('lists bank details that a file of complete records %s, and keeps them unless the user takes that', async (_what, told) => {
  await take(JSON.stringify([whole]), 'vendor', { complete: true });
  const file = JSON.stringify([{ ...told, city: 'Pune', version: 4 }]);
  const fields = [{ field: 'bankAccountNumber', old: number, now: '' }];
  expect(await summary(file, 'vendor', { complete: true })).toMatchObject({ bank: [{ id: vendorId, fields }] });
  expect(await take(file, 'vendor', { complete: true })).toMatchObject({ ok: true, bank: [] });
  expect(known()).toMatchObject({ city: 'Pune', bankAccountNumber: number });
  expect(recordOf(store, { kind: 'vendor', id: vendorId })?.complete).toBe(false);
  expect(await take(file, 'vendor', { complete: true, bank: [vendorId] })).toMatchObject({ bank: [{ id: vendorId, fields }] });
});

it.each([
  ['a CSV', `vendorId,defaultCompanyEntity.senderBankAccountId\n${vendorId},${idOf(7)}\n`, {}],
  ['complete JSON', JSON.stringify([{ ...whole, defaultCompanyEntity: { ...entity, senderBankAccountId: idOf(7) } }]), { complete: true }],
])('lists another sender account of %s as a change of bank details', async (_what, file, options) => {
  await take(JSON.stringify([whole]), 'vendor', { complete: true });
  const fields = [{ field: 'defaultCompanyEntity.senderBankAccountId', old: idOf(9), now: idOf(7) }];
  expect(await summary(file, 'vendor', options)).toMatchObject({ bank: [{ id: vendorId, fields }] });
  expect(await take(file, 'vendor', options)).toMatchObject({ ok: true, bank: [] });
  expect(known()).toMatchObject({ defaultCompanyEntity: entity });
  const taken = await take(file, 'vendor', { ...options, bank: [vendorId] });
  if (!taken.ok) throw new Error('not taken');
  const [change] = taken.bank;
  expect(bankDetailsEdit(vendorId, change?.fields ?? []).body).toEqual({ defaultCompanyEntity: { senderBankAccountId: idOf(7) } });
});

it('keeps the sender account that a file of complete records leaves out: no edit can empty it', async () => {
  await take(JSON.stringify([whole]), 'vendor', { complete: true });
  const file = JSON.stringify([{ ...whole, city: 'Pune', defaultCompanyEntity: { companyEntityId: idOf(8) } }]);
  expect(await summary(file, 'vendor', { complete: true })).toMatchObject({ bank: [] });
  await take(file, 'vendor', { complete: true });
  expect(known()).toMatchObject({ city: 'Pune', defaultCompanyEntity: entity });
});
