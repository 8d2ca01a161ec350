import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { companyOf } from '#main/records/company.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { finishImport } from '#main/library/imports/import-place.ts';
import { importFields } from '#main/library/imports/import-columns.ts';
import { importRecords, inspectImport } from '#main/library/imports/imports.ts';
import { listInput } from '#shared/contract/inputs.ts';
import { fieldsOf } from '#shared/records/record.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kind.ts';
import { exportKinds, exportText } from '#service/seed-export.ts';
import { openTestStore } from '#test/cache.ts';
import { SeededDomain } from '#test/service/seeded-domain.ts';
import { specificationFields } from '#test/shared/specification-fields.ts';
import { testReading } from '#test/reading.ts';
import { expense, idOf } from '#test/cache/many-records.ts';
import { Crash, stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const own = (n: number) => ({ ...expense(n), companyId: '00000000-0000-4000-8000-00000000c001' });
const countIn = (of: Store) => listRecords(of, listInput.parse({ filter: { kind: 'expense' } })).total ?? -1;
const count = () => countIn(store);

describe('an import of JSON', () => {
  it('takes an array, a wrapped array, one record, and a record a line', async () => {
    const texts = [
      JSON.stringify([own(1), own(2)], null, 2),
      `{ "data": ${JSON.stringify([own(3)])}, "page": 1 }`,
      JSON.stringify(own(4)),
      `${JSON.stringify(own(5))}\r\n\r\n${JSON.stringify(own(6))}\n`,
    ];
    for (const text of texts)
      expect(await importRecords({ store, reading: testReading }, { name: 'export.json', content: text, kind: 'expense' })).toMatchObject({
        ok: true,
        kept: 0,
      });
    expect(count()).toBe(6);
    const found = recordOf(store, { kind: 'expense', id: idOf(3) });
    expect(found).toMatchObject({ provenance: 'import', complete: false });
    expect(
      await importRecords({ store, reading: testReading }, { name: 'x', content: texts[2] ?? '', kind: 'expense' }, { complete: true }),
    ).toMatchObject({
      imported: 1,
    });
    expect(recordOf(store, { kind: 'expense', id: idOf(4) })?.complete).toBe(true);
  });

  it('keeps every digit', async () => {
    const text = `[{"id":"${idOf(1)}","amount":9223372036854775807,"currency":"KWD","localCurrencyFxRate":0.12345678901234567890}]`;
    await importRecords({ store, reading: testReading }, { name: 'a.json', content: text, kind: 'invoiceReceivable' });
    expect(recordOf(store, { kind: 'invoiceReceivable', id: idOf(1) })?.text).toContain('0.12345678901234567890');
    expect(listRecords(store, listInput.parse({ filter: { kind: 'invoiceReceivable' } })).rows[0]?.amountMinor).toBe(9223372036854775807n);
  });

  it('stores nothing when one record is not usable, and says where', async () => {
    const lines = [
      own(1),
      { ...own(2), id: undefined },
      { ...own(3), performedDate: 17 },
      own(1),
      { ...own(5), companyId: idOf(9, 'c') },
    ].map((value) => JSON.stringify(value));
    const answer = await importRecords(
      { store, reading: testReading },
      { name: 'a.json', content: `[\n${lines.join(',\n')},\n{"id": ]\n`, kind: 'expense' },
    );
    expect(answer).toMatchObject({ ok: false });
    const many = await importRecords(
      { store, reading: testReading },
      { name: 'a.json', content: `[\n${lines.join(',\n')},\n{"id":1,"id":2},\n7]`, kind: 'expense' },
    );
    expect(many).toEqual({
      ok: false,
      why: null,
      total: 6,
      problems: [
        { line: 3, what: 'noId' },
        { line: 4, what: 'fieldType', quoted: 'performedDate', expected: 'string' },
        { line: 5, what: 'sameRecord', other: 2 },
        { line: 6, what: 'otherCompany' },
        { line: 7, what: 'fieldTwice' },
        { line: 8, what: 'notRecord' },
      ],
    });
    expect(count()).toBe(0);
    expect(await importRecords({ store, reading: testReading }, { name: 'a.json', content: '[]', kind: 'expense' })).toMatchObject({
      ok: false,
      total: 1,
    });
  });

  it('keeps what is newer here', async () => {
    await importRecords(
      { store, reading: testReading },
      { name: 'a', content: JSON.stringify({ ...own(1), updatedAt: '2026-05-01T00:00:00Z' }), kind: 'expense' },
    );
    const older = JSON.stringify([{ ...own(1), status: 'CANCELLED', updatedAt: '2026-04-01T00:00:00Z' }, own(2)]);
    expect(await importRecords({ store, reading: testReading }, { name: 'a', content: older, kind: 'expense' })).toMatchObject({
      ok: true,
      imported: 1,
      kept: 1,
    });
  });
});

describe('an import of a table', () => {
  const table = [
    'Vendor Id;name;City;phoneNumber.localNumber;Remarks',
    `${idOf(1, 'b')};"Müller; Söhne";Köln;0221 55;x`,
    `${idOf(2, 'b')};"Two`,
    `lines";;;`,
  ].join('\n');

  it('guesses the columns, remembers the mapping, and skips empty cells', async () => {
    const summary = await inspectImport({ store, reading: testReading }, { name: 'vendors.csv', content: table, kind: 'vendor' });
    expect(summary).toMatchObject({
      ok: true,
      format: 'csv',
      rows: 2,
      mapping: { 'Vendor Id': 'vendorId', name: 'name', City: 'city', 'phoneNumber.localNumber': 'phoneNumber.localNumber' },
    });
    if (!summary.ok) throw new Error('it can be looked at');
    const mapping = { ...summary.mapping, Remarks: 'description' };
    expect(
      await importRecords({ store, reading: testReading }, { name: 'vendors.csv', content: table, kind: 'vendor' }, { mapping }),
    ).toMatchObject({
      ok: true,
      imported: 2,
      kept: 0,
    });
    expect(recordOf(store, { kind: 'vendor', id: idOf(1, 'b') })?.value).toEqual({
      vendorId: idOf(1, 'b'),
      name: 'Müller; Söhne',
      city: 'Köln',
      phoneNumber: { localNumber: '0221 55' },
      description: 'x',
    });
    expect(recordOf(store, { kind: 'vendor', id: idOf(2, 'b') })?.value).toEqual({ vendorId: idOf(2, 'b'), name: 'Two\nlines' });
    const again = await inspectImport({ store, reading: testReading }, { name: 'vendors.csv', content: table, kind: 'vendor' });
    expect(again).toMatchObject({ mapping: { Remarks: 'description' } });
  });

  it('never guesses an amount, a date or a missing cell', async () => {
    const text = `id,amount,currency,invoiceDate\n${idOf(1)},twelve,EUR,2026-03-12\n${idOf(2)},1250.00,EUR,31/02/2026\n${idOf(3)},1250.00,EUR\n`;
    const answer = await importRecords({ store, reading: testReading }, { name: 'a.csv', content: text, kind: 'invoiceReceivable' });
    expect(answer).toMatchObject({ ok: false, total: 3 });
    if (answer.ok || answer.why !== null) throw new Error('it is refused');
    expect(answer.problems.map((problem) => problem.line)).toEqual([2, 3, 4]);
    const complete = await importRecords(
      { store, reading: testReading },
      { name: 'v.csv', content: table, kind: 'vendor' },
      { complete: true },
    );
    expect(complete).toMatchObject({ ok: false, problems: [{ line: 0 }] });
  });
});

describe('the columns of a table that the service itself exported', () => {
  const seed = new SeededDomain();
  const summary = async (kind: RecordKind, columns: readonly string[]) =>
    inspectImport({ store, reading: testReading }, { name: 'export.csv', content: `${columns.join(',')}\n`, kind });
  const each = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]));

  it.each(recordKinds)('%s: each column finds its own field, in any order', async (kind) => {
    const columns = fieldsOf(kind).map(({ path }) => path.join('.'));
    expect(columns.length).toBeGreaterThan(0);
    if (kind !== 'invoicePayable') expect(columns).toEqual(specificationFields[kind].split(' '));
    expect(await summary(kind, columns)).toMatchObject({ ok: true, mapping: each(columns) });
    expect(await summary(kind, columns.toReversed())).toMatchObject({ ok: true, mapping: each(columns) });
    const all = [...importFields(kind).keys()];
    expect(await summary(kind, all)).toMatchObject({ ok: true, mapping: each(all) });
  });

  it.each(['expenses', 'vendors', 'invoice-receivables', 'card-transactions', 'invoice-payables'] as const)(
    '%s: so it is in the file of the sandbox',
    async (name) => {
      const text = exportText(seed.store, name, seed.company.id, 'csv');
      const kind = exportKinds[name];
      const head = text.slice(0, text.indexOf('\r\n')).split(',');
      const known = head.filter((column) => importFields(kind).has(column));
      expect(known.length).toBeGreaterThan(0);
      const answer = await inspectImport({ store, reading: testReading }, { name: 'export.csv', content: text, kind });
      if (!answer.ok) throw new Error('it can be looked at');
      expect(answer.mapping).toEqual(each(known));
    },
  );

  it('brings the company number of a vendor, so that the record may be called complete', async () => {
    const exported = exportText(seed.store, 'vendors', seed.company.id, 'csv');
    const text = exported.replaceAll(seed.company.id, companyOf(store) ?? '');
    const file = { name: 'vendors.csv', content: text, kind: 'vendor' as const };
    const answer = await importRecords({ store, reading: testReading }, file, { complete: true });
    expect(answer).toMatchObject({ ok: true });
    const { rows } = listRecords(store, listInput.parse({ filter: { kind: 'vendor' } }));
    const numbers = rows.map(({ id }) => recordOf(store, { kind: 'vendor', id })?.value['identifier']);
    expect(numbers.filter((number) => typeof number === 'string' && number !== '').length).toBeGreaterThan(0);
  });

  it('takes the plain word of a label for the field that is labelled so', async () => {
    const answer = await summary('vendor', ['Identifier', 'Company number', 'Account number']);
    expect(answer).toMatchObject({
      mapping: { Identifier: 'vendorId', 'Company number': 'identifier', 'Account number': 'bankAccountNumber' },
    });
  });

  it('names what a complete record lacks as the menu of fields does, members of objects too', async () => {
    const columns = fieldsOf('vendor').flatMap(({ path: [name = ''] }) => {
      if (name === 'identifier' || name === 'defaultCompanyEntity') return [];
      return name === 'phoneNumber' ? ['phoneNumber.localNumber'] : [name];
    });
    const id = idOf(1, 'b');
    const text = `${columns.join(',')}\n${columns.map((name) => (name === 'vendorId' ? id : name === 'name' ? 'Acme' : '')).join(',')}\n`;
    const answer = await importRecords(
      { store, reading: testReading },
      { name: 'v.csv', content: text, kind: 'vendor' },
      { complete: true },
    );
    const problem = { line: 0, what: 'missingColumns', quoted: 'Default entity, Company number, Phone (Country code)' };
    expect(answer).toMatchObject({ ok: false, problems: [problem] });
  });
});

