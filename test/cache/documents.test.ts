import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameDocument, nextUnread, putText } from '#main/documents/document-texts.ts';
import {
  documentBytes,
  documentHashes,
  documentOf,
  documentsWith,
  forgetDocument,
  keptDocumentBytes,
  knowDocument,
  leastUsedDocument,
  listDocuments,
  pinDocument,
  putDocument,
  removeDocument,
  useDocument,
} from '#main/documents/documents.ts';
import { packSources } from '#main/documents/pack-sources.ts';
import { addPackItems, createPack, packItems, packTitles } from '#main/documents/packs.ts';
import { putRecord, putStub } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { Change } from '#shared/contract/views/views.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf } from './many-records.ts';
import { stillWorld, type StillWorld } from './world-for-cache.ts';

let world: StillWorld;
let store: Store;
let heard: Change[];
beforeEach(() => {
  world = stillWorld();
  store = openTestStore(world);
  heard = [];
  store.subscribe((changes) => heard.push(...changes));
});
afterEach(() => store.close());

const told = () => heard.splice(0);
const invoices = (...ids: string[]) => ({ kind: 'records', refs: ids.map((id) => ({ kind: 'invoicePayable', id })) });
const hashOf = (letter: string) => letter.repeat(64);
const put = (n: number, letter: string, bytes = 10) =>
  putDocument(store, idOf(n), {
    ...{ name: `Invoice ${n}.pdf`, state: 'here', bytes, sha256: hashOf(letter), variant: null, fetchedAt: 5, detail: null },
  });
const said = {
  pages: 2,
  title: 'Rechnung',
  number: 'R-7',
  due: '2026-12-01',
  totalMinor: 12_345n,
  currency: 'EUR',
  text: 'Zahlbar sofort',
};
const found = (text?: string) =>
  listDocuments(store, { after: null, limit: 9, text }).rows.map(({ recordId }) => Number(recordId.slice(-3)));

it('documents are listed page by page, each once, and found by name, by the user’s name and by their text', () => {
  for (const n of [1, 2, 3]) put(n, String(n));
  const pageAfter = (after: string | null) => listDocuments(store, { after, limit: 2 });
  const first = pageAfter(null);
  expect([first.rows.map(({ recordId }) => recordId), first.next]).toEqual([[idOf(1), idOf(2)], idOf(2)]);
  const second = pageAfter(first.next);
  expect([second.rows.map(({ recordId }) => recordId), second.next]).toEqual([[idOf(3)], null]);
  expect(listDocuments(store, { after: null, limit: 3 }).next).toBeNull();
  nameDocument(store, idOf(2), 'Rent of May');
  putText(store, hashOf('3'), said);
  expect([found('invoice 1'), found('rent'), found('zahlbar'), found('nothing'), found()]).toEqual([[1], [2], [3], [], [1, 2, 3]]);
});

it('an arrived document is reported with its purchase invoice, and a trip pack uses the user’s name; an id is no name', () => {
  knowDocument(store, idOf(1), 'known.pdf');
  told();
  put(1, 'a');
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(1)] }, invoices(idOf(1))]);
  putRecord(store, { ref: { kind: 'expense', id: idOf(5) }, value: expense(5), provenance: 'read', asOf: 1, complete: true });
  putStub(store, { kind: 'vendor', id: idOf(6) }, 1);
  const pack = createPack(store, 'Lisbon');
  expect(addPackItems(store, pack.id, 'invoicePayable', [idOf(1)])).toBe(1);
  addPackItems(store, pack.id, 'expense', [idOf(5), idOf(7)]);
  addPackItems(store, pack.id, 'vendor', [idOf(6)]);
  expect(addPackItems(store, pack.id, 'vendor', [idOf(6).toUpperCase()])).toBe(0);
  nameDocument(store, idOf(1), 'Rent of May');
  const titles = packTitles(store, pack.id);
  expect([...titles.keys()].toSorted()).toEqual([`expense ${idOf(5)}`, `invoicePayable ${idOf(1)}`]);
  expect(titles.get(`invoicePayable ${idOf(1)}`)).toBe('Rent of May');
  expect(packItems(store, pack.id).map(({ ref }) => ref.id)).toEqual([idOf(1), idOf(5), idOf(7), idOf(6)]);
});

