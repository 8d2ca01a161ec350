import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/start-service.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { eventually, startDesk, untilState, type TestDesk } from '#test/integration/desk.ts';
import { encrypt } from '#test/integration/encrypting.ts';

// Somebody who can write the disk: a restore puts an older folder back, a stranger changes files while the app is closed. Their keychain they cannot write.

let desk: TestDesk;
let folder: string;
let file: string;

/** A desk that works offline, with its account's own folder and database. */
async function begin(): Promise<void> {
  desk = await startDesk();
  await desk.api.sync.workOffline({ on: true });
  folder = path.join(desk.folder, 'accounts', (await desk.api.app.status()).account?.id ?? '');
  file = path.join(folder, 'account.db');
}

/** Records a payment and approves it, offline. Answers its id. */
async function pay(amountInInvoiceCurrency = 1_000n, at = 0): Promise<string> {
  const { rows } = await desk.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open' }, limit: at + 1 });
  const recordId = rows[at]?.id ?? '';
  const invoice = desk.service.store.get('invoiceReceivable', recordId);
  const bankAccountId = [...desk.service.store.list('bankAccount')].find(({ companyId }) => companyId === invoice?.companyId)?.id ?? '';
  const body = { paymentDate: '2026-03-12', bankAccountId, amountInInvoiceCurrency };
  const { id } = await desk.api.edits.record({ kind: 'recordInvoicePayment', recordKind: 'invoiceReceivable', recordId, body });
  const { fingerprint } = await desk.api.review.batch();
  await desk.api.review.approve({ ids: [id], fingerprint, secondConfirmation: true });
  return id;
}

/** A copy of the folder as it is while the app is closed, which `back` puts in its place. */
async function copied(): Promise<{ at: string; back(): void }> {
  await desk.app.close();
  const at = path.join(desk.folder, 'copy');
  cpSync(folder, at, { recursive: true });
  await desk.restart();
  return {
    at,
    back: () => {
      rmSync(folder, { recursive: true });
      cpSync(at, folder, { recursive: true });
    },
  };
}

/** The database is changed while the app is closed, its triggers taken away. */
async function changed(...statements: string[]): Promise<void> {
  await desk.app.close();
  const sql = new Database(file);
  for (const name of sql.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()) {
    const text = sql.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? '';
    sql.exec(`DROP TRIGGER ${name}`);
    statements.push(text);
  }
  for (const statement of statements) sql.exec(statement);
  sql.close();
}

/** The app is started and goes online; answers what a user is told, once everything that may leave has left. */
async function online(): Promise<string | null> {
  await desk.restart();
  await desk.api.sync.workOffline({ on: false });
  await eventually(
    () => desk.api.app.status(),
    ({ connection }) => connection.kind === 'online',
  );
  await eventually(
    () => desk.app.counters(),
    ({ sending, waiting }) => sending + waiting === 0,
  );
  return (await desk.api.app.status()).repair?.kind ?? null;
}

/** Releases an edit, once no earlier request of it could arrive any more. */
const released = (id: string) =>
  eventually(
    () =>
      desk.api.edits.release({ ids: [id] }).then(
        () => true,
        () => false,
      ),
    Boolean,
  );

const carriedOut = () => desk.service.store.journal(0).filter(({ applied }) => applied).length;

