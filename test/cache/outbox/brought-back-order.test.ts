import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Store } from '#main/storage/store.ts';
import { bringBackEdits } from '#main/recovery/bring-back.ts';
import { editById, openEditsOf, type NewEdit } from '#main/outbox/outbox.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdit, walkEdit } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';
import { tempFolder } from '#test/temp-folder.ts';

/** The order of a restored edit among those of its record (law 6). */

const records = [41, 42];
const numberOf = (letter: string, record: number) => letter.charCodeAt(0) + 100 * record;
const put = (store: Store, letter: string, record: number, more: Partial<NewEdit> = {}) =>
  putEdit(store, numberOf(letter, record), 'waiting', { record: { kind: 'expense', id: idOf(record) }, ...more });
const order = (store: Store, record: number) =>
  openEditsOf(store, { kind: 'expense', id: idOf(record) })
    .map(({ id }) => String.fromCharCode(Number(id.slice(-12)) - 100 * record))
    .join('');

/** The edits of two records, each after the other's; some of other records came before. */
function storeOf(letters: string): Store {
  const store = openTestStore(stillWorld());
  for (let n = 1; n <= 7; n += 1) putEdit(store, n, 'waiting');
  for (const letter of letters) for (const record of records) put(store, letter, record);
  return store;
}

function fileOf(store: Store): string {
  const file = path.join(tempFolder(), 'file.db');
  writeFileSync(file, store.sql.serialize());
  return file;
}

test.each([
  ['ABC', '', 'ABC'],
  ['AB', 'XY', 'ABXY'],
  ['ABC', 'A', 'ABC'],
  ['ABC', 'B', 'ABC'],
  ['ABC', 'C', 'ABC'],
  ['ABC', 'AX', 'ABCX'],
  ['ABC', 'BX', 'ABCX'],
  ['ABC', 'CX', 'ABCX'],
  ['ABCD', 'AD', 'ABCD'],
  ['ABCDE', 'BDXY', 'ABCDEXY'],
  ['ABCDEFG', 'CFX', 'ABCDEFGX'],
])('a file with %s, brought back into %j, gives %s: its own order, before what was recorded since', (inFile, here, both) => {
  const store = storeOf(here);
  expect(bringBackEdits(store, fileOf(storeOf(inFile))).returned).toBe(
    2 * (inFile.length - [...here].filter((one) => inFile.includes(one)).length),
  );
  for (const record of records) expect(order(store, record)).toBe(both);
  for (const record of records) put(store, 'Z', record);
  for (const record of records) expect(order(store, record)).toBe(`${both}Z`);
});

test('a correction comes back in the place of what it corrects, before what waits behind it', () => {
  const source = storeOf('AB');
  for (const record of records) {
    const first = editById(source, idOf(numberOf('A', record), 'ed'));
    walkEdit(source, first?.id ?? '', 'superseded');
    put(source, 'C', record, { supersedes: first?.id ?? '', place: first?.place ?? 0 });
  }
  const store = storeOf('B');
  expect(bringBackEdits(store, fileOf(source)).returned).toBe(2);
  for (const record of records) expect(order(store, record)).toBe('CB');
});
