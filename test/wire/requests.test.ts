import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#main/api/client.ts';
import { prepareRequest } from '#main/api/prepare.ts';
import { startTestService, type TestService } from '#test/service.ts';
import { fixtures, type Fixture } from '#test/wire/requests.ts';
import { recordFor, requestOf, seeded, type Seeded } from '#test/wire/sandbox.ts';

/** Every request, byte for byte: (a) as it arrives at the sandbox, (b) against what was written by hand from the specification. */
let test: TestService;
let ids: Seeded;
let all: Fixture[];
const uuid = '11111111-2222-4333-8444-555555555555';
const written = fixtures({
  bankAccountId: uuid,
  productId: uuid,
  taxCodeId: uuid,
  accountId: uuid,
  groupId: uuid,
  valueId: uuid,
  entityId: uuid,
  costCenterId: uuid,
});
const titles: Record<number, string> = {
  1: 'EP-1-path EP-1-body SVC-minor-units SVC-dates',
  2: 'EP-2-path EP-2-body LINE-discount LINE-discount-value LINE-priceOverwrite LINE-productNameOverwrite',
  3: 'EP-3-path EP-0-family-a',
  4: 'EP-4-path EP-4-body EP-4-updatable',
  5: 'EP-5-path EP-5-body EP-5-required',
  6: 'EP-6-path EP-6-body',
  7: 'EP-7-path EP-7-body CP-input EP-0-family-b',
  8: 'EP-8-path EP-8-parameter-name',
  9: 'EP-9-path EP-9-body VEN-default-entity VEN-phone',
};

beforeAll(async () => {
  test = await startTestService();
  ids = seeded(test);
  all = fixtures(ids);
});
afterAll(() => test.close());

function carry(client: Client, fixture: Fixture, id: string) {
  const request = requestOf(fixture, id);
  if (fixture.endpoint === 8) return client.document(id, null);
  if (fixture.method === 'OPTIONS') return client.options(request);
  return client.send({ ...request, priority: fixture.endpoint === 1 ? 'payment' : fixture.method === 'GET' ? 'read' : 'write' });
}

describe('on the wire', () => {
  it.each(
    written.map(
      (fixture) => [`${titles[fixture.endpoint]} SVC-operations SVC-media-type SVC-ids KEY-header VER-v1`, fixture.endpoint] as const,
    ),
  )('%s', async (_ids, endpoint) => {
    const fixture = all[endpoint - 1] as Fixture;
    const id = recordFor(fixture, ids);
    const result = await carry(test.client(), fixture, id);
    const seen = test.last();
    expect([seen.method, seen.path, seen.bodyText]).toEqual([fixture.method, fixture.path(id), fixture.text?.(id) ?? '']);
    const { host, connection, 'accept-encoding': encoding, ...headers } = seen.headers;
    expect([host, encoding]).toEqual([new URL(test.service.baseUrl).host, 'gzip']);
    expect(connection).toBe(endpoint === 1 ? 'close' : 'keep-alive');
    expect(headers).toEqual({
      authorization: `Basic ${test.service.apiKey}`,
      accept: fixture.accept,
      ...(fixture.method === 'GET' ? { 'cache-control': 'no-cache' } : {}),
      ...(fixture.text
        ? { 'content-type': 'application/json;charset=UTF-8', 'content-length': String(Buffer.byteLength(fixture.text(id))) }
        : {}),
    });
    expect(result).toMatchObject({ ok: true });
  });

  it('EP-8-parameter: carries the variant under the name that the account has learned', async () => {
    for (const variant of ['ORIGINAL', 'GENERATED']) {
      expect(await test.client().document(ids.payable, variant)).toMatchObject({ ok: true });
      expect(test.last().path).toBe(`/v1/invoice-payables/${ids.payable}/document?variant=${variant}`);
    }
    await test.client(undefined, { documentParameter: null }).document(ids.payable, 'GENERATED');
    expect(test.last().path).not.toContain('?');
  });
});

describe('before it is sent', () => {
  it.each(written.map((fixture) => [`EP-${fixture.endpoint}-path, whatever the base address looks like`, fixture] as const))(
    '%s',
    (_title, fixture) => {
      const id = uuid;
      for (const [baseUrl, start] of [
        ['https://api.example.net', 'https://api.example.net'],
        ['https://api.example.net/', 'https://api.example.net'],
        ['https://api.example.net/back/office/', 'https://api.example.net/back/office'],
      ] as const) {
        expect(prepareRequest(baseUrl, requestOf(fixture, id)).url).toBe(start + fixture.path(id));
      }
    },
  );

  it('LINE-taxEngineOneCode EP-2-required EP-1-required EP-9-required EP-9-omitted: sends what was entered and nothing else', () => {
    const sent = (endpoint: number, body: Record<string, unknown>) => requestOf({ ...(written[endpoint - 1] as Fixture), body }, 'x').body;
    expect(sent(2, { productId: uuid, quantity: 1, taxEngineOneCode: 'PC040100' })).toEqual({
      productId: uuid,
      quantity: 1,
      taxEngineOneCode: 'PC040100',
    });
    expect(sent(1, { paymentDate: '2026-03-12', amountInInvoiceCurrency: 1n })).toEqual({
      paymentDate: '2026-03-12',
      amountInInvoiceCurrency: 1n,
    });
    expect(sent(9, { city: '' })).toEqual({ city: '' });
    expect(() => sent(9, { version: 7 })).toThrow('version');
    expect(() => sent(4, { status: 'CANCELLED' })).toThrow('status');
  });
});
