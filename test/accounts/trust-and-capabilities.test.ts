import { beforeEach, describe, expect, it } from 'vitest';
import { createCapabilities, type Capabilities } from '#main/accounts/trust/capabilities.ts';
import { learnDocumentParameter } from '#main/accounts/oauth/learn-document-parameter.ts';
import { createTrust, hostOf } from '#main/accounts/trust/trust.ts';
import type { Client } from '#main/api/client.ts';
import type { Failure } from '#main/api/result.ts';
import { auditOf } from '#main/audit/audit.ts';
import type { Store } from '#main/storage/store.ts';
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
  it('are asked once, shown, withdrawn, and written into the audit log', () => {
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
    expect(trust.list()).toEqual([
      { host: 'docs.example.net', refused: true, withSignIn: false, since: world.now(), managed: false },
      { host: 'files.example.net:8443', withSignIn: false, since: world.now(), managed: false },
    ]);
    expect(auditOf(store, null, null, 10).map(({ what, facts }) => [what, facts['host'], facts['answer']])).toEqual([
      ['trustedHost', 'docs.example.net', 'no'],
      ['trustedHost', 'files.example.net:8443', 'withoutSignIn'],
      ['trustedHost', 'docs.example.net', 'withSignIn'],
    ]);
  });

  it('cannot be withdrawn here when IT trusts them', () => {
    const trust = createTrust(store, ['Files.Company.example']);
    trust.answer('files.company.example', 'no');
    expect(trust.trusts('files.company.example')).toBe('withSignIn');
    expect(trust.list()).toEqual([{ host: 'files.company.example', withSignIn: true, since: 0, managed: true }]);
    expect(trust.trusts('FILES.company.example')).toBe('withSignIn');
    expect(
      createTrust(store, ['a/b', ' https://X.test:443/ '])
        .list()
        .map(({ host }) => host),
    ).toEqual(['x.test', 'files.company.example']);
  });

  it('are host names and nothing else', () => {
    expect(hostOf('docs.example.net:443')).toBe('docs.example.net');
    for (const text of ['', 'a b', 'x/y', 'x?y', 'x#y', 'me@x', 'http://x', 'https://', 'https://x/y', 'https://:p@x', 'xhttps://y'])
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
      error: type === null ? null : { name: null, type, message: null, errors: [] },
      retryAfterMs: null,
    });
  const verdict = (capabilities: Capabilities, name = 'readVendor') => capabilities.list().find((row) => row.name === name)?.verdict;
  const evidence = (capabilities: Capabilities, name = 'readVendor') => capabilities.list().find((row) => row.name === name)?.evidence;

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
    capabilities.noteRead('vendor', refused(405, 'METHOD_NOT_ALLOWED'), 'v1');
    expect(verdict(capabilities)).toBe('absent');
    expect(capabilities.mayRead('vendor')).toBe(false);
    await world.advance(6.9 * 86_400_000);
    expect(capabilities.mayRead('vendor')).toBe(false);
    await world.advance(0.2 * 86_400_000);
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.noteRead('vendor', refused(405, 'METHOD_NOT_ALLOWED'), 'v1');
    expect(capabilities.mayRead('vendor')).toBe(false);
    world.turnWallClock(-63_072_000_000);
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.noteRead('vendor', ok(), 'v1');
    expect(verdict(capabilities)).toBe('works');
    expect(capabilities.mayRead('vendor')).toBe(true);
    capabilities.change({ name: 'readVendor', allowed: false });
    expect(capabilities.mayRead('vendor')).toBe(false);
  });

  it('learn nothing about a read from a record of another company', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', no({ kind: 'otherCompany', status: 200 }), 'v1');
    expect(verdict(capabilities)).toBe('unknown');
  });

  it('do not take missing records for a missing path, however many are missing', () => {
    const capabilities = createCapabilities(store);
    capabilities.change({ name: 'readVendor', allowed: true });
    for (const failure of [
      refused(404, 'NOT_FOUND'),
      refused(403, 'FORBIDDEN'),
      no({ kind: 'serviceTrouble', status: 500, retryAfterMs: null }),
      no({ kind: 'captivePortal' }),
    ]) {
      for (const id of ['v1', 'v2', 'v3']) capabilities.noteRead('vendor', failure, id);
      expect(verdict(capabilities)).toBe('unknown');
    }
    expect(capabilities.mayRead('vendor')).toBe(true);
  });

  it('outweigh a no to the path by one earlier answer, until the service itself gives it for two records in a row', () => {
    const capabilities = createCapabilities(store);
    capabilities.change({ name: 'readVendor', allowed: true });
    const gone = refused(405, 'METHOD_NOT_ALLOWED');
    capabilities.noteRead('vendor', ok(), 'v1');
    for (const failure of [refused(404, null), refused(405, null), no({ kind: 'unreadable', status: 404, detail: 'html' })])
      for (const id of ['v1', 'v2']) capabilities.noteRead('vendor', failure, id);
    for (const id of ['v1', 'v1']) capabilities.noteRead('vendor', gone, id);
    capabilities.noteRead('vendor', ok(), 'v2');
    capabilities.noteRead('vendor', gone, 'v2');
    expect(capabilities.mayRead('vendor')).toBe(true);
    expect(evidence(capabilities)).toBe('GET answered 405 for v2');
    capabilities.noteRead('vendor', gone, 'v3');
    expect(verdict(capabilities)).toBe('absent');
    expect(evidence(capabilities)).toBe('GET answered 405 for v2 and v3');
    expect(capabilities.mayRead('vendor')).toBe(false);
    capabilities.change({ name: 'readVendor', reset: true });
    expect(capabilities.mayRead('vendor')).toBe(true);
  });

  it('remember an ETag, a unit, a value by hand, and forget on request', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', ok('"3"'), 'v1');
    expect(verdict(capabilities, 'etag')).toBe('works');
    capabilities.unit.learn('minutes');
    expect(capabilities.unit.learned()).toBe('minutes');
    expect(capabilities.change({ name: 'documentParameter', value: 'kind' })).toBe(true);
    expect(capabilities.documentParameter()).toBe('kind');
    capabilities.change({ name: 'documentParameter', reset: true });
    expect(capabilities.documentParameter()).toBeNull();
    expect(capabilities.change({ name: 'nothing', allowed: true })).toBe(false);
    expect(auditOf(store, null, null, 10).map(({ what }) => what)).toEqual(['capability', 'capability']);
  });
});