describe('an older copy', () => {
  beforeEach(begin);
  afterEach(() => desk.close());

  const takenBack: Record<string, (id: string) => Promise<unknown>> = {
    discarded: (id) => desk.api.edits.discard({ ids: [id] }),
    held: (id) => desk.api.edits.hold({ ids: [id] }),
    corrected: async (id) => desk.api.edits.change({ id, body: { ...(await desk.api.edits.get({ id })).body, paymentDate: '2026-03-13' } }),
  };

  it.each(Object.keys(takenBack))('a folder put back from before a payment was %s sends nothing and says so', async (how) => {
    const id = await pay();
    const copy = await copied();
    await takenBack[how]?.(id);
    await desk.app.close();
    copy.back();
    expect(await online()).toBe('restoredBackup');
    expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', reason: { kind: 'restoredBackup' } });
    expect(carriedOut()).toBe(0);
    // The way out: a user releases it, when nothing can arrive any more, and approves it again.
    await released(id);
    expect((await desk.api.edits.get({ id })).state).toBe('draft');
    expect(await online()).toBeNull();
  });

  it('a folder put back while the keychain is locked sends no payment, and says so when it opens', async () => {
    const id = await pay();
    const copy = await copied();
    await desk.api.edits.discard({ ids: [id] });
    await desk.app.close();
    copy.back();
    desk.secrets.locked = true;
    await desk.restart();
    await desk.api.sync.workOffline({ on: false });
    await eventually(
      () => desk.api.app.status(),
      ({ keychain }) => keychain.state === 'locked',
    );
    expect((await desk.api.app.status()).repair).toBeNull();
    desk.secrets.locked = false;
    await eventually(
      () => desk.api.app.status(),
      ({ repair }) => repair?.kind === 'restoredBackup',
    );
    expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', reason: { kind: 'restoredBackup' } });
    expect(carriedOut()).toBe(0);
  });

  it('a folder put back from before an undo sends nothing', async () => {
    const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 1 });
    const edit = { kind: 'createUserComment', recordKind: 'expense' as const, recordId: rows[0]?.id ?? '', body: { content: 'x' } };
    const { id } = await desk.api.edits.record(edit);
    await desk.app.close();
    const at = path.join(desk.folder, 'copy');
    cpSync(folder, at, { recursive: true });
    await desk.restart();
    // Commands that the next start cannot undo are discarded by hand.
    await desk.api.edits.discard({ ids: [id] });
    await desk.app.close();
    rmSync(folder, { recursive: true });
    cpSync(at, folder, { recursive: true });
    expect(await online()).toBe('restoredBackup');
    expect(carriedOut()).toBe(0);
  });

  it('a folder put back from before a host was refused trusts it no more', async () => {
    await desk.api.accounts.trust({ host: 'docs.example.net', answer: 'withSignIn' });
    const copy = await copied();
    await desk.api.accounts.trust({ host: 'docs.example.net', answer: 'no' });
    await desk.app.close();
    copy.back();
    expect(await online()).toBe('restoredBackup');
    expect((await desk.api.accounts.trustedHosts()).filter(({ refused }) => !refused)).toEqual([]);
  });

  it('a host that was trusted behind the app’s back is asked about', async () => {
    await changed("INSERT INTO trusted_host (host, answer, since) VALUES ('evil.example.net', 'withSignIn', 1)");
    expect(await online()).toBe('trustForgotten');
    expect(await desk.api.accounts.trustedHosts()).toEqual([]);
  });

  it('the newest lines of the history, cut off together with what they said, are missed', async () => {
    const id = await pay();
    await desk.api.edits.discard({ ids: [id] });
    await changed("UPDATE outbox SET state = 'waiting', reason = NULL", 'DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)');
    expect(await online()).toBe('restoredBackup');
    expect(carriedOut()).toBe(0);
  });
});

