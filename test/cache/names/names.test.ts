import { beforeEach, describe, expect, it } from 'vitest';
import { forgetNames, giveName, namesOf } from '#main/names/book.ts';
import { countNames } from '#main/projections/usage/count-names.ts';
import { findNames } from '#main/names/find.ts';
import { keepLearned, learnBehind, needsLearning } from '#main/projections/usage/learn-behind.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { execute } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { putRecord } from '#main/records/records.ts';
import { placeStaged, stageRecords } from '#main/records/staged-import.ts';
import { importRecords } from '#main/library/imports/imports.ts';
import { findNamesInput, type NameInput } from '#shared/contract/names-contract.ts';
import { search } from '#main/projections/search/search.ts';
import type { Change } from '#shared/contract/views/views.ts';
import type { JsonObject } from '#shared/json/json.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { idOf, putExpenses } from '#test/cache/many-records.ts';
import { readingHere } from '#test/reading.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));

const hear = (kind: RecordKind, value: JsonObject, asOf = 1) =>
  putRecord(store, { ref: { kind, id: String(value['id'] ?? value['vendorId']) }, value, provenance: 'read', asOf, complete: true });
const find = (asked: Parameters<typeof findNamesInput.parse>[0]) => findNames(store, findNamesInput.parse(asked));
const named = (ref: Pick<NameInput, 'kind' | 'id' | 'name'> & Partial<NameInput>) =>
  giveName(store, { code: '', note: '', currency: '', inUse: true, ...ref }, 'typed');

const [seb, gulf, adler] = [idOf(1, 'b1'), idOf(2, 'b2'), idOf(3, 'b3')] as const;
const [rheinholt, mesa] = [idOf(1, 'c1'), idOf(2, 'c2')] as const;
const invoice = (n: number, customerId: string, payeeBankAccountId: string, more: JsonObject = {}): JsonObject => ({
  ...{ id: idOf(n, 'f0'), invoiceNumber: `SE-${n}`, state: 'OPEN', currency: 'EUR', invoiceDate: `2026-01-${String(n).padStart(2, '0')}` },
  ...{ customerId, payeeBankAccountId },
  ...more,
});

describe('the names directory', () => {
  it('learns every reference of every record, once for each field, however often the record arrives', () => {
    hear('invoiceReceivable', invoice(1, rheinholt, seb));
    hear('invoiceReceivable', invoice(2, rheinholt, seb, { updatedBy: idOf(9, 'a').toUpperCase() }));
    hear('invoiceReceivable', invoice(2, rheinholt, gulf, { updatedBy: idOf(9, 'a') }), 2);
    const [first] = find({ kind: 'customer' }).rows;
    expect(first).toMatchObject({ id: rheinholt, name: null, origin: 'learned', uses: 2, lastUsed: '2026-01-02' });
    expect(first?.places).toEqual(['invoiceReceivable.customerId']);
    expect(first?.beside).toMatchObject({ record: { kind: 'invoiceReceivable' } });
    expect(find({ kind: 'bankAccount' }).rows.map(({ id, uses }) => [id, uses])).toEqual([
      [seb, 1],
      [gulf, 1],
    ]);
    expect(find({ kind: 'user' }).rows.map(({ id }) => id)).toEqual([idOf(9, 'a')]);
  });

  it('knows every field in which something was seen, though a record moved it from one to the other', () => {
    const entity = idOf(7, 'e7');
    hear('vendor', { id: idOf(1, 'b'), createdBy: entity, bankName: null, updatedAt: '2026-03-01T10:00:00Z' });
    hear('vendor', { id: idOf(1, 'b'), notes: [{ authorId: entity }], updatedAt: '2026-03-01T10:00:00Z' }, 2);
    expect(find({ kind: 'user' }).rows).toMatchObject([{ id: entity, uses: 1, places: ['vendor.notes.authorId', 'vendor.createdBy'] }]);
  });

  it('learns nothing of a transaction that is taken back', () => {
    expect(() =>
      store.commit('fails', () => {
        hear('invoiceReceivable', invoice(1, rheinholt, seb));
        throw new Error('cut off');
      }),
    ).toThrow('cut off');
    hear('invoiceReceivable', invoice(2, mesa, gulf));
    expect(countNames(store)).toEqual([
      { kind: 'bankAccount', named: 0, unnamed: 1 },
      { kind: 'customer', named: 0, unnamed: 1 },
    ]);
  });

  it('names, tells, and takes back; what was never seen is forgotten whole', () => {
    const heard: Change[] = [];
    store.subscribe((changes) => heard.push(...changes.filter(({ kind }) => kind === 'names')));
    hear('invoiceReceivable', invoice(1, rheinholt, seb));
    named({ kind: 'bankAccount', id: seb.toUpperCase(), name: 'SEB main account', currency: 'EUR' });
    named({ kind: 'bankAccount', id: adler, name: 'Adlerbank' });
    expect(namesOf(store, [{ kind: 'bankAccount', id: seb }])).toEqual([
      { kind: 'bankAccount', id: seb, name: 'SEB main account', code: null, note: null, currency: 'EUR', inUse: true, origin: 'typed' },
    ]);
    expect(countNames(store)).toContainEqual({ kind: 'bankAccount', named: 2, unnamed: 0 });
    forgetNames(store, [
      { kind: 'bankAccount', id: seb },
      { kind: 'bankAccount', id: adler },
    ]);
    expect(namesOf(store, [{ kind: 'bankAccount', id: seb }])).toMatchObject([{ name: null, origin: 'learned' }]);
    expect(namesOf(store, [{ kind: 'bankAccount', id: adler }])).toEqual([]);
    expect(heard).toHaveLength(3);
  });

  it('keeps a name as every edition folded it, so that an older directory is searched as it is', () => {
    named({ kind: 'bankAccount', id: seb, name: 'SEB Göteborg', code: '1930' });
    expect(store.sql.prepare('SELECT folded FROM reference').pluck().all()).toEqual(['1930 seb goteborg']);
  });

  it('takes the label that a record carries, until somebody says otherwise', () => {
    const property = (label: string) => ({
      customProperties: [{ groupId: idOf(1, 'd1'), groupInternalName: 'project', values: [{ id: idOf(1, 'd2'), label }] }],
    });
    hear('cardTransaction', { id: idOf(1, 'f1'), ...property('Kuwait') });
    expect(find({ kind: 'customPropertyValue' }).rows).toMatchObject([{ name: 'Kuwait', origin: 'service' }]);
    expect(find({ kind: 'customPropertyGroup' }).rows).toMatchObject([{ name: 'project', origin: 'service' }]);
    hear('cardTransaction', { id: idOf(1, 'f1'), ...property('Kuwait City') }, 2);
    expect(find({ kind: 'customPropertyValue' }).rows).toMatchObject([{ name: 'Kuwait City' }]);
    named({ kind: 'customPropertyValue', id: idOf(1, 'd2'), name: 'Kuwait trip' });
    hear('cardTransaction', { id: idOf(1, 'f1'), ...property('Kuwait') }, 3);
    expect(find({ kind: 'customPropertyValue' }).rows).toMatchObject([{ name: 'Kuwait trip', origin: 'typed' }]);
  });
});

