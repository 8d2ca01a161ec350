import { expect, it } from 'vitest';
import { putRecord } from '#main/records/records.ts';
import { noteSeenValue } from '#main/records/seen-values.ts';
import { writeCapability, writeTrust } from '#main/registry/trust.ts';
import { diagnosticsOf } from '#main/library/exports/diagnostics.ts';
import { redactText } from '#main/library/exports/redact.ts';
import { parseJson } from '#shared/json/json.ts';
import { openTestStore } from '#test/cache.ts';
import { putEdits } from '#test/cache/many-edits.ts';
import { expense, idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

const canaries = [
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'canary-refresh-token-81',
  'DE89 3704 0044 0532 0130 00',
  'SE4550000000058398257466',
  '5805-6201',
  'anna@company.example',
];

it('diagnostics hold codes, states and versions, and no secret, bank datum or typed value', () => {
  const store = openTestStore(stillWorld());
  putEdits(store, 24);
  noteSeenValue(store, 'error.type', 'PAYMENT_METHOD_LOCKED');
  noteSeenValue(store, 'error.message', `IBAN ${canaries[2]} refused for ${canaries[5]}`);
  putRecord(store, {
    ref: { kind: 'expense', id: idOf(1) },
    value: { ...expense(1), status: 'UNDER_AUDIT' },
    provenance: 'read',
    asOf: 1,
    complete: true,
  });
  writeTrust(store, 'docs.service.test', 'withSignIn');
  writeCapability(store, 'etag', { verdict: 'works', evidence: `Authorization: Bearer ${canaries[0]}` });
  const file = diagnosticsOf(store, {
    version: '0.1.0',
    host: 'test',
    platform: { os: 'linux', refresh_token: canaries[1] ?? null },
    connection: { kind: 'online' },
    account: { auth: 'oauth', signIn: 'signedIn' },
    managed: ['baseUrl'],
    policy: { places: ['/etc/layover/policy.json'], unknown: ['card_readers'] },
    sources: { proxy: 'policy' },
    repair: null,
    keychain: { backend: 'none', state: 'ok' },
    settings: { theme: 'dark', bankAccountNumber: canaries[4] ?? null },
    log: [`GET https://u:p@x.test/oauth?code=abc123&state=xyz refresh_token=${canaries[1]}`, `iban ${canaries[3]}`],
  });
  for (const canary of [...canaries, 'abc123', 'u:p', 'typed 1', '2026-03-12']) expect(file.text).not.toContain(canary);
  const bundle = parseJson(file.text);
  expect(bundle).toMatchObject({
    ok: true,
    value: {
      app: { version: '0.1.0' },
      service: { host: 'service.test', trusted: [{ host: 'docs.service.test', answer: 'withSignIn' }] },
      policy: { places: ['/etc/layover/policy.json'], unknown: ['card_readers'] },
      sources: { proxy: 'policy' },
      counters: { inDoubt: 2 },
      seenValues: [{}, { place: 'error.type', value: 'PAYMENT_METHOD_LOCKED', count: 1 }],
      statuses: [{ kind: 'expense', status: 'UNDER_AUDIT', records: 1 }],
      audit: { whole: true },
      database: { journal: 'memory', synchronous: 2 },
    },
  });
  store.close();
});

it.each([
  'iban de89 3704 0044 0532 0130 00',
  'de89370400440532013000',
  'bankgiro 5050-1055',
  'bankgiro 991-2346',
  'X-Api-Key: s3cr3tkey',
  'api-key=s3cr3tkey',
  '0abc-defg-hjkm-npqr-stvw-xyz0-1234',
  '0ABC DEFG HJKM NPQR STVW XYZ0 1234',
])('masks %s', (text) => {
  expect(redactText(`see ${text}.`)).toContain('•••');
  for (const part of ['3704', '5050', '991-', 's3cr3tkey', 'defg', 'DEFG', '1234']) expect(redactText(`see ${text}.`)).not.toContain(part);
});

it('masking keeps identifiers, dates and codes', () => {
  const text = 'expense b6c0f5a0-1111-4222-8333-000000000001 at 2026-03-12T10:00:00.000Z: UNPROCESSABLE_CONTENT after 1234 ms';
  expect(redactText(text)).toBe(text);
});
