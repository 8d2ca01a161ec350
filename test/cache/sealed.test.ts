import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, type OpenOptions } from '#main/storage/open/open.ts';
import { resealDatabase } from '#main/storage/sealing/reseal.ts';
import { formOf, type Seal } from '#main/storage/sealing/seal.ts';
import type { Store } from '#main/storage/store.ts';
import { testAccount } from '#test/cache.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { putEdits } from './many-edits.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const file = () => path.join(folder, 'account.db');
const seal: Seal = { key: new Uint8Array(32).fill(7), keyId: '0123456789abcdef' };
const planted = 'GB33BUKB20201555555555';

function opened(options: Partial<OpenOptions> = {}): Store {
  const answer = openStore({ file: file(), world: stillWorld(), account: testAccount, ...options });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  return answer.store;
}

function plant(store: Store): void {
  store.commit('plant', () => store.sql.prepare('INSERT INTO setting VALUES (?, ?)').run('planted', JSON.stringify(planted)));
}

const plantedIn = (store: Store): unknown => store.sql.prepare("SELECT value FROM setting WHERE name = 'planted'").pluck().get();
const namesHere = () => readdirSync(folder).sort();
const holdsPlanted = () => namesHere().filter((name) => readFileSync(path.join(folder, name)).includes(planted));

describe('a sealed database', () => {
  it('shows nothing of what is in it, in its log neither', () => {
    const store = opened({ seal });
    plant(store);
    expect(namesHere()).toContain('account.db-wal');
    expect(holdsPlanted()).toEqual([]);
    expect(formOf(file())).toEqual({ kind: 'sealed', keyId: seal.keyId, knowsCipher: true });
    store.close();
    const again = opened({ seal, expected: true });
    expect(plantedIn(again)).toBe(JSON.stringify(planted));
    again.close();
    const plain = opened({ file: path.join(folder, 'plain.db') });
    plant(plain);
    plain.close();
    expect(holdsPlanted()).toEqual(['plain.db']);
  });

  it.each([
    ['no key', null],
    ['the key of another', { key: seal.key, keyId: 'ffffffffffffffff' }],
  ])('is left as it is when there is %s', (_name, other) => {
    const store = opened({ seal });
    plant(store);
    store.close();
    const [names, bytes] = [namesHere(), readFileSync(file())];
    for (const expected of [true, false])
      expect(openStore({ file: file(), world: stillWorld(), account: testAccount, seal: other, expected })).toEqual({
        kind: 'sealed',
        keyId: seal.keyId,
      });
    expect(namesHere()).toEqual(names);
    expect(readFileSync(file()).equals(bytes)).toBe(true);
  });

  it('is set aside whole when it is damaged and its key is there', () => {
    const store = opened({ seal });
    plant(store);
    store.close();
    const bytes = readFileSync(file());
    bytes.fill(0, 20, 4096);
    writeFileSync(file(), bytes);
    expect(openStore({ file: file(), world: stillWorld(), account: testAccount, seal, expected: true }).kind).toBe('damaged');
    expect(namesHere()).toEqual(['account.db.damaged-1']);
  });

  it('never takes a plain file for its own', () => {
    opened().close();
    expect(() => opened({ seal })).toThrow('never opened with a key');
  });
});

describe('a database sealed by a newer version', () => {
  it('is of a newer version where its cipher is unknown, and is left as it is', () => {
    opened({ seal }).close();
    const bytes = readFileSync(file());
    bytes[7] = 3;
    writeFileSync(file(), bytes);
    expect(openStore({ file: file(), world: stillWorld(), account: testAccount, seal, expected: true }).kind).toBe('newer');
    expect(readFileSync(file()).equals(bytes)).toBe(true);
  });
});

describe('a page that somebody changed', () => {
  it.each(['a bit of it', 'another in its place'])('is found: %s', (what) => {
    const store = opened({ seal });
    putEdits(store, 50);
    store.close();
    const bytes = readFileSync(file());
    const page = (n: number) => bytes.subarray((n - 1) * 4096, n * 4096);
    const last = bytes.length / 4096;
    if (what === 'a bit of it') for (let n = 2; n <= last; n++) page(n)[2000] = (page(n)[2000] ?? 0) ^ 1;
    else for (let n = 3; n < last; n += 2) bytes.copy(bytes, n * 4096, (n - 1) * 4096, n * 4096);
    writeFileSync(file(), bytes);
    expect(openStore({ file: file(), world: stillWorld(), account: testAccount, seal, expected: true }).kind).toBe('damaged');
  });
});

describe('rewriting a database', () => {
  it('seals a plain one, and makes it plain again', () => {
    const plain = opened();
    plant(plain);
    plain.close();
    resealDatabase({ file: file(), world: stillWorld(), from: null, to: seal });
    expect(namesHere()).toEqual(['account.db']);
    expect(holdsPlanted()).toEqual([]);
    const sealed = opened({ seal, expected: true });
    expect(plantedIn(sealed)).toBe(JSON.stringify(planted));
    sealed.close();
    resealDatabase({ file: file(), world: stillWorld(), from: seal, to: null });
    expect(formOf(file()).kind).toBe('plain');
    const again = opened({ expected: true });
    expect(plantedIn(again)).toBe(JSON.stringify(planted));
    again.close();
  });
});
