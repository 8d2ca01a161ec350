import { describe, expect, it } from 'vitest';
import { whoDid, wordsOfActivity } from '#shared/messages/activity-words.ts';

describe('lines of the audit log in words', () => {
  it.each([
    ['recorded', { kind: 'recordInvoicePayment', state: 'draft' }, 'Recorded', 'Record payment'],
    ['verdict', { to: 'applied', reason: { kind: 'clean' } }, 'Sent: confirmed', null],
    [
      'verdict',
      { to: 'inDoubt', reason: { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 } },
      'Sent: in doubt',
      'No answer came after 90 s.',
    ],
    [
      'verdict',
      { to: 'waiting', reason: { kind: 'rateLimited', retryAfterMs: 5000 } },
      'Waits to be sent again',
      'The service asks to wait 5 s. It did not take this request.',
    ],
    ['approved', { from: 'draft', to: 'waiting', reason: { kind: 'byPerson' } }, 'Approved', null],
    [
      'trustedHost',
      { host: 'docs.example.net', answer: 'withoutSignIn' },
      'Trusted host: answered',
      'docs.example.net, without your sign-in',
    ],
    ['capability', { name: 'readVendor', reset: false }, 'What the service can do: changed', 'Read vendor'],
    ['somethingNew', {}, 'Something new', null],
  ] as const)('%s', (what, facts, message, detail) => {
    expect(wordsOfActivity({ what, facts })).toEqual({ message, detail });
  });

  it.each([
    ['redone', {}, 'you'],
    ['reopened', { reason: { kind: 'byPerson', note: 'reopened' } }, 'you'],
    ['reopened', { reason: { kind: 'restoredBackup', counter: 1, keychainCounter: 2 } }, 'you'],
    ['verdict', { to: 'applied', reason: { kind: 'clean' } }, 'service'],
    ['verdict', { to: 'rejected', reason: { kind: 'rejectedByService', status: 422, error: null } }, 'service'],
    ['verdict', { to: 'inDoubt', reason: { kind: 'noAnswer', failure: 'reset', afterMs: 400 } }, 'layover'],
    ['verdict', { to: 'waiting', reason: { kind: 'offline', failure: 'refused' } }, 'layover'],
    ['answered', { status: 200 }, 'service'],
    ['answered', { status: null }, 'layover'],
  ] as const)('%s %j is by: %s', (what, facts, who) => {
    expect(whoDid({ what, facts })).toBe(who);
  });
});
