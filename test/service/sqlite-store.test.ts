import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteStore } from '#service/data/sqlite-store.ts';
import { writeJson } from '#service/domain/json.ts';
import { MemoryStore } from '#service/domain/memory-store.ts';
import type { StoredKind } from '#service/domain/store.ts';
import { seedStore } from '#service/seed/seed.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sqlite-store-'));
  file = path.join(folder, 'sandbox.sqlite');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const entry = {
  at: 1,
  operation: 'updateExpense',
  method: 'PATCH',
  path: '/v1/expenses/x',
  recordId: 'x',
  createdId: null,
  idempotencyKey: null,
  bodyText: '{}',
  status: 200,
  applied: true,
  userId: null,
} as const;

describe('the store in a file', () => {
  it('holds what the store in memory holds, before and after it is opened again', () => {
    const memory = seedStore(new MemoryStore());
    const written = seedStore(new SqliteStore(file));
    const kinds: StoredKind[] = [
      'expense',
      'vendor',
      'invoiceReceivable',
      'cardTransaction',
      'invoicePayable',
      'paymentLedger',
      'product',
      'user',
    ];
    const textOf = (store: MemoryStore | SqliteStore) => kinds.map((kind) => writeJson([...store.list(kind)])).join('\n');
    const expected = textOf(memory);
    expect(textOf(written)).toBe(expected);
    written.close();
    const again = new SqliteStore(file);
    expect(textOf(again)).toBe(expected);
    for (const vendor of memory.list('vendor')) expect(again.get('vendor', vendor.vendorId)).toEqual(vendor);
    expect(kinds.map((kind) => again.count(kind))).toEqual(kinds.map((kind) => memory.count(kind)));
    again.close();
  });

  it('keeps the order of the first put, and amounts of 2^63-1', () => {
    const store = new SqliteStore(file);
    const product = { companyId: 'c', name: 'n', currency: 'EUR' };
    for (const id of ['b', 'a', 'c']) store.put('product', id, { id, price: 1n, ...product });
    store.flush();
    store.put('product', 'b', { id: 'b', price: 2n ** 63n - 1n, ...product });
    expect([...store.list('product')].map((each) => [each.id, each.price])).toEqual([
      ['b', 2n ** 63n - 1n],
      ['a', 1n],
      ['c', 1n],
    ]);
    store.close();
  });

  it('numbers the journal on after it is opened again', async () => {
    const first = new SqliteStore(file);
    first.appendJournal(entry);
    await first.durable();
    first.close();
    const again = new SqliteStore(file);
    again.appendJournal({ ...entry, bodyText: '{"a":1}' });
    expect(again.journal().map((each) => each.sequence)).toEqual([1, 2]);
    expect(again.journal(1)).toMatchObject([{ sequence: 2, bodyText: '{"a":1}' }]);
    again.close();
  });

  it('refuses a second sandbox on the same file', () => {
    const first = new SqliteStore(file);
    expect(() => new SqliteStore(file, 10)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    first.close();
    new SqliteStore(file, 10).close();
  });
});