describe('a picker', () => {
  beforeEach(() => {
    hear('invoiceReceivable', invoice(1, rheinholt, seb));
    hear('invoiceReceivable', invoice(2, rheinholt, adler));
    for (let n = 3; n < 9; n += 1) hear('invoiceReceivable', invoice(n, mesa, gulf));
    named({ kind: 'bankAccount', id: seb, name: 'SEB main account', code: '1930', note: 'Göteborg' });
    named({ kind: 'bankAccount', id: gulf, name: 'Gulf Bank Kuwait', currency: 'KWD' });
  });

  it('shows what the customer used first, then by rank; each once, and only of the right kind', () => {
    const page = find({ kind: 'bankAccount', record: { kind: 'invoiceReceivable', id: idOf(1, 'f0') } });
    expect(page.rows.map(({ id, here }) => [id, here?.by ?? null])).toEqual([
      [adler, 'customer'],
      [seb, 'record'],
      [gulf, null],
    ]);
    expect(page.around).toEqual({ by: 'customer', reference: expect.objectContaining({ id: rheinholt }) });
    expect(find({ kind: 'bankAccount' }).rows.map(({ id }) => id)).toEqual([gulf, seb, adler]);
  });

  it('shows bank accounts in the invoice’s currency first, those of its customer before others, foreign ones, unnamed and closed ones after', () => {
    const [own, plain, closed, bare, dollars] = [4, 5, 6, 7, 8].map((n) => idOf(n, 'b4')) as [string, string, string, string, string];
    named({ kind: 'bankAccount', id: own, name: 'Euro of nobody', currency: 'EUR' });
    named({ kind: 'bankAccount', id: adler, name: 'Adlerbank dollars', currency: 'USD' });
    named({ kind: 'bankAccount', id: seb, name: 'SEB main account', currency: 'EUR' });
    named({ kind: 'bankAccount', id: plain, name: 'Euro of nobody else', currency: 'EUR' });
    named({ kind: 'bankAccount', id: closed, name: 'Euro closed', currency: 'EUR', inUse: false });
    for (let n = 1; n < 20; n += 1) named({ kind: 'bankAccount', id: idOf(n, 'b9'), name: `Dollars ${n}`, currency: 'USD' });
    hear('invoiceReceivable', invoice(20, mesa, bare));
    hear('invoiceReceivable', invoice(21, rheinholt, dollars));
    named({ kind: 'bankAccount', id: dollars, name: 'Used in dollars', currency: 'USD' });
    const asked = { kind: 'bankAccount' as const, record: { kind: 'invoiceReceivable' as const, id: idOf(1, 'f0') } };
    const ids = (more: { text?: string; limit?: number }) => find({ ...asked, ...more }).rows.map(({ id }) => id);
    // A page that holds few of many still holds the ones that fit.
    expect(ids({ limit: 2 })[0]).toBe(seb);
    expect(ids({}).slice(0, 3).toSorted()).toEqual([seb, own, plain].toSorted());
    expect(ids({}).slice(3, 5)).toEqual([dollars, adler]);
    expect(ids({}).slice(-2)).toEqual([bare, closed]);
    expect(new Set(ids({})).size).toBe(ids({}).length);
    expect(ids({ text: 'euro' }).at(-1)).toBe(closed);
    expect(find({ kind: 'bankAccount', limit: 1 }).rows.map(({ id }) => id)).toEqual([gulf]);
  });

  it('filters by parts of name, code and note without case or accents, and by the beginning of an id', () => {
    const ids = (text: string) => find({ kind: 'bankAccount', text }).rows.map(({ id }) => id);
    expect(ids('main seb')).toEqual([seb]);
    expect(ids('193')).toEqual([seb]);
    expect(ids('GOTE')).toEqual([seb]);
    expect(ids('kuwait')).toEqual([gulf]);
    expect(ids(adler.slice(0, 8))).toEqual([adler]);
    expect(ids(adler.toUpperCase())).toEqual([adler]);
    expect(ids('nobody')).toEqual([]);
  });

  it('shows first what is called exactly as typed, and each once on all pages', () => {
    named({ kind: 'bankAccount', id: gulf, name: 'Account 9999' });
    named({ kind: 'bankAccount', id: adler, name: 'Account 9999 old' });
    named({ kind: 'bankAccount', id: seb, name: '9999 Account 8999', code: '7000' });
    for (let n = 10; n < 28; n += 1) hear('invoiceReceivable', invoice(n, rheinholt, seb));
    expect(find({ kind: 'bankAccount', text: 'account  9999' }).rows.map(({ id }) => id)[0]).toBe(gulf);
    named({ kind: 'bankAccount', id: adler, name: 'Savings', code: 'ac-1' });
    expect(find({ kind: 'bankAccount', text: 'AC-1' }).rows.map(({ id }) => id)).toEqual([adler]);
    const pages = [0, 1].map((after) => find({ kind: 'bankAccount', text: 'account', after, limit: 1 }).rows.map(({ id }) => id));
    expect(pages.flat().toSorted()).toEqual([seb, gulf].toSorted());
  });

  it('shows what is not in use last, and pages on without repeating', () => {
    named({ kind: 'bankAccount', id: gulf, name: 'Gulf Bank Kuwait', inUse: false });
    const first = find({ kind: 'bankAccount', limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([seb, adler]);
    expect(find({ kind: 'bankAccount', limit: 2, after: first.next ?? 0 }).rows.map(({ id }) => id)).toEqual([gulf]);
    expect(find({ only: 'unnamed', order: 'uses' }).rows[0]).toMatchObject({ kind: 'customer', id: mesa, uses: 6 });
  });
});

it('learns once from a cache of before, a portion at a time, and counts nothing twice', () => {
  putExpenses(store, 700);
  const whole = find({ order: 'uses', limit: 500 }).rows;
  execute(store.sql, 'DELETE FROM reference');
  writeSetting(store, 'referencesLearnedTo', {});
  const again = openAgain();
  expect(learnBehind(again)).toBe(false);
  putExpenses(again, 1, 2);
  putExpenses(again, 10, 690);
  while (!learnBehind(again));
  expect(readSetting(again, 'referencesLearnedTo')).toBeNull();
  expect(findNames(again, findNamesInput.parse({ order: 'uses', limit: 500 })).rows).toEqual(whole);
});

/** The same database as another process would find it. */
function openAgain(): Store {
  return { ...store };
}

const importedInvoices = () => {
  const text = [invoice(1, rheinholt, seb), invoice(2, rheinholt, gulf)].map((each) => JSON.stringify(each)).join('\n');
  return importRecords({ store, reading: readingHere }, { name: 'invoices.ndjson', content: text, kind: 'invoiceReceivable' });
};
const usesOf = (kind: ReferenceKind, from = store) =>
  Object.fromEntries(findNames(from, findNamesInput.parse({ kind })).rows.map(({ id, uses }) => [id, uses]));

it('has learned an import at its end, each record once, and later records too', async () => {
  expect(await importedInvoices()).toMatchObject({ ok: true, imported: 2 });
  expect(usesOf('customer')).toEqual({ [rheinholt]: 2 });
  expect(readSetting(store, 'referencesLearnedTo')).toBeNull();
  hear('invoiceReceivable', invoice(2, rheinholt, adler), 2);
  hear('expense', { id: idOf(1), userId: idOf(4, 'a') });
  await importedInvoices();
  expect(learnBehind(store)).toBe(true);
  expect(usesOf('customer')).toEqual({ [rheinholt]: 2 });
  expect(usesOf('user')).toEqual({ [idOf(4, 'a')]: 1 });
  const page = find({ kind: 'bankAccount', record: { kind: 'invoiceReceivable', id: idOf(1, 'f0') } });
  expect(page.rows.map(({ here }) => here?.by)).toContain('record');
});

describe('an import under way', () => {
  const kind = 'invoiceReceivable' as const;
  const staged = (n: number, account: string) => {
    const value = invoice(n, rheinholt, account);
    return { ref: { kind, id: String(value['id']) }, text: JSON.stringify(value), complete: true, asOf: 1 };
  };
  beforeEach(() => stageRecords(store, [staged(1, seb), staged(2, gulf), staged(3, gulf)], true));

  it('counts records that arrive or are forgotten before it ends', () => {
    placeStaged(store, 2);
    expect(usesOf('bankAccount')).toEqual({});
    hear(kind, invoice(1, rheinholt, adler), 2);
    forgetRecord(store, { kind, id: idOf(2, 'f0') });
    keepLearned(store, false);
    placeStaged(store, 2);
    keepLearned(store, true);
    expect(usesOf('bankAccount')).toEqual({ [adler]: 1, [gulf]: 1 });
    expect(usesOf('customer')).toEqual({ [rheinholt]: 2 });
  });

  it('is learned from its rows when the process ends before it is over, and counts nothing twice', () => {
    placeStaged(store, 2);
    const again = openAgain();
    expect(usesOf('bankAccount', again)).toEqual({});
    placeStaged(again, 2);
    keepLearned(again, true);
    while (!learnBehind(again));
    expect(usesOf('bankAccount', again)).toEqual({ [seb]: 1, [gulf]: 2 });
  });

  it('is learned from its rows when a commit of it is undone', () => {
    placeStaged(store, 2);
    const full = () =>
      store.commit('records', () => {
        hear(kind, invoice(1, rheinholt, adler), 2);
        throw new Error('the disk is full');
      });
    expect(full).toThrow('the disk is full');
    placeStaged(store, 2);
    keepLearned(store, true);
    expect(needsLearning(store)).toBe(true);
    while (!learnBehind(store));
    expect(usesOf('bankAccount')).toEqual({ [seb]: 1, [gulf]: 2 });
  });
});

describe('search by names', () => {
  const found = (text: string) => search(store, text, 20).map((hit) => hit.record?.id);

  it('finds a record by what it refers to is called, also after another name, with words of its own beside', () => {
    hear('invoiceReceivable', invoice(1, rheinholt, seb));
    hear('invoiceReceivable', invoice(2, mesa, seb, { description: 'Support Lisbon' }));
    named({ kind: 'customer', id: rheinholt, name: 'Rheinholt Packaging GmbH', code: 'C-1001' });
    named({ kind: 'bankAccount', id: seb, name: 'SEB Göteborg' });
    expect(found('rheinholt')).toEqual([idOf(1, 'f0')]);
    expect(found('packag')).toEqual([idOf(1, 'f0')]);
    expect(found('1001')).toEqual([idOf(1, 'f0')]);
    expect(found('001')).toEqual([]);
    expect(found('C-1001')).toEqual([idOf(1, 'f0')]);
    expect(found('goteborg lisbon')).toEqual([idOf(2, 'f0')]);
    expect(found('seb').toSorted()).toEqual([idOf(1, 'f0'), idOf(2, 'f0')]);
    named({ kind: 'customer', id: rheinholt, name: 'Adler AG' });
    expect(found('rheinholt')).toEqual([]);
    expect(found('adler')).toEqual([idOf(1, 'f0')]);
  });

  it('finds a vendor by what the bank account that pays it is called', () => {
    hear('vendor', { vendorId: idOf(1, 'f7'), name: 'Petrel', defaultCompanyEntity: { senderBankAccountId: gulf } });
    named({ kind: 'bankAccount', id: gulf, name: 'Gulf Bank Kuwait' });
    expect(found('gulf kuw')).toEqual([idOf(1, 'f7')]);
  });

  it('finds no record by a bit of an id that it refers to', () => {
    hear('invoiceReceivable', invoice(1, rheinholt, seb));
    expect(found('c1000')).toEqual([]);
    expect(found('b1')).toEqual([]);
  });
});
