import { beforeEach, describe, expect, it } from 'vitest';
import { createCapabilities, type Capabilities } from '#main/accounts/capabilities.ts';
import { learnDocumentParameter } from '#main/accounts/learn-document-parameter.ts';
import { createTrust, hostOf } from '#main/accounts/trust.ts';
import type { Failure } from '#main/api/result.ts';
import { auditOf } from '#main/cache/trail/audit.ts';
import type { Store } from '#main/cache/database/store.ts';
import { openTestStore } from '#test/cache.ts';
import { startTestService } from '#test/service.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';

let world: FakeWorld;
let store: Store;
beforeEach(() => {
  world = fakeWorld();
  store = openTestStore(world);
});

describe('trusted hosts', () => {
  it('are asked once, shown, taken back, and written into the trail', () => {
    const trust = createTrust(store, []);
    expect(trust.trusts('docs.example.net')).toBe('ask');
    expect(trust.answer('https://Docs.Example.net/', 'withSignIn')).toBe(true);
    expect(trust.answer('files.example.net:8443', 'withoutSignIn')).toBe(true);
    expect(trust.trusts('docs.example.net')).toBe('withSignIn');
    expect(trust.trusts('files.example.net:8443')).toBe('withoutSignIn');
    for (const other of ['example.net', 'x.docs.example.net', 'docs.example.net:444', 'files.example.net'])
      expect(trust.trusts(other)).toBe('ask');
    expect(trust.list()).toMatchObject([
      { host: 'docs.example.net', withSignIn: true, managed: false },
      { host: 'files.example.net:8443', withSignIn: false, managed: false },
    ]);
    trust.answer('docs.example.net', 'no');
    expect(trust.trusts('docs.example.net')).toBe('no');
    // It can be answered again, so it is still shown.
    expect(trust.list()).toMatchObject([
      { host: 'docs.example.net', refused: true },
      { host: 'files.example.net:8443', withSignIn: false },
    ]);
    expect(auditOf(store, null, null, 10).map(({ what, facts }) => [what, facts['host'], facts['answer']])).toEqual([
      ['trustedHost', 'docs.example.net', 'no'],
      ['trustedHost', 'files.example.net:8443', 'withoutSignIn'],
      ['trustedHost', 'docs.example.net', 'withSignIn'],
    ]);
  });

  it('that IT trusts cannot be taken back here', () => {
    const trust = createTrust(store, ['Files.Company.example']);
    trust.answer('files.company.example', 'no');
    expect(trust.trusts('files.company.example')).toBe('withSignIn');
    expect(trust.list()).toMatchObject([{ host: 'files.company.example', managed: true }]);
  });

  it('are host names and nothing else', () => {
    expect(hostOf('docs.example.net:443')).toBe('docs.example.net');
    for (const text of ['', 'a b', 'x/y', 'x?y', 'x#y', 'me@x', 'http://x', 'https://', 'https://x/y'])
      expect(hostOf(text), text).toBeNull();
    expect(createTrust(store, []).answer('x/y', 'withSignIn')).toBe(false);
  });
});

