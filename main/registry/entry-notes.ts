import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson, type JsonValue } from '#shared/json/json.ts';
import type { NewAccount } from './account-entry.ts';
import { readObject, writeWhole } from './json-file.ts';

/** The file in an account's own folder that says whose it is: what the registry is made from again when it is damaged. No secrets. */
const noteName = 'account.json';

/** Keeps what the registry knows of an account beside its database; written whole or not at all. Throws when the disk refuses. */
export function writeNote(accountsFolder: string, account: NewAccount): void {
  const folder = path.join(accountsFolder, account.id);
  const file = path.join(folder, noteName);
  const { id, name, baseUrl, auth, embedded, companyId, userId, ca, clientId, redirectPort } = account;
  const text = `${stringifyJson({ id, name, baseUrl, auth, embedded, companyId, userId, ca, clientId, redirectPort })}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(folder, { recursive: true });
  writeWhole(file, text);
}

/** Forgets the note of an account that was forgotten. */
export function removeNote(accountsFolder: string, id: string): void {
  rmSync(path.join(accountsFolder, id, noteName), { force: true });
}

/** Reads every note under `accounts`; `unknown` are names of folders that hold no note that can be read. */
export function readNotes(accountsFolder: string): { accounts: NewAccount[]; unknown: string[] } {
  const noted: ReturnType<typeof readNotes> = { accounts: [], unknown: [] };
  if (!existsSync(accountsFolder)) return noted;
  for (const entry of readdirSync(accountsFolder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const account = readNote(path.join(accountsFolder, entry.name, noteName), entry.name);
    if (account) noted.accounts.push(account);
    else noted.unknown.push(entry.name);
  }
  return noted;
}

function readNote(file: string, id: string): NewAccount | null {
  const note = readObject(file);
  if (note?.['id'] !== id) return null;
  const { name, baseUrl, auth, embedded, redirectPort } = note;
  if (typeof name !== 'string' || typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return null;
  if (auth !== 'apiKey' && auth !== 'oauth') return null;
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : null);
  return {
    ...{ id, name, baseUrl, auth, embedded: embedded === true },
    companyId: text(note['companyId']),
    userId: text(note['userId']),
    ca: text(note['ca']),
    clientId: text(note['clientId']),
    redirectPort: typeof redirectPort === 'number' ? redirectPort : 0,
  };
}
