import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copiesIn, forgetChange, noteChange, readChange, removeLeaving } from '#main/registry/form-change.ts';
import { keyFileText, readKeyFile, readKeyTexts, removeKeyFile, writeKeyFile, type KeyFile } from '#main/registry/key-file.ts';
import { rebuildRegistry } from '#main/registry/registry-rebuild.ts';
import { accountFile, accountFolder, openRegistry, type Registry } from '#main/registry/registry.ts';
import type { NewAccount } from '#main/registry/account-entry.ts';
import { accountsSetAside, setAccountAside, setAsideAccountFolder } from '#main/registry/set-aside-accounts.ts';
import { readUnsentFile, removeUnsentFile, writeUnsentFile } from '#main/registry/unsent-file.ts';
import { tempFolder } from '#test/temp-folder.ts';
import { stillWorld } from './world-for-cache.ts';

let folder: string;
beforeEach(() => void (folder = tempFolder()));
const onlyOurs = (file: string) => process.platform === 'win32' || (statSync(file).mode & 0o077) === 0;

describe('the list of accounts', () => {
  const account = (id: string): NewAccount => ({
    ...{ id, name: `Account ${id}`, baseUrl: 'https://service.test', auth: 'oauth', embedded: false },
    ...{ companyId: null, userId: null, ca: null, clientId: null, redirectPort: 0 },
  });
  const open = (): Registry => {
    const answer = openRegistry(folder, stillWorld());
    if (answer.kind !== 'open') throw new Error(answer.kind);
    return answer.registry;
  };
  const used = (id: string, at: number) => {
    writeFileSync(accountFile(folder, id), '');
    utimesSync(accountFile(folder, id), at, at);
  };

  it('is made again from the notes: each account held, the last used one active, and what a try before left is gone', () => {
    const first = open();
    for (const id of ['one', 'two', 'three']) first.add(account(id));
    first.close();
    used('one', 2_000);
    used('two', 1_000);
    mkdirSync(path.join(folder, 'accounts', 'nameless'));
    renameSync(path.join(folder, 'registry.db'), path.join(folder, 'registry.db.damaged-1'));
    for (const suffix of ['', '-wal', '-journal']) writeFileSync(path.join(folder, `registry.db.unfinished${suffix}`), 'half of a file');
    const held: [string, boolean][] = [];
    const answer = rebuildRegistry(folder, stillWorld(2), (_registry, entry) => void held.push([entry.id, entry.opened]));
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(held.toSorted()).toEqual([
      ['one', true],
      ['three', false],
      ['two', true],
    ]);
    expect(answer).toMatchObject({ found: 3, unknown: ['nameless'], setAside: path.join(folder, 'registry.db.damaged-1') });
    expect(answer.registry.active()).toMatchObject({ id: 'one', name: 'Account one', opened: true });
    expect(answer.registry.accounts()).toHaveLength(3);
    answer.registry.close();
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('begins where there is no account yet, though their folder is there; with an account’s folder it is missed', () => {
    mkdirSync(path.join(folder, 'accounts'));
    open().close();
    rmSync(path.join(folder, 'registry.db'));
    mkdirSync(path.join(folder, 'accounts', 'one'));
    expect(openRegistry(folder, stillWorld(2)).kind).toBe('damaged');
  });

  it('is made again though none of its accounts can be, and then none is active', () => {
    mkdirSync(path.join(folder, 'accounts', 'nameless'), { recursive: true });
    const answer = rebuildRegistry(folder, stillWorld(), () => undefined);
    if (answer.kind !== 'open') throw new Error(answer.kind);
    expect(answer).toMatchObject({ found: 0, unknown: ['nameless'], setAside: null });
    expect(answer.registry.active()).toBeNull();
    answer.registry.close();
  });

  it('does not replace an existing one', () => {
    open().close();
    const before = readFileSync(path.join(folder, 'registry.db'));
    expect(rebuildRegistry(folder, stillWorld(), () => undefined).kind).toBe('damaged');
    expect(readFileSync(path.join(folder, 'registry.db')).equals(before)).toBe(true);
  });

  it('no longer expects the data of a reset account, and keeps the other one', () => {
    const registry = open();
    for (const id of ['one', 'two']) {
      registry.add(account(id));
      registry.update(id, { opened: true });
    }
    registry.update('one', { opened: false });
    expect(registry.accounts().map(({ id, opened }) => [id, opened])).toEqual([
      ['one', false],
      ['two', true],
    ]);
    expect(registry.update('unknown', { name: 'Nobody' })).toBeNull();
    registry.close();
  });

  it('an account’s folder is set aside under the next number, the tenth after the ninth, and nothing of it is lost', () => {
    expect(accountsSetAside(folder, 'one')).toEqual([]);
    for (let n = 1; n <= 11; n += 1) {
      mkdirSync(accountFolder(folder, 'one'), { recursive: true });
      writeFileSync(accountFile(folder, 'one'), `data ${n}`);
      expect(setAccountAside(folder, 'one')).toBe(`one-${n}`);
      expect(existsSync(accountFolder(folder, 'one'))).toBe(false);
    }
    mkdirSync(setAsideAccountFolder(folder, 'one-copy'));
    mkdirSync(setAsideAccountFolder(folder, 'other-12'));
    expect(accountsSetAside(folder, 'one')).toEqual(Array.from({ length: 11 }, (_, n) => `one-${n + 1}`));
    expect(readFileSync(path.join(setAsideAccountFolder(folder, 'one-9'), 'account.db'), 'utf8')).toBe('data 9');
  });
});

describe('an account’s keys', () => {
  const keys: KeyFile = {
    keyId: '0123456789abcdef',
    wraps: [
      { kind: 'keychain', salt: 'a', nonce: 'b', sealed: 'c', company: null },
      { kind: 'company', salt: 'd', nonce: 'e', sealed: 'f', company: { sealedCode: 'g', fingerprint: 'h' } },
    ],
  };

  it('are in two files that nobody else reads, and are read from the whole one', () => {
    expect(readKeyFile(folder)).toEqual({ kind: 'absent' });
    writeKeyFile(folder, keys);
    expect(readdirSync(folder).toSorted()).toEqual(['keys.copy.json', 'keys.json']);
    expect(readdirSync(folder).every((name) => onlyOurs(path.join(folder, name)))).toBe(true);
    for (const name of ['keys.json', 'keys.copy.json']) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      writeFileSync(path.join(folder, name), text.slice(0, 40));
      expect(readKeyFile(folder)).toEqual({ kind: 'read', keys, damagedKinds: [] });
      writeFileSync(path.join(folder, name), text);
    }
    for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), '{}');
    expect(readKeyFile(folder)).toEqual({ kind: 'damaged' });
    removeKeyFile(folder);
    removeKeyFile(folder);
    expect(readKeyFile(folder)).toEqual({ kind: 'absent' });
  });

  it('are taken wrap by wrap: a damaged one from the other copy, else it is named; never from another key’s', () => {
    const whole = keyFileText(keys);
    const damaged = whole.replace('"sealed":"c"', '"sealed":"x"');
    expect(readKeyTexts([damaged, whole])).toEqual({ kind: 'read', keys, damagedKinds: [] });
    const withoutKeychain = { ...keys, wraps: keys.wraps.slice(1) };
    expect(readKeyTexts([damaged, damaged])).toEqual({ kind: 'read', keys: withoutKeychain, damagedKinds: ['keychain'] });
    const ofOther = keyFileText({ ...keys, keyId: 'ffffffffffffffff' });
    expect(readKeyTexts([damaged, ofOther])).toEqual({ kind: 'read', keys: withoutKeychain, damagedKinds: ['keychain'] });
    expect(readKeyTexts([whole.replace('"kind":"company"', '"kind":"unknown"')])).toMatchObject({
      keys: { wraps: keys.wraps.slice(0, 1) },
    });
    for (const none of [
      '',
      '[]',
      '{"keyId":"0123","wraps":[]}',
      '{"keyId":"x0123456789abcdef","wraps":[]}',
      '{"keyId":"0123456789abcdef"}',
    ])
      expect(readKeyTexts([none])).toEqual({ kind: 'damaged' });
  });
});

