import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseJson, stringifyJson, type JsonValue } from '#shared/json.ts';
import type { EpochMs, World } from '#shared/world.ts';
import { removeNote, writeNote } from '#main/cache/outbox/entry-notes.ts';
import type { Migration } from '#main/cache/database/migrations.ts';
import { openStore, type OpenAnswer, type OpenOptions } from '#main/cache/database/open.ts';
import type { Store } from '#main/cache/database/store.ts';

/** An account as this computer knows it; its secrets are in the keychain, its data in its own database. */
export interface AccountEntry {
  id: string;
  name: string;
  baseUrl: string;
  auth: 'apiKey' | 'oauth';
  embedded: boolean;
  companyId: string | null;
  userId: string | null;
  /** PEM of a pinned certificate authority. */
  ca: string | null;
  clientId: string | null;
  redirectPort: number;
  createdAt: EpochMs;
  /** True once its database was opened: from then on, a missing or empty file is damage. */
  opened: boolean;
  active: boolean;
}

export type NewAccount = Omit<AccountEntry, 'createdAt' | 'opened' | 'active'>;
export type AccountFacts = Partial<Pick<AccountEntry, 'name' | 'baseUrl' | 'companyId' | 'userId' | 'ca' | 'clientId' | 'redirectPort'>>;

/** The data folder's list of accounts and the app's own settings. Its lock is what makes a second start find the first. */
export interface Registry {
  accounts(): AccountEntry[];
  account(id: string): AccountEntry | null;
  active(): AccountEntry | null;
  add(account: NewAccount): AccountEntry;
  update(id: string, facts: AccountFacts): AccountEntry | null;
  activate(id: string): AccountEntry | null;
  markOpened(id: string): void;
  /** Forgets an account; its files stay for whoever called to remove. */
  remove(id: string): void;
  readSetting(name: string): JsonValue;
  writeSetting(name: string, value: JsonValue): void;
  close(): void;
}

export type RegistryAnswer = { kind: 'open'; registry: Registry } | Exclude<OpenAnswer, { kind: 'open' }>;

