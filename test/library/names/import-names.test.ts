import { beforeEach, describe, expect, it } from 'vitest';
import { allNames, giveName, namesOf } from '#main/names/book.ts';
import type { Store } from '#main/storage/store.ts';
import { findNames } from '#main/names/find.ts';
import { savedLists, saveView } from '#main/projections/query/saved-lists.ts';
import { exportNames } from '#main/library/names/export-names.ts';
import { importNames, inspectNames, takeCompanyNames } from '#main/library/names/import-names.ts';
import { findNamesInput, nameInput } from '#shared/contract/names-contract.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf } from '#test/cache/many-records.ts';
import { readingHere } from '#test/reading.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));

const [one, two, three] = [idOf(1, 'b1'), idOf(2, 'b2'), idOf(3, 'b3')] as const;
const file = (name: string, lines: string[], kind: ReferenceKind | null = null) => ({ name, content: lines.join('\n'), kind });
const named = (kind: ReferenceKind, id: string) => namesOf(store, [{ kind, id }])[0];
const noViews = { imported: 0, kept: 0 };
const typed = (id: string, name: string) =>
  giveName(store, { kind: 'bankAccount', id, name, code: '', note: '', currency: '', inUse: true }, 'typed');

describe('a names file', () => {
  it.each([
    [
      'CSV with headings of its own',
      file('Cost centres.csv', ['Cost centre ID,Label,Number', `${one.toUpperCase()},"Sales, Nordics",410`]),
      'costCenter',
    ],
    ['TSV without a known heading', file('x.tsv', [`what\twhich\tno.`, `Sales, Nordics\t${one}\t410`], 'costCenter'), 'costCenter'],
    ['semicolons and a column of kinds', file('all.csv', ['art;id;name;code', `Cost centre;${one};Sales, Nordics;410`]), 'costCenter'],
    [
      'JSON',
      file('n.json', [JSON.stringify([{ kind: 'cost centers', id: one, name: 'Sales, Nordics', code: 410, values: [] }])]),
      'costCenter',
    ],
    ['a JSON record a line', file('cost-centers.ndjson', [JSON.stringify({ id: one, name: 'Sales, Nordics', code: '410' })]), 'costCenter'],
  ] as const)('of %s is understood', async (_what, given, kind) => {
    const summary = await inspectNames(readingHere, given);
    if (!summary.ok) throw new Error('the file was refused');
    expect(summary.sample).toMatchObject([{ kind, id: one, name: 'Sales, Nordics', code: '410' }]);
    expect(await importNames({ store, reading: readingHere }, given)).toEqual({
      kind: 'imported',
      imported: 1,
      unchanged: 0,
      kept: 0,
      views: noViews,
    });
    expect(named(kind, one)).toMatchObject({ name: 'Sales, Nordics', code: '410', origin: 'file' });
  });

  it('is taken whole or not at all, with the lines that are wrong', async () => {
    const answer = await importNames(
      { store, reading: readingHere },
      file('x.csv', [
        'kind,id,name',
        `product,${one},Support`,
        'product,12,Visit',
        `planet,${two},Mars`,
        `product,${three},`,
        `product,${one},Again`,
      ]),
    );
    expect(answer).toMatchObject({ kind: 'refused', answer: { total: 4, problems: [{ line: 3 }, { line: 4 }, { line: 5 }, { line: 6 }] } });
    expect(allNames(store)).toEqual([]);
  });

  it('asks for the kind where nothing says it, and for the columns', async () => {
    expect(await importNames({ store, reading: readingHere }, file('x.csv', ['id,name', `${one},Support`]))).toMatchObject({
      kind: 'refused',
      answer: { problems: [{ line: 2 }] },
    });
    expect(await importNames({ store, reading: readingHere }, file('x.csv', ['name,code', 'Support,1'], 'product'))).toMatchObject({
      kind: 'refused',
      answer: { problems: [{ line: 1 }] },
    });
    expect(await importNames({ store, reading: readingHere }, file('x.csv', [], 'product'))).toMatchObject({ kind: 'refused' });
  });

  it('asks once about all differing names, and imports nothing before', async () => {
    typed(one, 'SEB main');
    typed(two, 'Gulf Bank');
    const lines = ['id,name', `${one},SEB`, `${two},Gulf Bank`, `${three},Adlerbank`];
    const asked = await importNames({ store, reading: readingHere }, file('bank accounts.csv', lines));
    expect(asked).toMatchObject({ kind: 'conflicts', conflicts: [{ mine: { name: 'SEB main' }, theirs: { name: 'SEB' } }] });
    expect(named('bankAccount', three)).toBeUndefined();
    expect(await importNames({ store, reading: readingHere }, file('bank accounts.csv', lines), { take: 'mine' })).toMatchObject({
      imported: 1,
      unchanged: 1,
      kept: 1,
    });
    expect(named('bankAccount', one)).toMatchObject({ name: 'SEB main', origin: 'typed' });
    expect(await importNames({ store, reading: readingHere }, file('bank accounts.csv', lines), { take: 'theirs' })).toMatchObject({
      imported: 1,
      unchanged: 2,
    });
    expect(named('bankAccount', one)).toMatchObject({ name: 'SEB', origin: 'file' });
  });

  it('of thousands yields to other work, and overwrites no name that a user types meanwhile', async () => {
    const ids = Array.from({ length: 1_200 }, (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`);
    const last = ids.at(-1) ?? '';
    const seen: number[] = [];
    const sleep = () => {
      seen.push(allNames(meanwhile).length);
      if (seen.length === 1)
        giveName(meanwhile, { kind: 'product', id: last, name: 'Mine', code: '', note: '', currency: '', inUse: true }, 'typed');
      return Promise.resolve();
    };
    const meanwhile = openTestStore({ ...stillWorld(), sleep });
    const given = file('products.csv', ['id,name', ...ids.map((id) => `${id},Theirs`)]);
    expect(await importNames({ store: meanwhile, reading: readingHere }, given, { take: 'mine' })).toEqual({
      kind: 'imported',
      imported: 1_199,
      unchanged: 0,
      kept: 1,
      views: noViews,
    });
    expect(seen).toEqual([500, 1_001]);
    expect(allNames(meanwhile).find(({ id }) => id === last)).toMatchObject({ name: 'Mine', origin: 'typed' });
  });

  it('of a colleague is the exported directory', async () => {
    typed(one, 'SEB “main”, Göteborg');
    giveName(store, { kind: 'ledgerAccount', id: two, name: 'Travel', code: '6200', note: 'old', currency: '', inUse: false }, 'file');
    const colleague = openTestStore(stillWorld());
    const { name, text } = exportNames(store);
    expect(await importNames({ store: colleague, reading: readingHere }, { name, content: text, kind: null })).toMatchObject({
      imported: 2,
    });
    const plain = (of: Store) => allNames(of).map(({ origin: _origin, ...rest }) => rest);
    expect(plain(colleague)).toEqual(plain(store));
  });

  it('of the company names references without another name, at every start again', async () => {
    typed(one, 'SEB main');
    const lines = (second: string) => file('bank accounts.csv', ['id,name', `${one},SEB`, `${two},${second}`]);
    expect(await takeCompanyNames({ store, reading: readingHere }, lines('Gulf'))).toMatchObject({ imported: 1, kept: 1 });
    expect(await takeCompanyNames({ store, reading: readingHere }, lines('Gulf Bank'))).toMatchObject({ imported: 1, kept: 1 });
    expect(named('bankAccount', one)).toMatchObject({ name: 'SEB main', origin: 'typed' });
    expect(named('bankAccount', two)).toMatchObject({ name: 'Gulf Bank', origin: 'company' });
  });
});

describe('saved views in a names file', () => {
  const late = { kind: 'invoiceReceivable' as const, name: 'Late, “big”', query: 'overdue amount>500', sort: 'due', descending: false };
  const columns = [{ name: 'number' }, { name: 'due', width: 140 }];
  const plainViews = (of: Store) => savedLists(of).views.map(({ id: _id, ...view }) => view);

  it('of a colleague brings the saved views too, and what is here under the same name is asked about', async () => {
    typed(one, 'SEB main');
    saveView(store, { ...late, columns });
    saveView(store, { ...late, kind: 'expense', name: 'Travel', query: 'account:"6200 Travel"', columns: [] });
    const colleague = openTestStore(stillWorld());
    const exported = { name: 'n.json', content: exportNames(store).text, kind: null };
    expect(await inspectNames(readingHere, exported)).toMatchObject({ ok: true, rows: 1, views: 2 });
    const importer = { store: colleague, reading: readingHere };
    expect(await importNames(importer, exported)).toMatchObject({ imported: 1, views: { imported: 2, kept: 0 } });
    expect(plainViews(colleague)).toEqual(plainViews(store));
    expect(await importNames(importer, exported)).toMatchObject({ kind: 'imported', unchanged: 1, views: { imported: 0, kept: 0 } });

    saveView(colleague, { ...late, query: 'overdue', columns });
    const asked = await importNames(importer, exported);
    expect(asked).toMatchObject({
      kind: 'conflicts',
      conflicts: [],
      views: [{ mine: { query: 'overdue' }, theirs: { query: late.query } }],
    });
    expect(await importNames(importer, exported, { take: 'mine' })).toMatchObject({ views: { imported: 0, kept: 1 } });
    expect(plainViews(colleague)[0]?.query).toBe('overdue');
    expect(await importNames(importer, exported, { take: 'theirs' })).toMatchObject({ views: { imported: 1, kept: 0 } });
    expect(plainViews(colleague)).toEqual(plainViews(store));
  });

  it('may hold views alone; a view that cannot be one is named with its line, and nothing of the file is taken', async () => {
    saveView(store, { ...late, columns });
    const alone = { name: 'n.json', content: exportNames(store).text, kind: null };
    const colleague = openTestStore(stillWorld());
    const importer = { store: colleague, reading: readingHere };
    const bad = { ...alone, content: alone.content.replace('invoiceReceivable', 'planet') };
    expect(await importNames(importer, bad)).toMatchObject({ kind: 'refused', answer: { total: 1, problems: [{ line: 2 }] } });
    expect(savedLists(colleague).views).toEqual([]);
    expect(await importNames(importer, alone)).toMatchObject({ imported: 0, views: { imported: 1 } });
    expect(await takeCompanyNames({ store, reading: readingHere }, alone)).toMatchObject({ kind: 'imported', imported: 0 });
  });
});

describe('a names file of an awkward company', () => {
  const [four, five] = [idOf(4, 'b4'), idOf(5, 'b5')] as const;
  const take = (lines: string[]) => importNames({ store, reading: readingHere }, file('bank accounts.csv', lines));
  const called = (id: string) => named('bankAccount', id);

  it('keeps what a spreadsheet wrote as a formula, ids in braces, quotes, other scripts and signs', async () => {
    const lines = [
      'id;name;code;currency',
      `{${one.toUpperCase()}};SEB “main”, ""Göteborg"";="0620";eur`,
      `${two};حساب الكويت;#N/A;KWD`,
      `${three};🏦;;`,
      `${four};2026-01-31;12;`,
      `${five};SEB\u202E\u0007 niam;;`,
    ];
    expect(await take(lines)).toMatchObject({ kind: 'imported', imported: 5 });
    expect(called(one)).toMatchObject({ code: '0620', currency: 'EUR' });
    expect(called(two)).toMatchObject({ name: 'حساب الكويت', code: null });
    expect(called(four)).toMatchObject({ name: '2026-01-31' });
    // Nothing turns the direction of what is beside it.
    expect(called(five)).toMatchObject({ name: 'SEB niam' });
    // A name without a letter is a name: it is counted, found and handed on.
    expect(exportNames(store).text).toContain('🏦');
    expect(findNames(store, findNamesInput.parse({ kind: 'bankAccount', only: 'named' })).rows).toHaveLength(5);
  });

  it.each([
    ['an id for a name', `${one},${two},,`, { what: 'nameIsId' }],
    ['nothing that can be seen for a name', `${one},\u200B\u2060,,`, { what: 'noName' }],
    ['a currency that is none', `${one},SEB,,EURO`, { what: 'notCurrency', quoted: 'EURO' }],
  ])('names the line of %s', async (_what, line, problem) => {
    const lines = ['id,name,code,currency', `${three},Adlerbank,,EUR`, line];
    expect(await take(lines)).toMatchObject({ kind: 'refused', answer: { total: 1, problems: [{ line: 3, ...problem }] } });
  });

  it('is explained in the window in the same words as in a file', () => {
    const typed = (more: object) => nameInput.safeParse({ kind: 'bankAccount', id: one, name: 'SEB', ...more });
    expect(typed({ currency: 'eur', name: ' SEB\u202E main ' }).data).toMatchObject({ currency: 'EUR', name: 'SEB main' });
    expect(typed({ currency: 'EURO' }).success).toBe(false);
    expect(typed({ name: '\u200B' }).success).toBe(false);
  });
});
