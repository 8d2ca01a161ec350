import { describe, expect, it } from 'vitest';
import type { ReviewWarning } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { WaitingWhy } from '#shared/contract/views/edit-views.ts';
import { editStates, type Reason } from '#shared/edit.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import { errorTypes } from '#shared/service/service-error.ts';
import { sentenceOfWarning, wordsOfConnection, wordsOfProvenance, wordsOfWaiting } from '#shared/messages/situation-words.ts';
import { sentenceOfError, sentenceOfErrorType, wordsOfState } from '#shared/messages/words.ts';

describe('states', () => {
  it('have the labels of the one vocabulary, each its own', () => {
    expect(editStates.map((state) => wordsOfState(state).label)).toEqual([
      'To review',
      'Queued',
      'Sending',
      'Checking',
      'Confirmed',
      'Rejected',
      'Conflict',
      'In doubt',
      'Held',
      'Recorded, you confirmed',
      'Replaced',
      'Discarded',
    ]);
  });

  it('are green only for what the service confirmed', () => {
    expect(editStates.filter((state) => wordsOfState(state).severity === 'confirmed')).toEqual(['applied']);
    const changed = wordsOfState('applied', { kind: 'changedByService', differences: [] });
    expect([changed.label, changed.severity]).toEqual(['Confirmed, changed by the service', 'unsure']);
    expect(wordsOfState('applied', { kind: 'duplicateAlarm' }).severity).toBe('unsure');
    expect(wordsOfState('applied', { kind: 'appliedWithProblem', failure: null }).severity).toBe('unsure');
    expect(wordsOfState('applied', { kind: 'clean' }).label).toBe('Confirmed');
    const jump = { kind: 'versionJump' as const, expected: '4', returned: '5', differences: [] };
    expect(wordsOfState('applied', jump)).toMatchObject({ label: 'Confirmed, may have replaced somebody’s change', severity: 'unsure' });
    expect(wordsOfState('applied', { ...jump, setBack: true }).label).toBe('Confirmed, on an older record');
  });

  it('say whose turn it is', () => {
    const yours = editStates.filter((state) => wordsOfState(state).actor === 'you');
    expect(yours).toEqual(['draft', 'rejected', 'conflict', 'inDoubt', 'held']);
  });

  it('never cheer, and never call a queued payment paid', () => {
    for (const state of editStates) {
      const { label, meaning, next } = wordsOfState(state);
      expect(`${label} ${meaning} ${next}`).not.toMatch(/success|!|\bpaid\b/i);
      expect(meaning).toMatch(/\.$/);
    }
    expect(wordsOfState('waiting').meaning).toBe('Saved on this laptop. It waits to be sent.');
  });
});

describe('errors', () => {
  it('have a sentence for each known type, and unknown ones verbatim', () => {
    for (const type of errorTypes) expect(sentenceOfErrorType(type)).not.toContain(type);
    expect(sentenceOfErrorType('TEAPOT')).toContain('TEAPOT');
  });

  it("carry the service's own words", () => {
    const item = { type: null, message: 'internal', clientMessage: 'Please correct the date', path: null, context: null };
    const error = { name: null, type: 'BAD_REQUEST', message: 'whole', errors: [item] } as const;
    expect(sentenceOfError({ ...error, errors: [item] }, 400)).toContain('Please correct the date');
    expect(sentenceOfError({ ...error, errors: [] }, 400)).toContain('whole');
    expect(sentenceOfError(null, 418)).toContain('418');
  });
});

const reasons: Reason[] = [
  { kind: 'clean' },
  { kind: 'changedByService', differences: [{ path: ['city'] }] },
  { kind: 'appliedWithProblem', failure: null },
  { kind: 'versionJump', expected: '8', returned: '10', differences: [] },
  { kind: 'duplicateAlarm' },
  { kind: 'checkedByReading' },
  { kind: 'rejectedByService', status: 422, error: null },
  { kind: 'rejectedByService', status: 409, error: null, closed: { of: 'expense', state: 'CANCELLED' } },
  { kind: 'baseMoved', differences: [], hardStop: true },
  { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 },
  { kind: 'unreadableAnswer', status: 200, detail: '' },
  { kind: 'neverTaken', times: 3, status: 403 },
  { kind: 'redirectedWrite', status: 303, to: 'https://other.example' },
  { kind: 'abandoned', bootId: 'b' },
  { kind: 'offline', failure: 'dns' },
  { kind: 'rateLimited', retryAfterMs: 120_000 },
  { kind: 'serviceTrouble', status: 503 },
  { kind: 'signInNeeded' },
  { kind: 'untrustedHost', host: 'docs.example.net' },
  { kind: 'otherIdentity', owner: 'https://a.test ? ana', now: 'https://a.test ? bob' },
  { kind: 'restoredBackup', counter: 1, keychainCounter: 2 },
  { kind: 'damagedRow', detail: '' },
  { kind: 'heldByPerson' },
  { kind: 'incompleteBase' },
  { kind: 'incompleteBase', accepted: [] },
  { kind: 'byPerson', note: 'seen in the bank' },
  { kind: 'merged', into: 'e' },
  { kind: 'settledBy', edit: 'e' },
];

