import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startHosted } from '#main/host/hosted.ts';
import type { Policy } from '#main/app/host.ts';
import { policyKeys } from '#main/host/policy/policy-keys.ts';
import { startService, type RunningService } from '#service/start-service.ts';
import { people, signInAs } from '#test/accounts/person-in-browser.ts';
import { startProxy } from '#test/api/proxy-lab.ts';
import { networkProgram } from '#test/network-program.ts';
import { startReader } from '#test/reading.ts';
import { madeStatement, mt940Of } from '#test/statements/made-statements.ts';
import { startDesk, type TestDesk } from '#test/integration/desk.ts';

// The effect of each policy key in the running app.

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function deskWith(policy: Policy, given: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const desk = await startDesk({ ...given, policy });
  closers.push(() => desk.close());
  return desk;
}
async function farService(): Promise<RunningService> {
  const service = await startService({});
  closers.push(() => service.close());
  return service;
}
const keyOf = ({ baseUrl, apiKey, caPem }: RunningService) => ({ name: 'Far', baseUrl, apiKey, ca: caPem });
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'connected',
    (error: unknown) => (error as { data?: { reason?: string } }).data?.reason ?? String(error),
  );

const effects: Record<string, () => Promise<void>> = {
  base_url: async () => {
    const far = await farService();
    const desk = await deskWith({ baseUrl: far.baseUrl }, { empty: true });
    expect((await desk.api.app.settings()).company.baseUrl).toBe(far.baseUrl);
    expect(await reasonOf(desk.api.accounts.connectApiKey({ ...keyOf(far), baseUrl: desk.service.baseUrl }))).toBe('managedAddress');
    expect(await reasonOf(desk.api.accounts.connectApiKey({ ...keyOf(far), baseUrl: `${far.baseUrl}/` }))).toBe('connected');
    expect((await desk.api.network.get()).sources.baseUrl).toBe('policy');
  },
  client_id: async () => {
    const far = await farService();
    const desk = await deskWith({ clientId: far.credentials.clientId }, { empty: true, browser: (url) => signIn(far, url) });
    await desk.api.accounts.connectOauth({ ...oauthOf(far), clientId: 'typed wrong' });
    expect(new URL(desk.opened[0]!).searchParams.get('client_id')).toBe(far.credentials.clientId);
  },
  redirect_port: async () => {
    const far = await farService();
    const port = await freePort();
    const desk = await deskWith({ redirectPort: port }, { empty: true, browser: (url) => signIn(far, url) });
    await desk.api.accounts.connectOauth(oauthOf(far));
    expect(new URL(new URL(desk.opened[0]!).searchParams.get('redirect_uri') ?? '').port).toBe(String(port));
  },
  sign_in_methods: async () => {
    const far = await farService();
    const desk = await deskWith({ signInMethods: ['oauth'] }, { empty: true });
    expect(await reasonOf(desk.api.accounts.connectApiKey(keyOf(far)))).toBe('managedMethod');
    expect((await desk.api.app.settings()).company.signInMethods).toEqual(['oauth']);
  },
  approval_rules: async () => {
    const desk = await deskWith({ reviewRules: { createUserComment: 'review' } });
    await desk.api.app.changeSettings({ reviewRules: { createUserComment: 'automatic' } });
    const { rows } = await desk.api.records.list({ filter: { kind: 'expense' }, limit: 1 });
    const comment = {
      kind: 'createUserComment',
      recordKind: 'expense' as const,
      recordId: rows[0]!.id,
      body: { content: 'For the auditor.' },
    };
    expect((await desk.api.edits.record(comment)).state).toBe('draft');
  },
  receipt_accounts: async () => {
    const desk = await deskWith({ receiptAccounts: ['DE44200400000628110000'] });
    const file = new File([mt940Of({ ...madeStatement(1), account: 'SE4550000000058398257466' })], 'a.sta');
    await desk.api.statements.importFile({ name: file.name, file });
    const { accounts, assigned } = await desk.api.statements.overview();
    expect([assigned, accounts.map(({ evidenceOnly }) => evidenceOnly)]).toEqual([true, [true]]);
    await expect(desk.api.statements.assignAccount({ account: accounts[0]!.id, evidenceOnly: false })).rejects.toThrow();
  },
  trusted_hosts: async () => {
    const desk = await deskWith({ trustedHosts: ['files.example'] });
    expect(await desk.api.accounts.trustedHosts()).toMatchObject([{ host: 'files.example', managed: true }]);
  },
  proxy: async () => {
    const [far, lab] = [await farService(), await startProxy({ kind: 'tunnels' })];
    closers.push(() => lab.close());
    const proxy = { mode: 'address' as const, address: `http://127.0.0.1:${lab.address.port}` };
    const desk = await deskWith({ proxy }, { empty: true });
    await desk.api.accounts.connectApiKey(keyOf(far));
    expect(lab.heads.length).toBeGreaterThan(0);
    await expect(desk.api.network.change({ mode: 'none' })).rejects.toMatchObject({ data: { why: 'managed' } });
    expect(await desk.api.network.get()).toMatchObject({ setting: proxy, managed: true, sources: { proxy: 'policy' } });
  },
  ca: async () => {
    const far = await farService();
    const { ca: _ca, ...untrusted } = keyOf(far);
    const without = await deskWith({}, { empty: true });
    await expect(without.api.accounts.connectApiKey(untrusted)).rejects.toMatchObject({ data: { failure: 'tls' } });
    const desk = await deskWith({ ca: far.caPem }, { empty: true });
    expect(await reasonOf(desk.api.accounts.connectApiKey(untrusted))).toBe('connected');
    const { steps } = await desk.api.network.check();
    expect(steps.find(({ step }) => step === 'certificate')?.kind).toBe('ok');
  },
  sandbox: async () => {
    const { launched } = await hostedWith({ sandbox: false });
    expect(launched).toBe(0);
  },
  document_quota_mb: async () => {
    const desk = await deskWith({ documentQuotaBytes: 50_000_000 });
    await desk.api.app.changeSettings({ documentQuotaBytes: 10_000_000_000 });
    expect((await desk.api.documents.list({ limit: 1 })).quotaBytes).toBe(50_000_000);
    expect((await desk.api.app.settings()).managed).toContain('documentQuotaBytes');
  },
  confirm_above: async () => {
    const desk = await deskWith({ confirmAbove: ['10000 EUR'] });
    await desk.api.app.changeSettings({ confirmAbove: [] });
    expect(await desk.api.app.settings()).toMatchObject({
      confirmAbove: ['10000 EUR'],
      managed: expect.arrayContaining(['confirmAbove']) as string[],
    });
    expect((await desk.api.network.get()).sources.confirmAbove).toBe('policy');
  },
  retention_days: async () => {
    // what leaves is told by test/account-life/keep-retention.test.ts
    const desk = await deskWith({ retentionDays: 30 });
    await desk.api.app.changeSettings({ retentionDays: null });
    expect(await desk.api.app.settings()).toMatchObject({
      retentionDays: 30,
      managed: expect.arrayContaining(['retentionDays']) as string[],
    });
    expect((await desk.api.network.get()).sources.retentionDays).toBe('policy');
  },
  recovery_key: async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const recoveryKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'pem', type: 'spki' }) as string;
    const companyOpens = async (policy: Policy) => JSON.stringify(await (await deskWith(policy)).api.protection.view());
    expect(await companyOpens({ recoveryKey })).toContain('"companyOpens":true');
    expect(await companyOpens({})).toContain('"companyOpens":false');
  },
  names_file: async () => {
    // what it names is told by test/integration/names.test.ts
    const desk = await deskWith({ namesFile: '/nowhere/names.json' });
    expect((await desk.api.network.get()).sources.namesFile).toBe('policy');
  },
  updates: async () => expect((await hostedWith({ updates: false })).updates).toBe(false),
  update_feed: async () =>
    expect((await hostedWith({ update_feed: 'https://mirror.example/layover' })).feed).toEqual({
      url: 'https://mirror.example/layover',
      channel: 'latest',
    }),
  update_channel: async () =>
    expect((await hostedWith({ update_feed: 'https://mirror.example/layover', update_channel: 'beta' })).feed?.channel).toBe('beta'),
};