describe('fields that an update empties', () => {
  const card = 'updateCardTransaction';

  it('is learned from two records of their own, shown with them, and forgotten on request', () => {
    const capabilities = createCapabilities(store);
    expect([capabilities.clears(card, true), capabilities.clears('', true), capabilities.keeps(card)]).toEqual([false, false, false]);
    for (const id of ['c1', 'c1', 'c1']) capabilities.noteOmission(card, id, 'cleared');
    expect(capabilities.clears(card, true)).toBe(false);
    capabilities.noteOmission('updateExpense', 'e1', 'kept');
    capabilities.noteOmission(card, 'c2', 'cleared');
    expect([card, 'updateExpense', 'update', ''].map((kind) => capabilities.clears(kind, true))).toEqual([true, false, false, false]);
    expect(capabilities.keeps('updateExpense')).toBe(true);
    const row = capabilities.list().find(({ name }) => name === 'replaces');
    expect(row?.verdict).toBe('works');
    for (const seen of ['c1, c2', 'e1']) expect(row?.evidence).toContain(seen);
    capabilities.change({ name: 'replaces', reset: true });
    expect([capabilities.clears(card, true), capabilities.keeps('updateExpense')]).toEqual([false, false]);
  });

  it('is taken back by one answer that kept what was left out', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteOmission(card, 'c1', 'cleared');
    capabilities.noteOmission(card, 'c2', 'kept');
    capabilities.noteOmission(card, 'c3', 'cleared');
    expect([capabilities.clears(card, true), capabilities.keeps(card)]).toEqual([false, true]);
    capabilities.noteOmission(card, 'c4', 'cleared');
    expect([capabilities.clears(card, true), capabilities.keeps(card)]).toEqual([true, false]);
  });

  it('counts of records that nobody could read only as long as nobody can', () => {
    const capabilities = createCapabilities(store);
    for (const id of ['c1', 'c2']) capabilities.noteOmission(card, id, 'clearedUnread');
    expect([capabilities.clears(card, false), capabilities.clears(card, true)]).toEqual([true, false]);
  });
});