it('a pack says of what came by ids when the last of it came, whichever kind that was of', () => {
  const pack = createPack(store, 'Lisbon');
  addPackItems(store, pack.id, 'expense', [idOf(5), idOf(7)], 'ids');
  world.advance(60_000);
  addPackItems(store, pack.id, 'vendor', [idOf(6)], 'ids');
  expect(packSources(store, pack.id)).toEqual([{ way: 'ids', count: 3, at: world.now() }]);
});

it('the text of a hash is stored once for every record that has it, and each of those is reported', () => {
  put(1, 'a');
  put(2, 'a');
  expect(nextUnread(store)).toBe(hashOf('a'));
  told();
  putText(store, hashOf('a'), said);
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(1), idOf(2)] }, { kind: 'packs' }, invoices(idOf(1), idOf(2))]);
  expect(nextUnread(store)).toBeNull();
  const { text: _, ...reading } = said;
  for (const n of [1, 2]) expect(documentOf(store, idOf(n))?.reading).toEqual(reading);
  put(3, 'b');
  putText(store, hashOf('b'), null);
  expect(nextUnread(store)).toBeNull();
  expect(documentOf(store, idOf(3))?.reading).toBeNull();
});

it('a user’s name for a document is reported and withdrawn; an unchanged one is not reported again', () => {
  knowDocument(store, idOf(1), 'Invoice.pdf');
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(1)] }]);
  knowDocument(store, idOf(1), 'Another.pdf');
  expect(told()).toEqual([]);
  expect(documentOf(store, idOf(1))).toMatchObject({ name: 'Invoice.pdf', state: 'known', called: null });
  nameDocument(store, idOf(1), 'Rent');
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(1)] }, { kind: 'packs' }, invoices(idOf(1))]);
  expect(documentOf(store, idOf(1))?.called).toBe('Rent');
  nameDocument(store, idOf(1), null);
  expect(documentOf(store, idOf(1))?.called).toBeNull();
});

it('bytes that two records share are counted once, and are needed until neither is there', () => {
  put(1, 'a', 10);
  put(2, 'a', 10);
  put(3, 'b', 7);
  expect(documentBytes(store)).toBe(17);
  expect(documentsWith(store, hashOf('a'))).toBe(2);
  expect(documentHashes(store)).toEqual(new Set([hashOf('a'), hashOf('b')]));
  putText(store, hashOf('a'), said);
  expect(removeDocument(store, idOf(1))).toBeNull();
  expect(documentOf(store, idOf(2))?.reading?.title).toBe('Rechnung');
  told();
  expect(removeDocument(store, idOf(2))).toBe(hashOf('a'));
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(2)] }, { kind: 'packs' }]);
  expect(store.sql.prepare('SELECT count(*) FROM document_text').pluck().get()).toBe(0);
  expect(removeDocument(store, idOf(2))).toBeNull();
  expect(documentHashes(store)).toEqual(new Set([hashOf('b')]));
});

it('the least lately used document makes room first; what is pinned, or what a trip pack counts, never does', () => {
  for (const n of [1, 2, 3, 4]) put(n, String(n), n);
  useDocument(store, idOf(1));
  expect(leastUsedDocument(store, idOf(9))).toEqual({ recordId: idOf(2) });
  expect(leastUsedDocument(store, idOf(2))).toEqual({ recordId: idOf(3) });
  told();
  pinDocument(store, idOf(2), true);
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(2)] }]);
  const pack = createPack(store, 'Lisbon');
  addPackItems(store, pack.id, 'invoicePayable', [idOf(3)]);
  store.sql.prepare(`UPDATE pack_item SET state = 'ready', bytes = 3`).run();
  expect(leastUsedDocument(store, idOf(9))).toEqual({ recordId: idOf(4) });
  expect(keptDocumentBytes(store, idOf(9))).toBe(5);
  expect(keptDocumentBytes(store, idOf(1))).toBe(6);
  told();
  forgetDocument(store, idOf(3));
  expect(told()).toEqual([{ kind: 'packs' }, { kind: 'documents', ids: [idOf(3)] }, invoices(idOf(3))]);
  expect(packItems(store, pack.id)).toMatchObject([{ state: 'failed', detail: 'forgotten', bytes: 0 }]);
  expect(documentOf(store, idOf(3))).toMatchObject({ state: 'known', bytes: null, sha256: null });
  pinDocument(store, idOf(2), false);
  told();
  forgetDocument(store, idOf(2));
  expect(told()).toEqual([{ kind: 'documents', ids: [idOf(2)] }, invoices(idOf(2))]);
});