describe('an import of a file that is not what it seems', () => {
  it('is refused when letters were lost on the way: a full-record update would write them back broken', async () => {
    const broken = new TextDecoder().decode(Buffer.from(`vendorId;name\n${idOf(1, 'b')};Café`, 'latin1'));
    expect(await importRecords({ store, reading: testReading }, { name: 'v.csv', content: broken, kind: 'vendor' })).toMatchObject({
      ok: false,
      problems: [{ line: 2 }],
    });
    const json = `[{"vendorId":"${idOf(1, 'b')}",\n"name":"Caf\uFFFD"}]`;
    expect(await importRecords({ store, reading: testReading }, { name: 'v.json', content: json, kind: 'vendor' })).toMatchObject({
      ok: false,
      problems: [{ line: 1 }],
    });
  });

  it('is refused when two columns of one name would fill one field', async () => {
    const text = `id,amount,currency,amount\n${idOf(1)},1250,EUR,990\n`;
    const answer = await importRecords({ store, reading: testReading }, { name: 'a.csv', content: text, kind: 'invoiceReceivable' });
    expect(answer).toMatchObject({ ok: false, problems: [{ line: 0, what: 'columnTwice', quoted: 'amount' }] });
    const unmapped = `id,reference,note,note\n${idOf(1)},1250,a,b\n`;
    expect(
      await importRecords({ store, reading: testReading }, { name: 'a.csv', content: unmapped, kind: 'invoiceReceivable' }),
    ).toMatchObject({ ok: true });
  });
});