describe('reasons', () => {
  it.each(reasons)('$kind is a sentence', (reason) => {
    expect(sentenceOfReason(reason)).toMatch(/^[A-Z].{8,}[.:]?/);
    expect(sentenceOfReason(reason)).not.toMatch(/undefined|NaN|\[object/);
  });

  it('carry their facts', () => {
    expect(sentenceOfReason({ kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 })).toBe('No answer came after 90 s.');
    expect(sentenceOfReason({ kind: 'noAnswer', failure: 'somethingNew', afterMs: 1 })).toContain('somethingNew');
    expect(sentenceOfReason({ kind: 'rateLimited', retryAfterMs: 120_000 })).toContain('2 min');
    expect(sentenceOfReason({ kind: 'untrustedHost', host: 'docs.example.net' })).toContain('docs.example.net');
    expect(sentenceOfReason({ kind: 'byPerson', note: 'seen in the bank' })).toContain('seen in the bank');
  });
});

describe('situations', () => {
  const waiting: WaitingWhy['why'][] = [
    { kind: 'offline' },
    { kind: 'workingOffline' },
    { kind: 'signIn', signedOut: { kind: 'signedOut', why: 'expired' } },
    { kind: 'approval' },
    { kind: 'behind', editId: 'e', state: 'inDoubt' },
    { kind: 'timer', inMs: 5000, reason: { kind: 'serviceTrouble', status: 503 } },
    { kind: 'paymentInDoubt', editId: 'e' },
    { kind: 'person', reason: null },
    { kind: 'trust', host: 'h' },
    { kind: 'next' },
  ];
  it.each(waiting)('waiting: $kind', (why) => {
    expect(wordsOfWaiting(why).message).toMatch(/\.$/);
  });

  const connections: Connection[] = [
    { kind: 'online' },
    { kind: 'connecting' },
    { kind: 'offline', since: 0, failure: null },
    { kind: 'workingOffline' },
    { kind: 'captivePortal' },
    { kind: 'slow' },
    { kind: 'serviceDown', status: 500 },
    { kind: 'rateLimited', untilMs: 1 },
    { kind: 'broken', detail: '' },
    ...(['never', 'expired', 'refused', 'keychainLocked', 'keychainUnavailable'] as const).map(
      (why) => ({ kind: 'signedOut', why }) as const,
    ),
  ];
  it.each(connections)('connection: $kind', (connection) => {
    const words = wordsOfConnection(connection);
    expect(words.message).toMatch(/\.$/);
    expect(words.severity === 'confirmed').toBe(connection.kind === 'online');
  });

  const warnings: ReviewWarning[] = [
    { kind: 'samePayment', editId: 'e', other: 'f' },
    { kind: 'nearlySamePayment', editId: 'e', amountMinor: 2n ** 63n - 1n, currency: 'EUR', date: null },
    { kind: 'recordedElsewhere', editId: 'e' },
    { kind: 'partlyPaid', editId: 'e' },
    { kind: 'overpayment', editId: 'e', amountMinor: 2n ** 63n, openMinor: 2n ** 63n - 1n, currency: 'EUR' },
    { kind: 'lockedInvoice', editId: 'e', state: 'ARCHIVED' },
    { kind: 'unusualState', editId: 'e', state: 'PAID' },
    { kind: 'bankChange', editId: 'e', fields: [] },
    { kind: 'oddValue', editId: 'e', of: 'updateVendor', path: ['bankAccountBic'], value: 'DEUT', from: 'service' },
    { kind: 'oddName', editId: 'e', name: 'Acmе' },
    { kind: 'incompleteBase', editId: 'e' },
    { kind: 'sentAsRead', editId: 'e', asOf: 0 },
    { kind: 'staleBase', editId: 'e', asOf: 0 },
  ];
  it.each(warnings)('warning: $kind', (warning) => {
    expect(sentenceOfWarning(warning, 'en')).toMatch(/\.$/);
  });

  it('show amounts exactly and say where a record came from', () => {
    expect(
      sentenceOfWarning({ kind: 'overpayment', editId: 'e', amountMinor: 2n ** 63n, openMinor: 2n ** 63n - 1n, currency: 'EUR' }, 'en'),
    ).toContain('92,233,720,368,547,758.07 EUR');
    expect(wordsOfProvenance('writeResponse')).toBe('updated by an edit');
  });
});