const steps: Migration[] = [
  {
    tag: '0000_registry',
    statements: [
      `CREATE TABLE account (
         id TEXT PRIMARY KEY, name TEXT NOT NULL, base_url TEXT NOT NULL, auth TEXT NOT NULL CHECK (auth IN ('apiKey', 'oauth')),
         embedded INTEGER NOT NULL, company_id TEXT, user_id TEXT, ca TEXT, client_id TEXT, redirect_port INTEGER NOT NULL,
         created_at INTEGER NOT NULL, opened INTEGER NOT NULL DEFAULT 0
       ) STRICT`,
      `CREATE TABLE app_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
    ],
  },
];

/** Where one account's database lies under the data folder. */
export function accountFile(dataFolder: string, accountId: string): string {
  return path.join(accountFolder(dataFolder, accountId), 'account.db');
}

/** One account's own folder: its database, its backups, its documents. */
export function accountFolder(dataFolder: string, accountId: string): string {
  return path.join(accountsFolder(dataFolder), accountId);
}

/** Holds one folder an account. */
export function accountsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'accounts');
}

/** Where the list of accounts lies under the data folder. */
export function registryFile(dataFolder: string): string {
  return path.join(dataFolder, 'registry.db');
}

/** Opens (or makes) the registry of a data folder; the same answers as an account's database. `made` is for making it again elsewhere. */
export function openRegistry(dataFolder: string, world: World, made?: Pick<OpenOptions, 'file' | 'anew'>): RegistryAnswer {
  const accounts = accountsFolder(dataFolder);
  const answer = openStore({
    file: registryFile(dataFolder),
    world,
    account: { origin: 'registry', companyId: null, userId: null },
    expected: existsSync(accounts) && readdirSync(accounts).length > 0,
    steps,
    ...made,
  });
  if (answer.kind !== 'open') return answer;
  const registry = createRegistry(answer.store, accounts);
  // A crash may have come between the registry's commit and the note.
  for (const entry of registry.accounts()) writeNote(accounts, entry);
  return { kind: 'open', registry };
}

interface AccountRow {
  id: string;
  name: string;
  baseUrl: string;
  auth: 'apiKey' | 'oauth';
  embedded: number;
  companyId: string | null;
  userId: string | null;
  ca: string | null;
  clientId: string | null;
  redirectPort: number;
  createdAt: number;
  opened: number;
}

const columns = `id, name, base_url AS baseUrl, auth, embedded, company_id AS companyId, user_id AS userId, ca, client_id AS clientId,
  redirect_port AS redirectPort, created_at AS createdAt, opened`;
const activeSetting = 'activeAccount';

function createRegistry(store: Store, folder: string): Registry {
  const readSetting = (name: string): JsonValue => {
    const row = store.prepared<{ value: string }>(`SELECT value FROM app_setting WHERE name = ?`).get(name);
    const parsed = row ? parseJson(row.value) : null;
    return parsed?.ok ? parsed.value : null;
  };
  const writeSetting = (name: string, value: JsonValue): void =>
    store.commit('app setting', () => {
      store.prepared(`INSERT OR REPLACE INTO app_setting (name, value) VALUES (?, ?)`).run(name, stringifyJson(value));
    });
  const accounts = (): AccountEntry[] => {
    const active = readSetting(activeSetting);
    const rows = store.prepared<AccountRow>(`SELECT ${columns} FROM account ORDER BY created_at, rowid`).all();
    return rows.map((row) => ({ ...row, embedded: row.embedded === 1, opened: row.opened === 1, active: row.id === active }));
  };
  const account = (id: string) => accounts().find((entry) => entry.id === id) ?? null;
  const activate = (id: string) => {
    if (account(id)) writeSetting(activeSetting, id);
    return account(id);
  };
  const noted = <Entry extends AccountEntry | null>(entry: Entry): Entry => {
    if (entry) writeNote(folder, entry);
    return entry;
  };
  return {
    accounts,
    account,
    active: () => accounts().find((entry) => entry.active) ?? null,
    add: (entry) => noted(addAccount(store, entry, () => activate(entry.id))),
    update: (id, facts) => noted(updateAccount(store, account(id), facts, () => account(id))),
    activate,
    markOpened: (id) => store.commit('account opened', () => void store.prepared(`UPDATE account SET opened = 1 WHERE id = ?`).run(id)),
    remove: (id) => {
      store.commit('account removed', () => void store.prepared(`DELETE FROM account WHERE id = ?`).run(id));
      removeNote(folder, id);
    },
    readSetting,
    writeSetting,
    close: () => store.close(),
  };
}

/** A new account becomes the active one. */
function addAccount(store: Store, entry: NewAccount, activate: () => AccountEntry | null): AccountEntry {
  return store.commit('account added', () => {
    const { id, name, baseUrl, auth, companyId, userId, ca, clientId, redirectPort } = entry;
    store
      .prepared(
        `INSERT INTO account (id, name, base_url, auth, embedded, company_id, user_id, ca, client_id, redirect_port, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, name, baseUrl, auth, entry.embedded ? 1 : 0, companyId, userId, ca, clientId, redirectPort, store.world.now());
    const added = activate();
    if (!added) throw new Error('an added account is not in the registry');
    return added;
  });
}

function updateAccount(
  store: Store,
  before: AccountEntry | null,
  facts: AccountFacts,
  read: () => AccountEntry | null,
): AccountEntry | null {
  if (!before) return null;
  const next = { ...before, ...facts };
  store.commit('account updated', () => {
    store
      .prepared(
        `UPDATE account SET name = ?, base_url = ?, company_id = ?, user_id = ?, ca = ?, client_id = ?, redirect_port = ? WHERE id = ?`,
      )
      .run(next.name, next.baseUrl, next.companyId, next.userId, next.ca, next.clientId, next.redirectPort, next.id);
  });
  return read();
}
