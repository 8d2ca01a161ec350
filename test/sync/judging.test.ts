import { expect, test } from 'vitest';
import type { Failure } from '#main/api/result.ts';
import { succeeded } from '#main/api/result.ts';
import { canBeRead } from '#main/sync/check/next-sendable.ts';
import { abandonedState } from '#main/outbox/abandoned.ts';
import { judge, signOf, type Sent } from '#main/sync/answer/verdict.ts';
import { writeJson } from '#service/domain/json.ts';
import type { RepeatClass } from '#shared/edit.ts';
import type { ServiceError } from '#shared/service/service-error.ts';
import { createDesk, failure } from './desk.ts';

/** The table of docs/laws.md, "Judging an answer", written down a second time: for every failure, every kind of edit and the line. */

const error = (type: string): ServiceError => ({ type, name: 'Error', issues: [] }) as unknown as ServiceError;
const sent = (repeat: RepeatClass, more: Partial<Sent> = {}): Sent => ({
  ...{ repeat, touchesBank: false, onTag: false, unknownBefore: 0, afterMs: 7 },
  check: () => ({ kind: 'clean' }),
  ...more,
});

/** The judge of an unknown outcome, by kind. */
const kinds: [string, Sent, 'doubt' | 'check'][] = [
  ['creates', sent('creates'), 'doubt'],
  ['expense', sent('absoluteReadable'), 'check'],
  ['expense, once more', sent('absoluteReadable', { unknownBefore: 3 }), 'check'],
  ['card', sent('absoluteBlind'), 'check'],
  ['vendor', sent('absoluteVersioned'), 'check'],
  ['vendor, once more', sent('absoluteVersioned', { unknownBefore: 1 }), 'doubt'],
  ['vendor with a bank field', sent('absoluteVersioned', { touchesBank: true }), 'doubt'],
];

const redirected = (why: Extract<Failure, { kind: 'redirected' }>['why']): Failure => ({
  ...{ kind: 'redirected', status: 307, to: 'https://x.test/a', host: 'x.test', why },
});

/** Per failure: its meaning for an edit (`unknown`: by kind), the stored reason, and the circuit breaker's sign. */
const answers: [Failure, string, object, object][] = [
  [
    { kind: 'notSent', cause: 'refused', detail: '' },
    'wait',
    { kind: 'offline', failure: 'refused' },
    { kind: 'offline', failure: 'refused' },
  ],
  [{ kind: 'notSent', cause: 'signedOut', detail: '' }, 'pause', { kind: 'signInNeeded' }, { kind: 'signedOut' }],
  [{ kind: 'notSent', cause: 'proxyPortal', detail: '' }, 'wait', { kind: 'offline', failure: 'proxyPortal' }, { kind: 'captivePortal' }],
  [
    { kind: 'noAnswer', cause: 'reset', afterMs: 5 },
    'unknown',
    { kind: 'noAnswer', failure: 'reset', afterMs: 5 },
    { kind: 'unknown', failure: 'reset' },
  ],
  [
    { kind: 'unreadable', status: 200, detail: 'html' },
    'unknown',
    { kind: 'unreadableAnswer', status: 200, detail: 'html' },
    { kind: 'serviceTrouble', status: 200, forMs: null },
  ],
  [
    { kind: 'tooLarge', status: 200 },
    'unknown',
    { kind: 'unreadableAnswer', status: 200, detail: 'tooLarge' },
    { kind: 'serviceTrouble', status: 200, forMs: null },
  ],
  [
    { kind: 'otherCompany', status: 200 },
    'unknown',
    { kind: 'unreadableAnswer', status: 200, detail: 'otherCompany' },
    { kind: 'healthy' },
  ],
  [
    { kind: 'refused', status: 422, error: error('UNPROCESSABLE_CONTENT'), retryAfterMs: null },
    'rejected',
    { kind: 'rejectedByService', status: 422 },
    { kind: 'healthy' },
  ],
  [{ kind: 'unauthorized', status: 401, error: null, refreshed: true }, 'wait', { kind: 'signInNeeded' }, { kind: 'healthy' }],
  [{ kind: 'unauthorized', status: 401, error: null, refreshed: false }, 'pause', { kind: 'signInNeeded' }, { kind: 'signedOut' }],
  [
    { kind: 'rateLimited', status: 429, retryAfterMs: 9_000 },
    'wait',
    { kind: 'rateLimited', retryAfterMs: 9_000 },
    { kind: 'rateLimited', forMs: 9_000 },
  ],
  [
    { kind: 'serviceTrouble', status: 503, retryAfterMs: 4_000 },
    'unknown',
    { kind: 'serviceTrouble', status: 503 },
    { kind: 'serviceTrouble', status: 503, forMs: 4_000 },
  ],
  [redirected('untrusted'), 'hold', { kind: 'untrustedHost', host: 'x.test' }, { kind: 'none' }],
  [
    redirected('afterWrite303'),
    'unknown',
    { kind: 'redirectedWrite', status: 307, to: 'https://x.test/a' },
    { kind: 'serviceTrouble', status: 307, forMs: null },
  ],
  [{ kind: 'captivePortal' }, 'unknown', { kind: 'noAnswer', failure: 'captivePortal', afterMs: 7 }, { kind: 'captivePortal' }],
  [
    { kind: 'cancelled', bytesWritten: true },
    'unknown',
    { kind: 'noAnswer', failure: 'cancelled', afterMs: 7 },
    { kind: 'unknown', failure: 'cancelled' },
  ],
  [
    { kind: 'cancelled', bytesWritten: false },
    'wait',
    { kind: 'offline', failure: 'cancelled' },
    { kind: 'unknown', failure: 'cancelled' },
  ],
];