describe('an import that is cut off', () => {
  const records = 450;
  const text = JSON.stringify(Array.from({ length: records }, (_, n) => own(n)));
  const points = ['before', 'committing', 'after'].flatMap((when) =>
    ['import staged', 'import'].flatMap((what) => [1, 2, 3].map((nth) => ({ point: `${when} ${what}`, nth }))),
  );

  /** Imports, dies there, and starts again. Answers how many records there are then. */
  async function cutOffAt({ point, nth }: { point: string; nth: number }): Promise<number> {
    const world = stillWorld();
    const cut = openTestStore(world);
    let seen = 0;
    world.crashAt = (passed) => passed === point && ++seen === nth;
    await expect(importRecords({ store: cut, reading: testReading }, { name: 'a.json', content: text, kind: 'expense' })).rejects.toThrow(
      Crash,
    );
    world.crashAt = () => false;
    await finishImport(cut);
    expect(cut.sql.prepare('SELECT count(*) AS n FROM staged_import').get()).toEqual({ n: 0 });
    const there = countIn(cut);
    cut.close();
    return there;
  }

  it('is finished at the next start when it was whole, and never happened when it was not', async () => {
    const counts = await Promise.all(points.map(cutOffAt));
    const whole = ({ point, nth }: { point: string; nth: number }) =>
      point.endsWith(' import') || (point === 'after import staged' && nth === 3);
    expect(counts).toEqual(points.map((cut) => (whole(cut) ? records : 0)));
  });

  it('does not mix with another one that a user starts meanwhile', async () => {
    const file = (n: number) => ({ name: 'a.json', content: JSON.stringify([own(n)]), kind: 'expense' as const });
    const answers = await Promise.all([
      importRecords({ store, reading: testReading }, { ...file(0), content: text }),
      importRecords({ store, reading: testReading }, file(1)),
      importRecords({ store, reading: testReading }, file(900)),
    ]);
    expect(answers.map((answer) => answer.ok && answer.imported)).toEqual([records, 1, 1]);
    expect(count()).toBe(records + 1);
  });
});