describe('capabilities', () => {
  const learned = (capabilities: Capabilities, name: string) => capabilities.list().find((row) => row.name === name);

  it('again is written again only once it is old, or says something else', async () => {
    const capabilities = createCapabilities(store);
    capabilities.unit.learn('minutes');
    const first = learned(capabilities, 'expiresInUnit')?.at ?? 0;
    await world.advance(7 * 86_400_000 - 1);
    capabilities.unit.learn('minutes');
    expect(learned(capabilities, 'expiresInUnit')?.at).toBe(first);
    await world.advance(1);
    capabilities.unit.learn('minutes');
    expect(learned(capabilities, 'expiresInUnit')?.at).toBe(first + 7 * 86_400_000);
    await world.advance(1);
    capabilities.unit.learn('seconds');
    expect(learned(capabilities, 'expiresInUnit')).toMatchObject({ value: 'seconds', at: first + 7 * 86_400_000 + 1 });
  });

  it.each([
    [{ kind: 'unreadable', status: 404, detail: '' }, 'unknown', null],
    [{ kind: 'unreadable', status: 405, detail: '' }, 'unknown', null],
    [{ kind: 'unreadable', status: 200, detail: '' }, 'unknown', null],
    [{ kind: 'serviceTrouble', status: 501, retryAfterMs: null }, 'unknown', null],
    [{ kind: 'serviceTrouble', status: 503, retryAfterMs: null }, 'unknown', null],
    [{ kind: 'refused', status: 404, error: null, retryAfterMs: null }, 'unknown', null],
    [{ kind: 'refused', status: 403, error: null, retryAfterMs: null }, 'unknown', null],
    [{ kind: 'tooLarge', status: 404 }, 'unknown', null],
  ] satisfies [Failure, string, string | null][])('from a read that ends with %o', (failure, verdict, evidence) => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('invoiceReceivable', { ok: false, failure }, 'v1');
    expect(learned(capabilities, 'readInvoice')).toMatchObject({ verdict, evidence });
    capabilities.noteRead('expense', { ok: false, failure }, 'v1');
    expect(capabilities.list().filter((row) => row.verdict !== 'unknown')).toHaveLength(verdict === 'unknown' ? 0 : 1);
  });

  it('from an answer says with which status, and an ETag of any kind’s', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('cardTransaction', { ok: true, value: { status: 203, etag: null } }, 'v1');
    expect(learned(capabilities, 'readCardTransaction')).toMatchObject({ verdict: 'works', evidence: 'GET answered 203' });
    expect(learned(capabilities, 'etag')?.verdict).toBe('unknown');
    capabilities.noteRead('expense', { ok: true, value: { status: 200, etag: '' } }, 'v1');
    expect(learned(capabilities, 'etag')).toMatchObject({ verdict: 'works', evidence: 'ETag in an answer' });
  });

  it('is not forgotten by allowing it', () => {
    const capabilities = createCapabilities(store);
    capabilities.noteRead('vendor', { ok: true, value: { status: 200, etag: null } }, 'v1');
    capabilities.change({ name: 'readVendor', allowed: true });
    expect(learned(capabilities, 'readVendor')).toMatchObject({ allowed: true, verdict: 'works' });
  });

  it('set by hand are shown as such, with the exact change', () => {
    const capabilities = createCapabilities(store);
    capabilities.change({ name: 'documentParameter', value: 'kind' });
    expect(learned(capabilities, 'documentParameter')).toMatchObject({ verdict: 'unknown', evidence: 'set by hand', value: 'kind' });
    capabilities.change({ name: 'documentParameter', value: null });
    expect(learned(capabilities, 'documentParameter')).toMatchObject({ verdict: 'unknown', value: null });
    capabilities.change({ name: 'readVendor', allowed: true });
    expect(learned(capabilities, 'readVendor')).toMatchObject({ allowed: true, verdict: 'unknown' });
    capabilities.change({ name: 'readVendor', reset: true });
    expect(auditOf(store, null, null, 10).map(({ facts }) => facts)).toEqual([
      { name: 'readVendor', reset: true },
      { name: 'readVendor', allowed: true, reset: false },
      { name: 'documentParameter', value: null, reset: false },
      { name: 'documentParameter', value: 'kind', reset: false },
    ]);
  });
});

