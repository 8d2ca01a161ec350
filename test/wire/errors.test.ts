import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiResult } from '#main/api/result.ts';
import { prepareRequest } from '#main/api/prepare.ts';
import { errorTypes, fieldOfErrorPath } from '#shared/service/service-error.ts';
import { startTestService, type TestService } from '#test/service.ts';
import { fixtures } from '#test/wire/requests.ts';
import { recordFor, requestOf, seeded, type Seeded } from '#test/wire/sandbox.ts';

let test: TestService;
let ids: Seeded;
beforeAll(async () => {
  test = await startTestService();
  ids = seeded(test);
});
afterAll(() => test.close());

const nowhere = '99999999-9999-4999-8999-999999999999';
const expense = (id: string) => ({ method: 'GET' as const, family: 'A' as const, path: `/expenses/${id}`, accept: 'json' as const });
const failureOf = (result: ApiResult<unknown>) => {
  if (result.ok) throw new Error('it went well');
  return result.failure;
};

describe('errors', () => {
  it('ERR-structure ERR-types ERR-status ERR-codes: each type, judged by the type', async () => {
    const client = test.client();
    const reader = test.client(`Basic ${test.service.credentials.apiKeys['reader'] ?? ''}`);
    const patch = (id: string, body: Record<string, string>) => ({
      ...expense(id),
      method: 'PATCH' as const,
      body,
      priority: 'write' as const,
    });
    const cancelled =
      [...test.service.store.list('expense')].find((one) => one.status === 'CANCELLED' && one.companyId === test.service.companyId)?.id ??
      '';
    const seen = [
      await client.read(expense('no-uuid')),
      await test.client('Basic nobody').read(expense(ids.expense)),
      await reader.send(patch(ids.expense, { performedDate: '2026-03-12' })),
      await client.read(expense(nowhere)),
      await client.send(patch(cancelled, { performedDate: '2026-03-12' })),
      await client.send(patch(ids.expense, { originalCurrency: 'ZZZ' })),
    ].map(failureOf);
    expect(seen.map((failure) => ('error' in failure ? failure.error?.type : failure.kind))).toEqual([...errorTypes]);
    expect(seen.map(({ kind }) => kind)).toEqual(['refused', 'unauthorized', 'refused', 'refused', 'refused', 'refused']);
  });

  it('ERRA-context ERRA-item ERRB-context ERRB-item EP-0-path-id: both shapes', async () => {
    const a = failureOf(await test.client().read(expense('no-uuid')));
    const b = failureOf(
      await test
        .client()
        .send({ method: 'PUT', family: 'B', path: `/vendors/${ids.vendor}`, accept: 'json', body: { name: 7 }, priority: 'write' }),
    );
    expect(a).toMatchObject({
      error: { errors: [{ type: expect.any(String) as string, message: expect.any(String) as string, clientMessage: null }] },
    });
    expect(b).toMatchObject({ error: { errors: [{ clientMessage: expect.any(String) as string }] } });
  });

  it('ERR-path: the path finds the field of the form', async () => {
    const refused = failureOf(
      await test.client().send({ ...expense(ids.expense), method: 'PATCH', body: { performedDate: 'tomorrow' }, priority: 'write' }),
    );
    const path = 'error' in refused ? refused.error?.errors[0]?.path : null;
    expect(fieldOfErrorPath(path ?? [], [['originalCurrency'], ['performedDate']])).toEqual(['performedDate']);
    expect(fieldOfErrorPath(['body', 'performedDate'], [['performedDate']])).toEqual(['performedDate']);
  });

  it('SVC-company: another company’s record is not found', async () => {
    const foreign = [...test.service.store.list('expense')].find((one) => one.companyId !== test.service.companyId)?.id ?? '';
    expect(failureOf(await test.client().read(expense(foreign)))).toMatchObject({ error: { type: 'NOT_FOUND' } });
  });

  it('SVC-other-operations EP-0-unknown-fields: what is not offered is refused, what is unknown in a body changes nothing', async () => {
    expect(failureOf(await test.client().read({ ...expense(ids.vendor), family: 'B', path: `/vendors/${ids.vendor}` })).kind).toBe(
      'refused',
    );
    const result = await test
      .client()
      .send({ ...expense(ids.expense), method: 'PATCH', body: { performedDate: '2026-03-11', status: 'CANCELLED' }, priority: 'write' });
    expect(result.ok && result.value.value['status']).not.toBe('CANCELLED');
  });

  it('LIM-none: 429 is a wait of the length that the service says', async () => {
    test.fault({ path: '/expenses/', fault: { kind: 'status', status: 429, when: 'before', retryAfter: '17' } });
    expect(failureOf(await test.client().read(expense(ids.expense)))).toEqual({ kind: 'rateLimited', status: 429, retryAfterMs: 17_000 });
  });
});

describe('versioning and events', () => {
  it('VER-v1 VER-description: all paths carry v1', () => {
    for (const fixture of fixtures(ids))
      expect(new URL(prepareRequest('https://a.example', requestOf(fixture, recordFor(fixture, ids))).url).pathname).toMatch(
        /^\/(rest\/ext\/)?v1\//,
      );
  });

  it('EVT-none VER-deprecation: nothing is awaited; every exchange is a request of ours', async () => {
    const before = test.service.sandbox.capturedCount;
    await test.client().read(expense(ids.expense));
    expect(test.service.sandbox.capturedCount).toBe(before + 1);
  });
});

describe('every fault of the sandbox ends in a result', () => {
  it.each(['dropBefore', 'dropAfter'] as const)('%s: bytes were written, nobody knows', async (kind) => {
    test.fault({ method: 'POST', fault: { kind } });
    const body = { paymentDate: '2026-03-12', bankAccountId: ids.bankAccountId, amountInInvoiceCurrency: 1n };
    const result = await test.client().send({
      method: 'POST',
      family: 'A',
      path: `/invoice-receivables/${ids.invoice}/payments`,
      accept: 'json',
      body,
      priority: 'payment',
    });
    expect(failureOf(result).kind).toBe('noAnswer');
  });

  it.each([
    'truncated',
    'emptyBody',
    'badUtf8',
    'deep',
    'duplicateKeys',
    'otherMediaType',
    'tooLong',
    'tooShort',
    'compressedBomb',
    'null',
    'array',
    'huge',
  ] as const)('malformed: %s', async (how) => {
    test.fault({ method: 'PATCH', fault: { kind: 'malformed', how } });
    const result = await test
      .client()
      .send({ ...expense(ids.expense), method: 'PATCH', body: { performedDate: '2026-03-10' }, priority: 'write' });
    expect(['unreadable', 'tooLarge', 'noAnswer']).toContain(failureOf(result).kind);
  });
});