describe('capabilities', () => {
  const ok = (etag: string | null = null) => ({ ok: true as const, value: { status: 200, etag } });
  const no = (failure: Failure) => ({ ok: false as const, failure });
  const refused = (status: number, type: string | null) =>
    no({
      kind: 'refused',
      status,
      error: type === null ? null : { shape: 'A', name: null, type, message: null, errors: [] },
      retryAfterMs: null,
    });
  const verdict = (capabilities: Capabilities, name = 'readVendor') => capabilities.list().find((row) => row.name === name)?.verdict;

  it('start unknown, not allowed, all of them', () => {
    const capabilities = createCapabilities(store);
    expect(capabilities.list().map(({ name }) => name)).toEqual([
      'readVendor',
      'readInvoice',
      'readCardTransaction',
      'etag',
      'idempotency',
      'documentParameter',
      'expiresInUnit',
      'replaces',
    ]);
    expect(capabilities.list().every((row) => row.verdict === 'unknown' && !row.allowed)).toBe(true);
    expect(
      ['expense', 'vendor', 'invoiceReceivable', 'cardTransaction', 'invoicePayable'].map((kind) => capabilities.mayRead(kind as 'vendor')),
    ).toEqual([true, false, false, false, false]);
  });

  it('keep an allowed read until it is known to be absent, and try again after seven days, whatever the clock does', async () => {
    const capabilities = createCapabilities(store);
    capabilities.change({ name: 'readVendor', allowed: true });
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.noteRead('vendor', refused(405, null), false);
    expect(verdict(capabilities)).toBe('absent');
    expect(capabilities.mayRead('vendor')).toBe(false);
    await world.advance(6.9 * 86_400_000);
    expect(capabilities.mayRead('vendor')).toBe(false);
    await world.advance(0.2 * 86_400_000);
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.noteRead('vendor', refused(404, null), false);
    expect(capabilities.mayRead('vendor')).toBe(false);
    world.turnWallClock(-63_072_000_000);
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.noteRead('vendor', ok(), false);
    expect(verdict(capabilities)).toBe('works');
    capabilities.change({ name: 'readVendor', allowed: false });
    expect(capabilities.mayRead('vendor')).toBe(false);
  });

  it('learn nothing about a read from a record of another company', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', no({ kind: 'otherCompany', status: 200 }), true);
    expect(verdict(capabilities)).toBe('unknown');
  });

  it('do not take one missing record for a missing path', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', refused(404, 'NOT_FOUND'), false);
    expect(verdict(capabilities)).toBe('unknown');
    for (const failure of [
      refused(403, 'FORBIDDEN'),
      no({ kind: 'serviceTrouble', status: 500, retryAfterMs: null }),
      no({ kind: 'captivePortal' }),
    ]) {
      capabilities.noteRead('vendor', failure, true);
      expect(verdict(capabilities)).toBe('unknown');
    }
    capabilities.noteRead('vendor', refused(404, 'NOT_FOUND'), true);
    expect(verdict(capabilities)).toBe('absent');
  });

  it('remember an ETag, a unit, a value by hand, and forget on request', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', ok('"3"'), false);
    expect(verdict(capabilities, 'etag')).toBe('works');
    capabilities.unit.learn('minutes');
    expect(capabilities.unit.learned()).toBe('minutes');
    expect(capabilities.change({ name: 'documentParameter', value: 'kind' })).toBe(true);
    expect(capabilities.documentParameter()).toBe('kind');
    capabilities.change({ name: 'documentParameter', reset: true });
    expect(capabilities.documentParameter()).toBeNull();
    expect(capabilities.change({ name: 'nothing' as 'etag', allowed: true })).toBe(false);
    expect(auditOf(store, null, null, 10).map(({ what }) => what)).toEqual(['capability', 'capability']);
  });
});

describe('the assistant for the document’s parameter', () => {
  it.each(['variant', 'documentType', 'mode'])('finds %s with GETs only', async (name) => {
    const test = await startTestService({ switches: { documentParameter: name } });
    const id = [...test.service.store.list('invoicePayable')].find((one) => one.companyId === test.service.companyId)?.id ?? '';
    const learned = await learnDocumentParameter(test.client(undefined, { documentParameter: null }), store, id);
    expect(learned).toMatchObject({ ok: true, value: { name } });
    expect(createCapabilities(store).documentParameter()).toBe(name);
    expect(test.service.sandbox.captured.length).toBeGreaterThan(0);
    expect(test.service.sandbox.captured.every(({ method, bodyText }) => method === 'GET' && bodyText === '')).toBe(true);
    await test.close();
  });

  it('gives up after its names, and at once when the service cannot be reached', async () => {
    const test = await startTestService({ switches: { documentParameter: 'somethingElse' } });
    const id = [...test.service.store.list('invoicePayable')].find((one) => one.companyId === test.service.companyId)?.id ?? '';
    const client = test.client();
    expect(await learnDocumentParameter(client, store, id)).toMatchObject({ ok: true, value: { name: null } });
    expect(
      createCapabilities(store)
        .list()
        .find((row) => row.name === 'documentParameter'),
    ).toMatchObject({ verdict: 'absent', value: null });
    const requests = test.service.sandbox.capturedCount;
    test.fault({ fault: { kind: 'dropBefore' }, times: 99 });
    expect(await learnDocumentParameter(client, store, id)).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
    expect(test.service.sandbox.capturedCount - requests).toBe(1);
    await test.close();
  });
});