test('every key has an effect that is seen here', () => {
  expect(Object.keys(effects).sort()).toEqual(policyKeys.map(({ name }) => name).sort());
});

test.each(Object.keys(effects))('%s', async (name) => effects[name]!());

/** The part that both hosts share, over a policy as IT writes it. */
async function hostedWith(values: Record<string, string | boolean>) {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'layover-policy-'));
  closers.push(() => rmSync(dataFolder, { recursive: true, force: true }));
  let launched = 0;
  const hosted = await startHosted({
    flags: { dataFolder, port: 0, open: false, withService: values['sandbox'] !== undefined, sandboxFlags: [], idleMs: 0 },
    makeHost: () => ({ kind: 'test', version: '0.0.0', openExternal: () => Promise.resolve(), notify: () => undefined }),
    launchSandbox: () => {
      launched += 1;
      throw new Error('started');
    },
    startReader,
    networkProgram,
    say: () => undefined,
    policyPlaces: [{ place: 'test', values }],
  });
  closers.push(() => hosted.close());
  return { launched, updates: hosted.updates, feed: hosted.feed };
}

const oauthOf = ({ baseUrl, credentials, caPem }: RunningService) => ({
  name: 'Far',
  baseUrl,
  clientId: credentials.clientId,
  clientSecret: credentials.clientSecret,
  ca: caPem,
});

async function signIn(service: RunningService, url: string): Promise<void> {
  const person = people(service).find(({ companyId }) => companyId === service.companyId);
  await signInAs(service, url, person!);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
