import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type OpenOptions } from '#main/cache/database/open.ts';
import { resealDatabase } from '#main/cache/database/reseal.ts';
import { formOf, type Seal } from '#main/cache/database/seal.ts';
import type { Store } from '#main/cache/database/store.ts';
import { testAccount } from '#test/cache.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'layover-sealed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
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
    expect(formOf(file())).toEqual({ kind: 'sealed', keyId: seal.keyId });
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

describe('writing a database anew', () => {
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
