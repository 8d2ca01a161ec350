import { expect, test } from 'vitest';
import { createClient } from '#main/api/client.ts';
import { failureOfWire } from '#main/api/judge.ts';
import type { Transport, WireAnswer, WireFailure } from '#main/api/transport/transport.ts';
import { realWorld } from '#test/world.ts';
import { labAccount } from './client-account.ts';

const id = '11111111-2222-3333-4444-555555555555';
const refused: WireFailure = { kind: 'failure', cause: 'refused', bytesWritten: false, status: null, detail: 'refused', afterMs: 3 };
const moved: WireAnswer = { kind: 'answer', status: 307, headers: [['location', '?moved=1']], body: new Uint8Array(), afterMs: 3 };

/** Plays one answer after the other. */
function playing(answers: (WireAnswer | WireFailure)[]): Transport {
  return { exchange: () => Promise.resolve(answers.shift() ?? refused), close: () => Promise.resolve() };
}

const write = { method: 'PATCH', family: 'A', path: `/expenses/${id}`, body: { performedDate: '2026-02-03' }, accept: 'json' } as const;

function sending(answers: (WireAnswer | WireFailure)[]) {
  const account = labAccount('https://service.test');
  return createClient({ world: realWorld(), transport: playing(answers), account }).send({
    ...write,
    priority: 'write',
    idempotencyKey: 'edit-1',
  });
}

test('a write that was sent on, and then met a closed door, is not called “not sent”: its first address had it whole', async () => {
  expect(await sending([moved, refused])).toMatchObject({ ok: false, failure: { kind: 'noAnswer' } });
  expect(await sending([refused])).toMatchObject({ ok: false, failure: { kind: 'notSent', cause: 'refused' } });
});

test('the same for a request that was called off', () => {
  const cancelled: WireFailure = { ...refused, cause: 'cancelled' };
  expect(failureOfWire(cancelled, true)).toEqual({ kind: 'cancelled', bytesWritten: true });
  expect(failureOfWire(cancelled, false)).toEqual({ kind: 'cancelled', bytesWritten: false });
});