describe('the assistant, answer by answer', () => {
  type Answer = string;
  /** A service that answers a document's variant under a name so; letters are bytes, the rest is a failure. */
  function answering(answers: (variant: string | null, name?: string) => Answer) {
    const asked: (string | null)[] = [];
    const document: Client['document'] = async (_id, variant, _signal, name) => {
      asked.push(variant);
      const said = answers(variant, name);
      if (said === 'refused') return { ok: false, failure: { kind: 'refused', status: 400, error: null, retryAfterMs: null } };
      if (said === 'captivePortal') return { ok: false, failure: { kind: 'captivePortal' } };
      return { ok: true, value: { bytes: new TextEncoder().encode(said), headers: [], url: '' } };
    };
    const learn = async () => {
      const learned = await learnDocumentParameter({ document } as Client, store, 'i1');
      return learned.ok ? [learned.value.name, learned.value.tried[0]?.verdict] : learned.failure.kind;
    };
    return { learn, asked };
  }

  it.each<[string, Record<string, Answer>, unknown]>([
    ['a variant that does not exist refused, one that does taken', { NO_SUCH_VARIANT: 'refused', ORIGINAL: 'a' }, ['type', 'understood']],
    ['each variant another document', { NO_SUCH_VARIANT: 'a', ORIGINAL: 'a', GENERATED: 'b' }, ['type', 'understood']],
    ['documents of another length', { NO_SUCH_VARIANT: 'a', ORIGINAL: 'a', GENERATED: 'aa' }, ['type', 'understood']],
    ['one variant refused', { NO_SUCH_VARIANT: 'a', ORIGINAL: 'a', GENERATED: 'refused' }, ['type', 'understood']],
    ['one document whatever is asked', { NO_SUCH_VARIANT: 'a', ORIGINAL: 'a', GENERATED: 'a' }, [null, 'ignored']],
    ['everything refused', { NO_SUCH_VARIANT: 'refused', ORIGINAL: 'refused' }, [null, 'refused']],
    ['a network in between at the first', { NO_SUCH_VARIANT: 'captivePortal', ORIGINAL: 'a' }, 'captivePortal'],
    ['a network in between at the second', { NO_SUCH_VARIANT: 'refused', ORIGINAL: 'captivePortal' }, 'captivePortal'],
    ['a network in between at the third', { NO_SUCH_VARIANT: 'a', ORIGINAL: 'a', GENERATED: 'captivePortal' }, 'captivePortal'],
  ])('%s', async (_what, answers, comes) => {
    expect(await answering((variant) => answers[variant ?? ''] ?? 'a').learn()).toEqual(comes);
  });

  it('writes down what it tried, and stops at the name that is right', async () => {
    const { learn, asked } = answering((variant, name) => (name === 'documentType' && variant === 'NO_SUCH_VARIANT' ? 'refused' : 'a'));
    expect(await learn()).toEqual(['documentType', 'ignored']);
    expect(asked).toEqual([null, 'NO_SUCH_VARIANT', 'ORIGINAL', 'GENERATED', 'NO_SUCH_VARIANT', 'ORIGINAL']);
    const row = createCapabilities(store)
      .list()
      .find(({ name }) => name === 'documentParameter');
    expect(row).toMatchObject({ verdict: 'works', evidence: 'GET with documentType', value: 'documentType' });
    await answering(() => 'a').learn();
    const after = createCapabilities(store)
      .list()
      .find(({ name }) => name === 'documentParameter');
    expect(after).toMatchObject({ verdict: 'absent', evidence: 'none of 10 names', value: null });
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