describe('a changed database', () => {
  beforeEach(begin);
  afterEach(() => desk.close());

  const bodies = {
    body: `UPDATE outbox SET body = replace(body, '1000', '900000')`,
    approver: `UPDATE outbox SET approved_by = 'Somebody else'`,
    confirmation: `UPDATE batches SET second_confirmation = 0`,
    state: `UPDATE outbox SET state = 'waiting', reason = NULL, held_from = NULL, approved_at = 1, approved_by = 'Somebody'`,
  };
  it.each(['body', 'approver', 'confirmation'] as const)(
    'a payment whose %s is another than was approved is held and told of',
    async (what) => {
      const id = await pay();
      await changed(bodies[what]);
      expect(await online()).toBe('notAsApproved');
      expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', reason: { kind: 'notAsApproved', what } });
      expect(carriedOut()).toBe(0);
      await released(id);
      expect((await desk.api.edits.get({ id })).state).toBe('draft');
      const { fingerprint } = await desk.api.review.batch();
      await desk.api.review.approve({ ids: [id], fingerprint, secondConfirmation: true });
      await untilState(desk, id, 'applied');
    },
  );

  it('a discarded payment that waits again without a line of the history is held', async () => {
    const id = await pay();
    await desk.api.edits.discard({ ids: [id] });
    await changed(bodies.state);
    expect(await online()).toBe('notAsApproved');
    expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', reason: { kind: 'notAsApproved', what: 'state' } });
    expect(carriedOut()).toBe(0);
  });

  it('a history that was made to say what the body says now is another one', async () => {
    const id = await pay();
    await changed(bodies.body, `UPDATE audit SET facts = replace(facts, '"bodySha256":"', '"bodySha256":"0') WHERE what = 'recorded'`);
    expect(await online()).toBe('auditBroken');
    expect((await desk.api.edits.get({ id })).state).toBe('held');
    expect(carriedOut()).toBe(0);
  });

  it('an approval that was written behind the app’s back, after the newest line that the keychain knows, is asked for again', async () => {
    const id = await pay();
    await desk.app.close();
    const guard = [...desk.secrets.entries.keys()].find((name) => name.startsWith('guard:')) ?? '';
    const sql = new Database(file);
    const lines = sql.prepare<[], { seq: number; hash: string; what: string }>('SELECT seq, hash, what FROM audit ORDER BY seq').all();
    sql.close();
    const [claims, , , ...rest] = (desk.secrets.entries.get(guard) ?? '').split(' ');
    const before = lines[lines.findIndex(({ what }) => what === 'approved') - 1];
    // As if the payment had been recorded here, and a stranger had added the approval.
    desk.secrets.entries.set(guard, `${claims} ${before?.seq} ${before?.hash} ${rest.join(' ')}`);
    expect(await online()).toBe('notAsApproved');
    expect(await desk.api.edits.get({ id })).toMatchObject({ state: 'held', reason: { kind: 'notAsApproved', what: 'approval' } });
    expect(carriedOut()).toBe(0);
  });

  it('a plain database in the place of an encrypted one is not opened', async () => {
    const id = await pay();
    const plain = await copied();
    await encrypt(desk);
    await desk.api.edits.discard({ ids: [id] });
    await desk.app.close();
    const sealed = path.join(desk.folder, 'sealed');
    cpSync(folder, sealed, { recursive: true });
    plain.back();
    await desk.restart();
    expect(await desk.api.protection.view()).toMatchObject({ form: 'noKey', why: 'notEncrypted' });
    expect((await desk.api.edits.list({})).rows).toEqual([]);
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(carriedOut()).toBe(0);
    // The encrypted folder is put back: as if nothing had been.
    await desk.app.close();
    rmSync(folder, { recursive: true });
    cpSync(sealed, folder, { recursive: true });
    await desk.restart();
    expect((await desk.api.edits.get({ id })).state).toBe('discarded');
    expect(await desk.api.protection.view()).toMatchObject({ form: 'sealed' });
    expect((await desk.api.protection.decrypt())?.kind).toBe('changed');
    expect(await online()).toBeNull();
  });
});

describe('with an account of a service', () => {
  let evil: RunningService;
  beforeEach(async () => {
    evil = await startService({ seed: 7 });
    const signIn = (url: string) => signInAs(desk.service, url, people(desk.service)[0] ?? { email: '', companyId: '' });
    desk = await startDesk({ empty: true, browser: signIn });
  });
  afterEach(async () => {
    await desk.close();
    await evil.close();
  });

  const accounts = {
    'API key': () => {
      const { baseUrl, apiKey, caPem: ca } = desk.service;
      return desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
    },
    OAuth: () => {
      const { baseUrl, caPem: ca, credentials } = desk.service;
      return desk.api.accounts.connectOauth({ name: 'Office', baseUrl, ca, ...credentials });
    },
  };

  it.each(['API key', 'OAuth'] as const)('%s: an address and a certificate changed in the list of accounts get no secret', async (kind) => {
    await accounts[kind]();
    await desk.app.close();
    const registry = new Database(path.join(desk.folder, 'registry.db'));
    registry.prepare('UPDATE account SET base_url = ?, ca = ?').run(evil.baseUrl, evil.caPem);
    registry.close();
    await desk.restart();
    await eventually(
      () => desk.api.app.status(),
      ({ connection }) => connection.kind === 'signedOut',
    );
    expect((await desk.api.app.status()).connection).toMatchObject({ kind: 'signedOut', why: 'otherPlace' });
    await expect(desk.api.accounts.signInAgain()).rejects.toThrow();
    const sent = evil.sandbox.captured.filter(({ headers, bodyText }) => headers['authorization'] || bodyText.includes('secret'));
    expect(sent).toEqual([]);
    expect(evil.sandbox.captured.filter(({ path: at }) => at.startsWith('/oauth'))).toEqual([]);
    // The way out: the address that was signed in at is put back, or a user connects again.
    await accounts[kind]();
    await eventually(
      () => desk.api.app.status(),
      ({ connection }) => connection.kind === 'online',
    );
  });
});
