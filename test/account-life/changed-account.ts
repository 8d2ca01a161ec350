import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeForm, type FormChanged } from '#main/account-life/encryption/change-form.ts';
import { openLock } from '#main/account-life/open/account-lock.ts';
import { backupFolder, openAccountStore } from '#main/account-life/open/account-store.ts';
import { backupSealOf } from '#main/account-life/open/account-lock.ts';
import { finishChange } from '#main/account-life/encryption/finish-change.ts';
import { deriveKeys, keyIdOf } from '#main/accounts/keys/data-key.ts';
import { wrapForKeychain } from '#main/accounts/keys/wraps.ts';
import type { KeyFile } from '#main/registry/key-file.ts';
import { accountFolder } from '#main/registry/registry.ts';
import type { AccountEntry } from '#main/registry/account-entry.ts';
import { noteChange } from '#main/registry/form-change.ts';
import { backupOutbox } from '#main/recovery/backup.ts';
import { knowDocument, putDocument } from '#main/documents/documents.ts';
import { createDocuments, type Documents } from '#main/library/documents/documents.ts';
import { documentFiles } from '#main/library/documents/document-files.ts';
import type { DocumentKeys } from '#main/library/documents/document-seal.ts';
import { putStub } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import type { World } from '#shared/world.ts';
import { appendAudit } from '#main/audit/audit.ts';
import { putEdits } from '#test/cache/many-edits.ts';
import { idOf } from '#test/cache/many-records.ts';
import { testReading } from '#test/reading.ts';
import { MemorySecrets } from '#test/integration/memory-secrets.ts';
import { secretNames } from '#main/accounts/keychain/secrets.ts';

// An account with edits, documents, backups and leftovers whose files change their form, and what must be true of it whenever that ends.

export const accountId = '11111111-1111-4111-8111-111111111111';
const entry: AccountEntry = {
  ...{ id: accountId, name: 'Test', baseUrl: 'https://service.test', auth: 'apiKey', embedded: false, companyId: null, userId: null },
  ...{ ca: null, clientId: null, redirectPort: 0, createdAt: 0, opened: true, active: true },
};
const dataKey = () => new Uint8Array(32).fill(42);
const documentCount = 3;
/** Stands in every document, and in an edit. */
export const planted = 'PLANTED-IBAN-GB33BUKB20201555555555';

export const folderOf = (dataFolder: string): string => accountFolder(dataFolder, accountId);

/** Wraps, and a keychain that opens them. */
export function keysAndKeychain(): { keys: KeyFile; secrets: MemorySecrets } {
  const { secret, wrap } = wrapForKeychain(dataKey());
  const secrets = new MemorySecrets();
  secrets.entries.set(secretNames.diskKey(accountId), secret);
  return { keys: { keyId: keyIdOf(dataKey()), wraps: [wrap] }, secrets };
}

/** The same ones for several processes: made at the first call, and kept in `file`. */
export function keptKeychain(file: string): ReturnType<typeof keysAndKeychain> {
  if (!existsSync(file)) {
    const { keys, secrets } = keysAndKeychain();
    writeFileSync(file, JSON.stringify({ keys, entries: [...secrets.entries] }));
  }
  const { keys, entries } = JSON.parse(readFileSync(file, 'utf8')) as { keys: KeyFile; entries: [string, string][] };
  const secrets = new MemorySecrets();
  for (const [name, secret] of entries) secrets.entries.set(name, secret);
  return { keys, secrets };
}

/** Makes a used account, plain: edits in all states, documents, a backup, a damaged file and a copy from before a migration. */
export async function makeAccount(dataFolder: string, world: World, edits = 24): Promise<void> {
  const answer = openAccountStore(world, dataFolder, { ...entry, opened: false });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  const { store } = answer;
  store.commit('planted', () => appendAudit(store, { what: 'imported', editId: null, record: null, facts: { planted } }));
  putEdits(store, edits);
  const files = documentFiles(path.join(folderOf(dataFolder), 'documents'), () => world.sleep(0));
  const documents = Array.from({ length: documentCount }, (_, n) =>
    new TextEncoder().encode(`%PDF-1.7 ${planted} ${n}`.padEnd(100_000 * n + 50)),
  );
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  for (const bytes of documents) await files.put(hashOf(bytes), bytes);
  store.commit('documents', () => {
    for (const [n, bytes] of documents.entries()) {
      const facts = { name: `${planted}.pdf`, bytes: bytes.length, variant: null, fetchedAt: 1, detail: null };
      putStub(store, { kind: 'invoicePayable', id: idOf(n, 'do') }, 1);
      knowDocument(store, idOf(n, 'do'), facts.name);
      putDocument(store, idOf(n, 'do'), { ...facts, state: 'here', sha256: hashOf(bytes) });
    }
  });
  backupOutbox(store, backupFolder(folderOf(dataFolder)));
  store.close();
  for (const name of ['account.db.damaged-1', 'account.db.before-3']) writeFileSync(path.join(folderOf(dataFolder), name), planted);
}

