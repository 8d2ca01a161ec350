import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knowDocument } from '#main/documents/documents.ts';
import { putRecord, putStub } from '#main/records/records.ts';
import { listRecords } from '#main/projections/lists/lists.ts';
import { indexRecords, wordsWait } from '#main/projections/search/word-index.ts';
import type { ListInput } from '#shared/contract/inputs.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { indexEdits } from '#main/projections/search/edit-words.ts';
import { search } from '#main/projections/search/search.ts';
import { noteSeenValue, seenValues } from '#main/records/seen-values.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { capabilityRows, readCapability, trustOf, trustRows, writeCapability, writeTrust } from '#main/registry/trust.ts';
import { commentsOf, putComment } from '#main/records/comments.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit } from './many-edits.ts';
import { expense, idOf, putExpenses } from './many-records.ts';
import { stillWorld } from './world-for-cache.ts';

const words = (text: string): Omit<ListInput, 'named'> => ({
  ...{ filter: { kind: 'expense', query: text }, sort: 'date', descending: true, after: null, skip: 0, limit: 50 },
});

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

describe('search', () => {
  it('lets a list wait for the index of words only where it asks for words', () => {
    putExpenses(store, 30);
    expect(wordsWait(store)).toBe(true);
    for (const query of ['status:created', 'amount>10', '-currency:EUR']) listRecords(store, words(query));
    expect(wordsWait(store)).toBe(true);
    expect(listRecords(store, words('status:created -hotel')).rows.length).toBeGreaterThan(0);
    expect(wordsWait(store)).toBe(false);
  });

  it('finds records by words and by the beginning of an id, newest first', () => {
    putExpenses(store, 300);
    const hits = search(store, 'hotel oslo', 10);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every((hit) => hit.kind === 'record')).toBe(true);
    const numbers = hits.map((hit) => Number(hit.record?.id.slice(-12)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(search(store, idOf(7), 10)).toMatchObject([{ kind: 'record', record: { kind: 'expense', id: idOf(7) } }]);
    putStub(store, { kind: 'vendor', id: idOf(7, 'abcdef12') }, 1);
    expect(search(store, 'ABCDEF12', 10)).toMatchObject([{ record: { kind: 'vendor' } }]);
  });

  it('finds edits by what was typed, documents by name, and the activity, each with room', () => {
    putExpenses(store, 100);
    putEdit(store, 5, 'waiting');
    knowDocument(store, idOf(1, 'd'), 'Typed invoice.pdf');
    expect(search(store, 'typed', 20).map((hit) => hit.kind)).toEqual(['edit', 'document']);
    const kinds = new Set(search(store, 'test', 20).map((hit) => hit.kind));
    expect(kinds).toEqual(new Set(['activity']));
    expect(search(store, 'typed', 20)[0]).toMatchObject({ editId: idOf(5, 'ed'), state: 'waiting', record: { id: idOf(5) } });
    const full = search(store, 't', 10);
    expect(full).toHaveLength(10);
    expect(new Set(full.map((hit) => hit.kind)).has('edit')).toBe(true);
  });

  it('finds a record by new words at once, and does not touch the index when a record arrives unchanged', () => {
    const hear = (changed: JsonObject) => {
      const value = { ...expense(1), ...changed };
      putRecord(store, { ref: { kind: 'expense', id: idOf(1) }, value, provenance: 'read', asOf: 1, complete: true });
    };
    const found = (words: string) => search(store, words, 5).map((hit) => hit.record?.id);
    hear({});
    expect(wordsWait(store)).toBe(true);
    expect(found('hotel')).toEqual([idOf(1)]);
    expect(wordsWait(store)).toBe(false);
    hear({ updatedAt: '2030-01-01T00:00:00Z', userId: idOf(1, 'a') });
    expect(wordsWait(store)).toBe(false);
    hear({ updatedAt: '2030-01-02T00:00:00Z', status: 'PECULIAR' });
    expect(wordsWait(store)).toBe(true);
    expect(found('peculiar')).toEqual([idOf(1)]);
    expect(listRecords(store, words('peculiar')).total).toBe(1);
  });

  it('waits at most a moment for the words of what changed just before, and has them all when they were taken in behind it', () => {
    store.close();
    const world = stillWorld();
    store = openTestStore(world);
    putExpenses(store, 1000);
    // A clock on which every look at it is 5 ms later.
    world.monotonic = () => (world.advance(5), world.now());
    const first = listRecords(store, words('hotel')).total ?? 0;
    expect(wordsWait(store)).toBe(true);
    while (!indexRecords(store));
    const all = listRecords(store, words('hotel')).total ?? 0;
    expect(first).toBeLessThan(all);
    expect(all).toBeGreaterThan(60);
  });

  it('finds edits whether they are in the index yet or not', () => {
    for (let n = 0; n < 700; n++) putEdit(store, n, 'draft');
    const found = () => search(store, 'typed 69', 100).filter((hit) => hit.kind === 'edit').length;
    // Edits that wait to be indexed are looked at for "69" anywhere; in the index, words begin with it.
    expect(found()).toBe(15);
    expect(found()).toBe(12);
    expect(indexEdits(store)).toBe(true);
    expect(found()).toBe(11);
  });

  it('takes everything that can be typed for words, never for syntax', () => {
    putExpenses(store, 50);
    for (const text of [
      '"',
      '*',
      'a OR b',
      'NEAR(taxi hotel)',
      "'; DROP TABLE record; --",
      '(',
      'words:taxi',
      '^taxi',
      '%',
      '_',
      '\\',
      '\u0000',
      '🙂',
      'é',
      ' ',
      '',
    ])
      expect(() => search(store, text, 5)).not.toThrow();
    expect(search(store, 'NEAR(taxi hotel)', 5)).toEqual([]);
    expect(search(store, 'táxi', 5).length).toBeGreaterThan(0);
  });
});

describe('small tables', () => {
  it('keep settings, trust, capabilities, seen values and comments', () => {
    expect(readSetting(store, 'theme')).toBeNull();
    writeSetting(store, 'theme', { kind: 'dark', counter: 9007199254740993n });
    expect(readSetting(store, 'theme')).toEqual({ kind: 'dark', counter: 9007199254740993n });
    expect(trustOf(store, 'docs.test')).toBeNull();
    writeTrust(store, 'Docs.Test', 'withSignIn');
    writeTrust(store, 'docs.test', 'no');
    expect(trustRows(store)).toEqual([{ host: 'docs.test', answer: 'no', since: store.world.now() }]);
    expect(readCapability(store, 'etag')).toMatchObject({ verdict: 'unknown', allowed: false, at: null });
    writeCapability(store, 'etag', { allowed: true });
    writeCapability(store, 'etag', { verdict: 'works', evidence: 'PUT /vendors' });
    expect(capabilityRows(store)).toEqual([
      { name: 'etag', verdict: 'works', allowed: true, evidence: 'PUT /vendors', value: null, at: store.world.now() },
    ]);
    writeCapability(store, 'etag', { verdict: 'unknown', evidence: null });
    expect(readCapability(store, 'etag')).toMatchObject({ verdict: 'unknown', allowed: true, evidence: null });
    for (let n = 0; n < 3; n++) noteSeenValue(store, 'error.type', 'NEW_CODE');
    expect(seenValues(store)).toEqual([{ place: 'error.type', value: 'NEW_CODE', count: 3, at: store.world.now() }]);
    putComment(store, { id: idOf(2), resourceId: idOf(1), content: 'second', createdAt: '2026-03-02T00:00:00Z' });
    putComment(store, { id: idOf(1), resourceId: idOf(1), content: 'first', createdAt: '2026-03-01T00:00:00Z' });
    expect(commentsOf(store, idOf(1)).map((comment) => comment['content'])).toEqual(['first', 'second']);
  });
});
