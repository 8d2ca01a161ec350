import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import type { NewAccount } from './account-entry.ts';
import { renameHeld } from '#main/storage/rename-held.ts';

/** The file in an account's own folder that says whose it is: what the registry is made from again when it is damaged. No secrets. */
const noteName = 'account.json';

/** The notes in the folders under `accounts`. */
export interface NotedAccounts {
  accounts: NewAccount[];
  /** Names of folders that hold no note that can be read. */
  unknown: string[];
}

/** Keeps what the registry knows of an account beside its database; written whole or not at all. Throws when the disk refuses. */
export function writeNote(accountsFolder: string, account: NewAccount): void {
  const folder = path.join(accountsFolder, account.id);
  const file = path.join(folder, noteName);
  const { id, name, baseUrl, auth, embedded, companyId, userId, ca, clientId, redirectPort } = account;
  const text = `${stringifyJson({ id, name, baseUrl, auth, embedded, companyId, userId, ca, clientId, redirectPort })}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.unfinished`, text, { mode: 0o600, flush: true });
  renameHeld(`${file}.unfinished`, file);
}

/** Forgets the note of an account that was forgotten. */
export function removeNote(accountsFolder: string, id: string): void {
  rmSync(path.join(accountsFolder, id, noteName), { force: true });
}

/** Reads every note under `accounts`. */
export function readNotes(accountsFolder: string): NotedAccounts {
  const noted: NotedAccounts = { accounts: [], unknown: [] };
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
  const parsed = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  if (!parsed?.ok || !isJsonObject(parsed.value) || parsed.value['id'] !== id) return null;
  return accountIn(id, parsed.value);
}

function accountIn(id: string, note: JsonObject): NewAccount | null {
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
