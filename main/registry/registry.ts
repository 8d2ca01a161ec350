import type { AccountEntry, NewAccount } from './account-entry.ts';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { parseJson, stringifyJson, type JsonValue } from '#shared/json/json.ts';
import type { World } from '#shared/world.ts';
import { removeNote, writeNote } from './entry-notes.ts';
import { param, insertInto, prepared, selectFrom, updateIn, upsert } from '#main/storage/prepared.ts';
import type { Migration } from '#main/storage/open/migrations.ts';
import { openStore, type OpenAnswer, type OpenOptions } from '#main/storage/open/open.ts';
import { account as table, appSetting } from '#main/storage/schema/registry.ts';
import type { Store } from '#main/storage/store.ts';
const factNames = ['name', 'baseUrl', 'companyId', 'userId', 'ca', 'clientId', 'redirectPort', 'opened'] as const;
export type AccountFacts = Partial<Pick<AccountEntry, (typeof factNames)[number]>>;

export type Registry = ReturnType<typeof createRegistry>;

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

/** The path of one account's database under the data folder. */
export function accountFile(dataFolder: string, accountId: string): string {
  return databaseName(accountFolder(dataFolder, accountId));
}

/** The database in an account's folder, wherever that lies. */
export function databaseName(folder: string): string {
  return path.join(folder, 'account.db');
}

/** One account's own folder: its database, its backups, its documents. */
export function accountFolder(dataFolder: string, accountId: string): string {
  return path.join(accountsFolder(dataFolder), accountId);
}

/** Holds one folder an account. */
export function accountsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'accounts');
}

/** The path of the list of accounts under the data folder. */
export function registryFile(dataFolder: string): string {
  return path.join(dataFolder, 'registry.db');
}

/** Opens (or makes) the registry of a data folder; the same answers as an account's database. `made` is for making it again elsewhere. */
export function openRegistry(dataFolder: string, world: World, made?: Pick<OpenOptions, 'file' | 'rebuild'>): RegistryAnswer {
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

const byAge = selectFrom(table, { order: [table.createdAt, sql`rowid`] });
const insertAccount = insertInto(table);
const writeFacts = updateIn(table, eq(table.id, param('id')), ...factNames);
const deleteAccount = prepared((db) => db.delete(table).where(eq(table.id, param('id'))));
const settingOf = selectFrom(appSetting, { where: eq(appSetting.name, param('name')) });
const replaceSetting = upsert(appSetting);
const activeSetting = 'activeAccount';

/** The data folder's list of accounts and the app's own settings. Its lock is what makes a second start find the first. */
function createRegistry(store: Store, folder: string) {
  const readSetting = (name: string): JsonValue => {
    const row = settingOf(store).get({ name });
    const parsed = row ? parseJson(row.value) : null;
    return parsed?.ok ? parsed.value : null;
  };
  const writeSetting = (name: string, value: JsonValue): void =>
    store.commit('app setting', () => void replaceSetting(store).run({ name, value: stringifyJson(value) }));
  const accounts = (): AccountEntry[] => {
    const active = readSetting(activeSetting);
    return byAge(store)
      .all()
      .map((row) => ({ ...row, active: row.id === active }));
  };
  const account = (id: string): AccountEntry | null => accounts().find((entry) => entry.id === id) ?? null;
  const activate = (id: string): AccountEntry | null => {
    if (account(id)) writeSetting(activeSetting, id);
    return account(id);
  };
  /** A new account becomes the active one. */
  const add = (account: NewAccount): AccountEntry => {
    const added = { ...account, createdAt: store.world.now(), opened: false, active: true };
    store.commit('account added', () => {
      insertAccount(store).run(added);
      writeSetting(activeSetting, added.id);
    });
    writeNote(folder, added);
    return added;
  };
  const update = (id: string, facts: AccountFacts): AccountEntry | null => {
    const before = account(id);
    if (!before) return null;
    const after = { ...before, ...facts };
    store.commit('account updated', () => void writeFacts(store).run(after));
    writeNote(folder, after);
    return after;
  };
  return {
    accounts,
    account,
    active: (): AccountEntry | null => accounts().find((entry) => entry.active) ?? null,
    add,
    update,
    activate,
    /** Forgets an account; the caller removes its files. */
    remove: (id: string): void => {
      store.commit('account removed', () => void deleteAccount(store).run({ id }));
      removeNote(folder, id);
    },
    readSetting,
    writeSetting,
    close: (): void => store.close(),
  };
}