describe('notes beside a database', () => {
  it('the unsent count is reported as signed, or not at all', () => {
    expect(readUnsentFile(folder)).toBeNull();
    writeUnsentFile(folder, { text: '{"edits":3}', signature: 'signed' });
    expect(readUnsentFile(folder)).toEqual({ text: '{"edits":3}', signature: 'signed' });
    expect(onlyOurs(path.join(folder, 'unsent.json'))).toBe(true);
    for (const text of ['', '[]', '{"text":"a"}', '{"signature":"a","text":5}', '{"text":"a","signature":5}']) {
      writeFileSync(path.join(folder, 'unsent.json'), text);
      expect(readUnsentFile(folder)).toBeNull();
    }
    removeUnsentFile(folder);
    removeUnsentFile(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a change of form names every copy in the old form, removes those alone, and is over when it says so', () => {
    const copies = ['account.db.before-3', 'account.db.damaged-1', 'account.db.unfinished', 'backups/outbox-1-2-3-4.backup'];
    mkdirSync(path.join(folder, 'backups'));
    for (const name of [...copies, 'account.db', 'backups/other.txt']) writeFileSync(path.join(folder, name), '');
    expect(readChange(folder)).toBeNull();
    expect(copiesIn(folder).toSorted()).toEqual(copies);
    noteChange(folder, 'sealed');
    writeFileSync(path.join(folder, 'account.db.damaged-2'), '');
    const change = readChange(folder);
    expect({ ...change, leaving: change?.leaving.toSorted() }).toEqual({ to: 'sealed', leaving: copies });
    expect(onlyOurs(path.join(folder, 'changing.json'))).toBe(true);
    if (change) for (const _ of ['once', 'again']) removeLeaving(folder, change);
    expect(readdirSync(folder).toSorted()).toEqual(['account.db', 'account.db.damaged-2', 'backups', 'changing.json']);
    expect(readdirSync(path.join(folder, 'backups'))).toEqual(['other.txt']);
    for (const _ of ['once', 'again']) forgetChange(folder);
    expect(readChange(folder)).toBeNull();
  });

  it('a note of a change names nothing but copies, whoever wrote it', () => {
    const note = (value: unknown) => {
      writeFileSync(path.join(folder, 'changing.json'), JSON.stringify(value));
      return readChange(folder);
    };
    expect(
      note({ to: 'plain', leaving: ['account.db', '../account.db.before-1', 'backups/../account.db', 5, 'account.db.before-1'] }),
    ).toEqual({
      to: 'plain',
      leaving: ['account.db.before-1'],
    });
    for (const other of [{ to: 'other', leaving: [] }, { to: 'sealed' }, []]) expect(note(other)).toBeNull();
    rmSync(path.join(folder, 'changing.json'));
    expect(copiesIn(folder)).toEqual([]);
  });
});