test.each(answers)('%o is judged as the table says, for each kind of edit and for the circuit breaker', (what, verdict, reason, sign) => {
  const result = { ok: false, failure: what } as const;
  for (const [name, of, unknown] of kinds) {
    const judged = judge(result, of);
    expect(judged, name).toMatchObject({ kind: verdict === 'unknown' ? unknown : verdict, reason });
  }
  expect(signOf(result)).toEqual(sign);
});

test('a waiting edit has its delay, and only an unanswered host is asked about', () => {
  const verdictOn = (what: Failure) => judge({ ok: false, failure: what }, sent('creates'));
  expect(verdictOn({ kind: 'notSent', cause: 'dns', detail: '' })).toMatchObject({ afterMs: null });
  expect(verdictOn({ kind: 'unauthorized', status: 401, error: null, refreshed: true })).toMatchObject({ afterMs: 0 });
  expect(verdictOn({ kind: 'rateLimited', status: 429, retryAfterMs: 9_000 })).toMatchObject({ afterMs: 9_000 });
  expect(verdictOn({ kind: 'cancelled', bytesWritten: false })).toMatchObject({ afterMs: 0 });
  expect(verdictOn(redirected('untrusted'))).toMatchObject({ ask: { host: 'x.test' } });
});

test('a refusal without an error body is never the service’s, however often it comes; CONFLICT is a refusal', () => {
  const refused = (of: Sent, words: ServiceError | null) =>
    judge({ ok: false, failure: { kind: 'refused', status: 403, error: words, retryAfterMs: null } }, of).kind;
  for (const [name, of, unknown] of kinds.filter(([, { unknownBefore }]) => unknownBefore === 0)) {
    expect(refused(of, null), name).toBe(unknown);
    expect(['check', 'doubt'], name).toContain(refused({ ...of, unknownBefore: 1 }, null));
    expect(refused(of, error('CONFLICT')), name).toBe('rejected');
  }
  const bare: Failure = { kind: 'refused', status: 403, error: null, retryAfterMs: null };
  expect(signOf({ ok: false, failure: bare })).toEqual({ kind: 'serviceTrouble', status: 403, forMs: null });
});

test('a 2xx is believed only where it shows the record', () => {
  const answer = succeeded({ status: 200, text: '{}', value: {}, etag: null } as never);
  for (const [name, of, unknown] of kinds) {
    expect(judge(answer, of), name).toEqual({ kind: 'applied', reason: { kind: 'clean' } });
    const wrong = judge(answer, { ...of, check: () => ({ kind: 'wrongRecord', detail: 'another' }) });
    expect(wrong, name).toEqual({ kind: unknown, reason: { kind: 'unreadableAnswer', status: 200, detail: 'another' } });
  }
  expect(signOf(answer)).toEqual({ kind: 'healthy' });
});

test.each([
  ['creates', 0, 1, 'inDoubt'],
  ['absoluteReadable', 0, 9, 'checking'],
  ['absoluteBlind', 0, 9, 'checking'],
  ['absoluteVersioned', 0, 1, 'checking'],
  ['absoluteVersioned', 0, 2, 'inDoubt'],
  ['absoluteVersioned', 1, 1, 'inDoubt'],
] as const)(
  'cut by a crash: %s with bank fields %s, request number %s without an answer, is %s',
  (repeat, touchesBank, attempts, state) => {
    expect(abandonedState({ repeat, touchesBank, attempts })).toBe(state);
  },
);

test('a record without a documented read is read only if this service was seen to offer one', () => {
  const of = (kind: string) => ({ kind, recordId: '00000000-0000-4000-8000-000000000001' });
  expect(['updateExpense', 'updateVendor', 'updateCardTransaction', 'gone'].map((kind) => canBeRead(of(kind), () => false))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(canBeRead(of('updateVendor'), () => true)).toBe(true);
  expect(canBeRead(of('gone'), () => true)).toBe(false);
});

test('a copy from the past proves nothing: it is asked for once more, and then the same values are sent again', async () => {
  const desk = createDesk();
  const [id = ''] = desk.company.expenses;
  desk.know('expense', id);
  const old = writeJson({ ...(desk.company.store.get('expense', id) as object), updatedAt: '2001-01-01T00:00:00Z' });
  let lost = true;
  const reads: number[] = [];
  desk.weather(({ method, url }) => {
    if (method === 'PATCH' && lost) {
      lost = false;
      return failure('reset', true);
    }
    if (method !== 'GET' || !url.includes(id) || lost) return null;
    reads.push(desk.world.monotonic());
    return {
      kind: 'answer',
      status: 200,
      headers: [['content-type', 'application/json;charset=UTF-8']],
      body: new TextEncoder().encode(old),
      afterMs: 5,
    };
  });
  const edit = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: id, body: { performedDate: '2026-02-03' } });
  await desk.begin(5_000);
  expect(desk.edit(edit).state).toBe('checking');
  await desk.run(119_000);
  expect(JSON.parse(desk.edit(edit).reason ?? '{}')).toMatchObject({ kind: 'unreadableAnswer', detail: 'older' });
  await desk.run(60_000);
  expect(desk.edit(edit).state).toBe('applied');
  expect(reads.length).toBeGreaterThanOrEqual(2);
  expect(desk.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
});