/** Changes the form as the app does with an account that is closed. */
export function change(dataFolder: string, world: World, to: 'sealed' | 'plain', keys: KeyFile): FormChanged {
  const { database } = deriveKeys(dataKey());
  return changeForm({
    world,
    dataFolder,
    accountId,
    from: to === 'plain' ? database : null,
    to: to === 'sealed' ? database : null,
    keys: to === 'sealed' ? keys : null,
  });
}

export interface Found {
  form: 'sealed' | 'plain' | 'noKey';
  /** The problem; null when everything is whole. */
  problem: string | null;
}

/** The next start: opens the account, finishes what is left, and looks at everything. `whole` is what `digest` said at first; null where nobody asks. */
export async function nextStart(dataFolder: string, world: World, secrets: MemorySecrets, whole: string | null): Promise<Found> {
  const lock = await openLock({ world, dataFolder, entry: { id: accountId }, keychain: secrets, dataKey: null });
  if (lock.kind === 'noKey') return { form: 'noKey', problem: null };
  const answer = openAccountStore(world, dataFolder, entry, lock.keys);
  if (answer.kind !== 'open') return { form: 'plain', problem: `the database is ${answer.kind}` };
  const { store, repair } = answer;
  try {
    const folder = folderOf(dataFolder);
    const { keys } = lock;
    const documents = documentsOf(store, folder, keys?.documents ?? null);
    const sealed = () => backupSealOf(folder, keys);
    await finishChange({ store, documents, folder, keys, change: lock.change, sealed, keychain: secrets, entry }).done;
    const said = await digest(store, documents);
    const problem = repair ? `Repair was shown: ${repair.kind}` : whole === null || said === whole ? null : 'it does not hold what it held';
    return { form: keys ? 'sealed' : 'plain', problem };
  } finally {
    store.close();
  }
}

/** Makes every document readable again before the database is: what the app does while the account is still open. */
export async function documentsPlain(dataFolder: string, world: World, secrets: MemorySecrets): Promise<void> {
  noteChange(folderOf(dataFolder), 'plain');
  const lock = await openLock({ world, dataFolder, entry: { id: accountId }, keychain: secrets, dataKey: null });
  if (lock.kind !== 'open' || !lock.keys) throw new Error('it is sealed and opens');
  const answer = openAccountStore(world, dataFolder, entry, lock.keys);
  // a disk that refuses is an answer, anything else a bug
  if (answer.kind === 'unwritable') throw Object.assign(new Error(answer.detail), { code: 'unwritable' });
  if (answer.kind !== 'open') throw new Error(answer.kind);
  await documentsOf(answer.store, folderOf(dataFolder), lock.keys.documents).writeAllAs(null, () => true);
  answer.store.close();
}

function documentsOf(store: Store, folder: string, keys: DocumentKeys | null): Documents {
  const client = { document: () => Promise.reject(new Error('nothing is fetched')) };
  return createDocuments({
    store,
    client,
    reading: testReading,
    folder: path.join(folder, 'documents'),
    keys,
    quotaBytes: () => 1e9,
    parameter: () => 'noName',
    tryParameter: async () => null,
  });
}

/** Every edit, attempt and line of the audit log, and every document's bytes. Shares nothing with what compares in the app. */
async function digest(store: Store, documents: Documents): Promise<string> {
  const rows = ['outbox', 'attempts', 'audit', 'batches'].map((table) =>
    store.sql.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all(),
  );
  const bytes: string[] = [];
  for (let n = 0; n < documentCount; n++) bytes.push(Buffer.from((await documents.bytes(idOf(n, 'do'))) ?? []).toString('base64'));
  return JSON.stringify([rows, bytes, store.sql.pragma('integrity_check', { simple: true })]);
}

/** The texts of a whole account before any change. */
export async function wholeOf(dataFolder: string, world: World): Promise<string> {
  const answer = openAccountStore(world, dataFolder, entry);
  if (answer.kind !== 'open') throw new Error(answer.kind);
  const said = await digest(answer.store, documentsOf(answer.store, folderOf(dataFolder), null));
  answer.store.close();
  return said;
}

/** Files under a folder that hold the planted text. */
export function readableIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map((each) => path.join(each.parentPath, each.name)).filter((file) => readFileSync(file).includes(planted));
}

/** A copy of a data folder, as it lies there now. */
export function snapshot(dataFolder: string, into: string): string {
  mkdirSync(into, { recursive: true });
  if (existsSync(dataFolder)) cpSync(dataFolder, into, { recursive: true });
  return into;
}
