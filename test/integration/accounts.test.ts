import { afterEach, expect, test } from 'vitest';
import { Agent, request } from 'undici';
import { startService } from '#service/start-service.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { fullTest } from '#test/full-test.ts';

let desk: TestDesk;
afterEach(async () => {
  await desk.close();
});

const oauthInput = () => ({
  name: 'Head office',
  baseUrl: desk.service.baseUrl,
  clientId: desk.service.credentials.clientId,
  clientSecret: desk.service.credentials.clientSecret,
  ca: desk.service.caPem,
});

/** A user with every right signs in on the service's own pages. */
async function signIn(url: string): Promise<void> {
  const person = people(desk.service).find(({ companyId }) => companyId === desk.service.companyId);
  if (!person) throw new Error('the seed has no such person');
  await signInAs(desk.service, url, person);
}

/** Takes expenses along by their ids, as a user does before the first list is full. */
async function takeExpenses(count: number): Promise<string[]> {
  const { companyId } = desk.service;
  const expenses = [...desk.service.store.list('expense')].filter((each) => each.companyId === companyId && each.status === 'CREATED');
  const ids = expenses.slice(0, count).map((expense) => expense.id);
  const pack = await desk.api.library.createPack({ name: 'Lisbon' });
  await desk.api.library.addToPack({ id: pack.id, kind: 'expense', ids });
  await desk.api.library.runPack({ id: pack.id, paused: false });
  await eventually(
    () => desk.api.library.pack({ id: pack.id }),
    (view) => view.ready === count,
  );
  return ids;
}

const changeDate = (recordId: string, performedDate: string) =>
  desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate } });

const tokensKept = () => desk.secrets.written.filter((name) => name.startsWith('tokens:')).length;

test('OAuth from the browser to the batch: the token ends in the middle, is refreshed once, and the batch completes', async () => {
  desk = await startDesk({ empty: true, browser: (url) => signIn(url) });
  const account = await desk.api.accounts.connectOauth(oauthInput());
  expect(account).toMatchObject({ auth: 'oauth', signedIn: true, active: true });
  const ids = await takeExpenses(12);
  const before = tokensKept();
  desk.service.sandbox.faults.add({ method: 'PATCH', skip: 4, times: 1, fault: { kind: 'status', status: 401, when: 'before' } });
  await desk.api.sync.workOffline({ on: true });
  const edits = [];
  for (const id of ids) edits.push(await changeDate(id, '2026-04-01'));
  await desk.api.sync.workOffline({ on: false });
  for (const { id } of edits) await untilState(desk, id, 'applied');
  expect(tokensKept() - before).toBe(1);
  const patches = desk.service.store.journal(0).filter((entry) => entry.applied);
  expect(patches).toHaveLength(12);
});

fullTest('a refresh token used elsewhere: "sign in to continue", nothing lost, and after signing in the same batch completes', async () => {
  desk = await startDesk({ empty: true, browser: (url) => signIn(url) });
  await desk.api.accounts.connectOauth(oauthInput());
  const ids = await takeExpenses(5);
  // Somebody else rotates the refresh token, and the access token is refused.
  const entry = [...desk.secrets.entries].find(([name]) => name.startsWith('tokens:'));
  const { refreshToken } = JSON.parse(entry?.[1].split('\n')[0] ?? '{}') as { refreshToken: string };
  await stealRefresh(refreshToken);
  desk.service.sandbox.faults.add({ method: 'PATCH', times: 50, fault: { kind: 'status', status: 401, when: 'before' } });
  const edits = [];
  for (const id of ids) edits.push(await changeDate(id, '2026-04-02'));
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'signedOut',
  );
  await eventually(
    () => desk.app.counters(),
    (counters) => counters.waiting === 5 && counters.sending === 0,
  );
  expect((await desk.api.edits.why({ ids: [edits[0]?.id ?? ''] }))[0]?.why).toMatchObject({
    kind: 'signIn',
    signedOut: { kind: 'signedOut' },
  });
  desk.service.sandbox.faults.clear();
  await desk.api.accounts.signInAgain();
  for (const { id } of edits) await untilState(desk, id, 'applied');
  expect(desk.service.store.journal(0).filter((each) => each.applied)).toHaveLength(5);
});

async function stealRefresh(refreshToken: string): Promise<void> {
  const agent = new Agent({ connect: { ca: desk.service.caPem } });
  const { clientId, clientSecret } = desk.service.credentials;
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret };
  const answer = await request(`${desk.service.baseUrl}/oauth/token`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect(answer.statusCode).toBe(200);
  await answer.body.dump();
  await agent.close();
}

fullTest('two accounts at two services: queues, caches and secrets never cross', async () => {
  desk = await startDesk();
  const other = await startService({ seed: 7 });
  try {
    const [mine = ''] = (await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 1 })).rows.map(
      ({ id }) => id,
    );
    await desk.cable.pull();
    const { id: waiting } = await changeDate(mine, '2026-05-01');
    const first = (await desk.api.accounts.list()).find((account) => account.active);
    const second = await desk.api.accounts.connectApiKey({ name: 'Other', baseUrl: other.baseUrl, apiKey: other.apiKey, ca: other.caPem });
    expect(second).toMatchObject({ active: true, signedIn: true });
    expect((await desk.api.records.list({ filter: { kind: 'expense' } })).total).toBe(0);
    expect((await desk.api.edits.list({})).total).toBe(0);
    expect((await desk.api.accounts.list()).map(({ id, unfinished }) => ({ id, unfinished }))).toEqual([
      { id: first?.id, unfinished: 1 },
      { id: second.id, unfinished: 0 },
    ]);
    await expect(desk.api.edits.get({ id: waiting })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const theirs = [...other.store.list('expense')].find((each) => each.status === 'CREATED')?.id ?? '';
    const { id: sent } = await changeDate(theirs, '2026-05-02');
    await untilState(desk, sent, 'applied');
    expect(desk.service.store.journal(0)).toEqual([]);

    await desk.cable.plug();
    await desk.api.accounts.activate({ id: first?.id ?? '' });
    await untilState(desk, waiting, 'applied');
    expect(other.store.journal(0)).toHaveLength(1);
    const wrong = desk.service.sandbox.captured.filter((request) => request.headers['authorization']?.includes(other.apiKey));
    expect(wrong).toEqual([]);
  } finally {
    await other.close();
  }
});

