import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { NewAccount } from '#main/registry/account-entry.ts';
import { readNotes, removeNote, writeNote } from '#main/registry/entry-notes.ts';
import { tempFolder } from '#test/temp-folder.ts';

/** The list of accounts is made again from these when it is damaged: what a note says is what a user gets back. */

let folder: string;
beforeEach(() => void (folder = path.join(tempFolder(), 'accounts')));

const account: NewAccount = {
  ...{ id: 'one', name: 'Acme', baseUrl: 'https://service.test', auth: 'oauth', embedded: true },
  ...{ companyId: 'company', userId: 'user', ca: 'a certificate', clientId: 'client', redirectPort: 8123 },
};
const other: NewAccount = {
  ...{ id: 'two', name: '', baseUrl: 'https://other.test', auth: 'apiKey', embedded: false },
  ...{ companyId: null, userId: null, ca: null, clientId: null, redirectPort: 0 },
};
const fileOf = (id: string) => path.join(folder, id, 'account.json');
const rewrite = (id: string, change: object) => {
  const note = JSON.parse(readFileSync(fileOf(id), 'utf8')) as object;
  writeFileSync(fileOf(id), JSON.stringify({ ...note, ...change }));
};

it('a note gives back everything that the list knew of an account, for nobody else to read', () => {
  writeNote(folder, account);
  writeNote(folder, other);
  expect(readNotes(folder)).toEqual({ accounts: [account, other], unknown: [] });
  expect(existsSync(`${fileOf('one')}.unfinished`)).toBe(false);
  if (process.platform !== 'win32') expect(statSync(fileOf('one')).mode & 0o077).toBe(0);
});

it('a note follows changes, and is not rewritten without one', () => {
  writeNote(folder, account);
  const before = statSync(fileOf('one'), { bigint: true });
  writeNote(folder, account);
  expect(statSync(fileOf('one'), { bigint: true }).mtimeNs).toBe(before.mtimeNs);
  writeNote(folder, { ...account, name: 'Acme Lisbon' });
  expect(readNotes(folder).accounts).toEqual([{ ...account, name: 'Acme Lisbon' }]);
});

it('a folder without accounts is not reported, and a file beside them is no account', () => {
  expect(readNotes(folder)).toEqual({ accounts: [], unknown: [] });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'notes.txt'), '');
  expect(readNotes(folder)).toEqual({ accounts: [], unknown: [] });
});

it('a forgotten account has no note, even if it never had one', () => {
  writeNote(folder, account);
  removeNote(folder, 'one');
  removeNote(folder, 'never');
  expect(readNotes(folder)).toEqual({ accounts: [], unknown: ['one'] });
});

it.each([
  ['copied from another account', { id: 'two' }],
  ['without a name', { name: null }],
  ['without an address', { baseUrl: 7 }],
  ['with an address that is none', { baseUrl: 'not an address' }],
  ['with a sign-in that nobody knows', { auth: 'password' }],
])('a folder whose note is damaged is named, and no account is made of it: %s', (_, change) => {
  writeNote(folder, account);
  rewrite('one', change);
  expect(readNotes(folder)).toEqual({ accounts: [], unknown: ['one'] });
});

it('a note that is no object, or missing, makes no account; optional fields do not count', () => {
  for (const id of ['one', 'two']) writeNote(folder, { ...account, id });
  writeFileSync(fileOf('one'), '[]');
  rewrite('two', { embedded: 'yes', companyId: 5, userId: 5, ca: 5, clientId: 5, redirectPort: '8123' });
  mkdirSync(path.join(folder, 'zero'));
  expect(readNotes(folder)).toEqual({
    accounts: [{ ...other, id: 'two', name: 'Acme', baseUrl: account.baseUrl, auth: 'oauth' }],
    unknown: ['one', 'zero'],
  });
});