fullTest(
  'a key of another company under the same name: its records are not found here, and the first company’s edits reach nothing of it',
  async () => {
    desk = await startDesk({ empty: true });
    const { baseUrl, apiKey, caPem: ca, store, companyId } = desk.service;
    const account = await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
    const [mine = ''] = await takeExpenses(1);
    await desk.api.sync.workOffline({ on: true });
    const { id: edit } = await changeDate(mine, '2026-06-01');
    await desk.api.accounts.signOut({ id: account.id, unfinishedSeen: 1 });
    // Working offline, nothing is asked of the service, a new sign-in neither; signed out, nothing is sent.
    await desk.api.sync.workOffline({ on: false });

    const foreign = [...store.list('expense')].find((each) => each.companyId !== companyId);
    const otherKey = 'key-of-another-company';
    const user = [...store.list('user')].find((each) => each.companyIds.includes(foreign?.companyId ?? ''));
    store.put('apiKey', otherKey, {
      key: otherKey,
      label: '',
      userId: user?.id ?? '',
      companyId: foreign?.companyId ?? '',
      roles: ['admin'],
    });
    const again = await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey: otherKey, ca });
    expect(again.id).toBe(account.id);
    await desk.api.sync.workOffline({ on: false });
    const held = await untilState(desk, edit, 'held');
    // Another key under the account's name may be anybody's: both are named, and a user says whose it is.
    expect(held.reason).toMatchObject({ kind: 'otherIdentity' });
    expect(store.journal(0)).toEqual([]);
    await desk.api.edits.release({ ids: [edit] });
    // This company's service has no such record: nothing is sent without a look before a user says so.
    await eventually(
      () => untilState(desk, edit, 'held'),
      ({ reason }) => reason?.kind === 'cannotRead',
    );
    await desk.api.edits.release({ ids: [edit] });
    await untilState(desk, edit, 'rejected');
    const pack = await desk.api.library.createPack({ name: 'Other' });
    await desk.api.library.addToPack({ id: pack.id, kind: 'expense', ids: [foreign?.id ?? ''] });
    await desk.api.library.runPack({ id: pack.id, paused: false });
    await eventually(
      () => desk.api.library.pack({ id: pack.id }),
      (view) => view.items.every((item) => item.state === 'missing'),
    );
    await expect(desk.api.records.get({ kind: 'expense', id: foreign?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const file = {
      name: 'export.json',
      file: new Blob([JSON.stringify([{ id: foreign?.id, companyId: foreign?.companyId }])]),
      kind: 'expense' as const,
    };
    await expect(desk.api.library.importRecords(file)).rejects.toMatchObject({
      data: { problems: [{ what: 'otherCompany' }] },
    });
    expect(store.journal(0).filter((entry) => entry.applied)).toEqual([]);
    expect(await desk.api.edits.get({ id: edit })).toMatchObject({ body: { performedDate: '2026-06-01' } });
  },
);

test('signing out counts everything unfinished and refuses silent loss; signing in again finds it', async () => {
  desk = await startDesk({ empty: true });
  const { baseUrl, apiKey, caPem: ca } = desk.service;
  const account = await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
  const [id = ''] = await takeExpenses(1);
  await desk.api.sync.workOffline({ on: true });
  const { id: edit } = await changeDate(id, '2026-06-01');
  await expect(desk.api.accounts.signOut({ id: account.id, unfinishedSeen: 0 })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await desk.api.accounts.signOut({ id: account.id, unfinishedSeen: 1 });
  expect((await desk.api.app.status()).account).toMatchObject({ id: account.id, signedIn: false, unfinished: 1 });
  expect([...desk.secrets.entries.keys()].filter((name) => name.startsWith('key:'))).toEqual([]);
  await desk.api.sync.workOffline({ on: false });
  await desk.api.accounts.connectApiKey({ name: 'Office', baseUrl, apiKey, ca });
  await untilState(desk, edit, 'applied');
});

test('an address that is not https, and a key that the service does not know, are refused with the reason', async () => {
  desk = await startDesk({ empty: true });
  const { baseUrl, caPem: ca } = desk.service;
  const connect = (more: object) => desk.api.accounts.connectApiKey({ name: '', baseUrl, apiKey: 'unknown-key', ca, ...more });
  await expect(connect({})).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', data: { reason: 'keyRefused' } });
  await expect(connect({ baseUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({ data: { reason: 'plainHttp' } });
  await expect(connect({ ca: undefined })).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await desk.cable.pull();
  await expect(connect({ baseUrl: `https://127.0.0.1:${desk.cable.port}` })).rejects.toMatchObject({
    code: 'UNREACHABLE',
    data: { failure: 'refused' },
  });
  expect(await desk.api.accounts.list()).toEqual([]);
});
