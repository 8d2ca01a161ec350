import { describe, expect, test } from 'vitest';
import { editStates, type EditState, type Reason } from '#shared/edit.ts';
import { wordsOfActivity } from '#shared/messages/activity-words.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { WaitingWhy } from '#shared/contract/views/edit-views.ts';
import { sentenceOfReason } from '#shared/messages/reason-words.ts';
import type { ServiceError } from '#shared/service/service-error.ts';
import { wordsOfConnection, wordsOfWaiting } from '#shared/messages/situation-words.ts';
import { wordsOfState } from '#shared/messages/words.ts';
import { wordsOfSignIn } from '#shared/messages/refusal-words.ts';

/**
 * The sentences about money, identity and other people's work that functions make: every case there is, and exactly the
 * cases in which each is said. What is not in a list is a case in which it is not said.
 */

const error: ServiceError = { name: null, type: 'CONFLICT', message: null, errors: [] };
const ana = 'https://a.test ? ana';
const bob = 'https://a.test ? bob';

const reasons: Record<string, Reason> = {
  clean: { kind: 'clean' },
  changedByService: { kind: 'changedByService', differences: [{ path: ['city'] }] },
  'a problem': { kind: 'appliedWithProblem', failure: null },
  'a version too far': { kind: 'versionJump', expected: '8', returned: '10', differences: [] },
  'a version too far, after a lost request': { kind: 'versionJump', expected: '8', returned: '10', differences: [], ownLost: true },
  'a version set back': { kind: 'versionJump', expected: '8', returned: '4', differences: [], setBack: true },
  'a version too far, seen by a read': { kind: 'versionJump', expected: '8', returned: '10', differences: [], byReading: true },
  'one field lost': { kind: 'fieldsLost', differences: [{ path: ['description'], base: 'Taxi' }], putBack: { description: 'Taxi' } },
  'fields lost that nobody can write': { kind: 'fieldsLost', differences: [{ path: ['a'] }, { path: ['b'] }], putBack: {} },
  duplicateAlarm: { kind: 'duplicateAlarm' },
  'seen by a read': { kind: 'checkedByReading' },
  'in part by a read': { kind: 'checkedByReading', inPart: true },
  'not there by a read': { kind: 'checkedByReading', notThere: true },
  refused: { kind: 'rejectedByService', status: 409, error },
  'a refused repeat': { kind: 'rejectedByService', status: 409, error, mayBeApplied: true },
  'refused without a word': { kind: 'rejectedByService', status: 418, error: null },
  'refused: cancelled': { kind: 'rejectedByService', status: 409, error, closed: { of: 'expense', state: 'CANCELLED' } },
  'moved by somebody': { kind: 'baseMoved', differences: [{ path: ['city'] }, { path: ['name'] }], hardStop: false },
  'moved after a lost request': { kind: 'baseMoved', differences: [{ path: ['city'] }], hardStop: false, unanswered: true },
  'bank data moved': { kind: 'baseMoved', differences: [{ path: ['bankName'] }], hardStop: true },
  'no answer': { kind: 'noAnswer', failure: 'timeout', afterMs: 90_000 },
  'a failed read': { kind: 'noAnswer', failure: 'unreadable', afterMs: 0 },
  'no read': { kind: 'noAnswer', failure: 'notReadable', afterMs: 0 },
  unreadableAnswer: { kind: 'unreadableAnswer', status: 200, detail: '' },
  'blocked by a proxy': { kind: 'neverTaken', times: 3, status: 403 },
  'never answered': { kind: 'neverTaken', times: 6, status: null },
  'our own mistake': { kind: 'unreadableAnswer', status: 200, detail: 'unforeseen' },
  redirectedWrite: { kind: 'redirectedWrite', status: 303, to: 'https://other.example' },
  abandoned: { kind: 'abandoned', bootId: 'b' },
  'no network': { kind: 'offline', failure: 'dns' },
  'a locked keychain': { kind: 'offline', failure: 'keychain' },
  'working offline': { kind: 'offline', failure: 'workingOffline' },
  cancelled: { kind: 'offline', failure: 'cancelled' },
  'no fresh sign-in': { kind: 'offline', failure: 'signInTrouble' },
  rateLimited: { kind: 'rateLimited', retryAfterMs: 120_000 },
  serviceTrouble: { kind: 'serviceTrouble', status: 503 },
  signInNeeded: { kind: 'signInNeeded' },
  untrustedHost: { kind: 'untrustedHost', host: 'docs.example.net' },
  'another person’s': { kind: 'otherIdentity', owner: ana, now: bob },
  'an unnamed sign-in’s': { kind: 'otherIdentity', owner: ana, now: 'https://a.test ? ?x' },
  restoredBackup: { kind: 'restoredBackup', counter: 1, keychainCounter: 2 },
  noKeychain: { kind: 'noKeychain' },
  ...Object.fromEntries(
    (['body', 'state', 'approver', 'confirmation', 'approval', 'history'] as const).map((what) => [
      `not as approved: ${what}`,
      { kind: 'notAsApproved', what } as const,
    ]),
  ),
  damagedRow: { kind: 'damagedRow', detail: '' },
  invoiceMoved: { kind: 'invoiceMoved', from: 'OPEN', to: 'PARTIALLY_PAID' },
  'an unknown invoice’s': { kind: 'invoiceMoved', from: null, to: 'PAID' },
  cannotRead: { kind: 'cannotRead', status: 500 },
  'no such record': { kind: 'cannotRead', status: 404, why: 'gone' },
  'another company’s record': { kind: 'cannotRead', status: 200, why: 'otherCompany' },
  'an older copy': { kind: 'cannotRead', status: 200, why: 'older' },
  'a look at a stranger’s': { kind: 'cannotRead', status: 307, why: 'elsewhere', host: 'docs.example.net' },
  'all fields, unread': { kind: 'cannotRead', status: null, why: 'whole' },
  'sent without a look': { kind: 'cannotRead', status: 403, accepted: true },
  'all fields sent unread': { kind: 'cannotRead', status: null, why: 'whole', accepted: true },
  heldByPerson: { kind: 'heldByPerson' },
  incompleteBase: { kind: 'incompleteBase' },
  'without the full record': { kind: 'incompleteBase', accepted: [{ path: ['email'], base: 'a@b.test' }] },
  byPerson: { kind: 'byPerson', note: 'seen in the bank' },
  undone: { kind: 'byPerson', note: 'undo' },
  'a person’s word': { kind: 'byPerson', note: 'recorded' },
  'brought back': { kind: 'byPerson', note: 'reopened' },
  released: { kind: 'byPerson', note: 'released' },
  discarded: { kind: 'byPerson', note: 'discarded' },
  'held doubt': { kind: 'heldByPerson', mayBeApplied: true },
  'the service’s taken': { kind: 'byPerson', note: 'theirs' },
  'again by a person': { kind: 'byPerson', note: 'sendAgain' },
  merged: { kind: 'merged', into: 'e' },
  settledBy: { kind: 'settledBy', edit: 'e' },
};

/** The cases in which a sentence is said. */
function saidIn<Case>(cases: Record<string, Case>, words: (of: Case) => string, sentence: string): string[] {
  return Object.entries(cases).flatMap(([name, one]) => (words(one).includes(sentence) ? [name] : []));
}

describe('why an edit is in its state', () => {
  test.each<[string, string[]]>([
    ['The service confirmed it as sent.', ['clean']],
    ['with another value', ['changedByService']],
    ['The service applied it', ['changedByService', 'a problem', 'one field lost', 'fields lost that nobody can write']],
    ['The record shows a problem now', ['a problem']],
    ['Someone else changed the record in between', ['a version too far']],
    ['Your full record replaced theirs.', ['a version too far']],
    ['A request of yours whose answer got lost may have done that', ['a version too far, after a lost request']],
    ['what was changed there in between may be gone', ['a version set back']],
    ['before your full record, which then replaced theirs, or after it', ['a version too far, seen by a read']],
    ['empty now that you did not send', ['one field lost', 'fields lost that nobody can write']],
    ['the payment may be there twice, or not at all', ['duplicateAlarm']],
    ['but reading the record shows it.', ['seen by a read']],
    ['reading the record shows that it was not applied', ['not there by a read']],
    ['reading the record shows only a part of it', ['in part by a read']],
    ['No clear answer came', ['seen by a read', 'in part by a read', 'not there by a read', 'a failed read', 'no read']],
    ['reading the record brought none either', ['a failed read']],
    ['It may be paid, locked or cancelled', ['refused', 'a refused repeat']],
    ['This expense is cancelled.', ['refused: cancelled']],
    ['the first request had no clear answer and may have been applied', ['a refused repeat']],
    ['without a reason', ['refused without a word']],
    ['The service has a new value in', ['moved by somebody', 'moved after a lost request']],
    ['The bank data changed on the service since you looked at it.', ['bank data moved']],
    ['Choose which value to keep.', ['moved by somebody', 'bank data moved']],
    ['A request of yours left before and had no clear answer', ['moved after a lost request']],
    ['No answer came after', ['no answer']],
    ['The same values may be sent again.', ['no read']],
    ['can’t be read.', ['unreadableAnswer']],
    ['does not take it: ask IT.', ['blocked by a proxy', 'never answered']],
    ['what became of it is not known', ['our own mistake']],
    ['whether it was applied is not known', ['redirectedWrite']],
    ['Layover stopped while it was being sent.', ['abandoned']],
    ['The service could not be reached.', ['no network']],
    ['Nothing left this time.', ['no network', 'a locked keychain', 'working offline', 'cancelled']],
    ['A sign-in that the service takes could not be had just then.', ['no fresh sign-in']],
    ['It did not take this request.', ['rateLimited']],
    ['It leaves only while you are signed in.', ['signInNeeded']],
    ['which you have not trusted yet', ['untrustedHost']],
    ['It was recorded by user ana.', ['another person’s', 'an unnamed sign-in’s']],
    ['You are signed in as user bob.', ['another person’s']],
    ['You are signed in as someone the service did not name.', ['an unnamed sign-in’s']],
    ['is not sent under your name', ['another person’s']],
    ['Release it only if it is yours.', ['an unnamed sign-in’s']],
    ['it may be older than what was sent', ['restoredBackup']],
    ['can’t be sure that this wasn’t sent before. Check the record, then send or discard it.', ['noKeychain']],
    ['It is kept, and not sent.', ['damagedRow']],
    ['Its content is not what was recorded and approved: it was changed outside Layover.', ['not as approved: body']],
    [
      'The history says that it was not waiting to be sent: the data was changed outside Layover, or an older copy',
      ['not as approved: state'],
    ],
    ['The history names another approver: it was changed outside Layover.', ['not as approved: approver']],
    ['The history does not add up, so it cannot tell what was approved.', ['not as approved: history']],
    [
      'It is not sent. Look at it; released, it waits',
      ['body', 'state', 'approver', 'confirmation', 'approval', 'history'].map((what) => `not as approved: ${what}`),
    ],
    [
      'released, it waits for your approval',
      ['body', 'state', 'approver', 'confirmation', 'approval', 'history'].map((what) => `not as approved: ${what}`),
    ],
    ['its invoice was open; now it is partially paid.', ['invoiceMoved']],
    ['its invoice’s state was not known; now it is paid.', ['an unknown invoice’s']],
    ['Cannot check for newer changes: the record cannot be read.', ['cannotRead']],
    [
      'If you release the edit, Layover sends it without a look.',
      ['cannotRead', 'no such record', 'another company’s record', 'an older copy', 'a look at a stranger’s'],
    ],
    ['Cannot check for newer changes: the service has no such record', ['no such record']],
    ['the service answered with another company’s record.', ['another company’s record']],
    ['the service keeps answering with an older copy of the record than the one here.', ['an older copy']],
    ['which you do not trust yet. Trust it in Settings', ['a look at a stranger’s']],
    ['overwrites what someone else changed since', ['all fields, unread']],
    ['Layover sends all fields as they are known here', ['all fields, unread']],
    ['You released it without a look at the record.', ['sent without a look']],
    ['You released it: all fields as they are known here.', ['all fields sent unread']],
    ['You held it.', ['heldByPerson', 'held doubt']],
    ['The full record is needed to send this', ['incompleteBase']],
    ['You decided to send it without the full record: what it does not carry is emptied.', ['without the full record']],
    ['What was known of it here is kept.', ['one field lost', 'fields lost that nobody can write']],
    ['You settled it: seen in the bank', ['byPerson']],
    ['You undid it.', ['undone']],
    ['You confirmed that it is recorded.', ['a person’s word']],
    ['You brought it back.', ['brought back']],
    ['You released it.', ['released']],
    ['You discarded it.', ['discarded']],
    ['You held it. The service refused it, but an earlier request may have been applied', ['held doubt']],
    ['You settled it: the service’s values stay.', ['the service’s taken']],
    ['You decided to send it again.', ['again by a person']],
    ['joined with a later edit', ['merged']],
    ['A newer edit of yours settled it.', ['settledBy']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(reasons, sentenceOfReason, sentence)).toEqual(cases);
  });
});

const states: Record<string, [EditState, Reason | null]> = Object.fromEntries([
  ...editStates.map((state) => [state as string, [state, null]] as const),
  ...Object.entries(reasons).map(([name, reason]) => [`applied: ${name}`, ['applied', reason]] as const),
  ...['refused', 'a refused repeat', 'refused: cancelled'].map(
    (name) => [`rejected: ${name}`, ['rejected', reasons[name] ?? null]] as const,
  ),
  ...['moved by somebody', 'bank data moved'].map((name) => [`conflict: ${name}`, ['conflict', reasons[name] ?? null]] as const),
  ['held: incompleteBase', ['held', reasons['incompleteBase'] ?? null]] as const,
  ...['no read', 'no network', 'rateLimited', 'byPerson'].map((name) => [`waiting: ${name}`, ['waiting', reasons[name] ?? null]] as const),
]);

describe('the meaning of a state for the user’s data', () => {
  const words = ([state, reason]: [EditState, Reason | null]) => {
    const { label, meaning, next } = wordsOfState(state, reason);
    return `${label}. ${meaning} ${next}`;
  };
  const told = ['changedByService', 'a problem', 'one field lost', 'fields lost that nobody can write', 'duplicateAlarm', 'seen by a read'];
  const jumps = ['a version too far', 'a version too far, after a lost request', 'a version too far, seen by a read'];
  const plain = Object.keys(reasons).filter(
    (name) => ![...told, ...jumps, 'not there by a read', 'in part by a read', 'a version set back'].includes(name),
  );
  const applied = (names: readonly string[]) => names.map((name) => `applied: ${name}`);
  test.each<[string, string[]]>([
    ['Saved on this laptop. It’s sent after you approve it.', ['draft']],
    ['It waits to be sent.', ['waiting', 'waiting: no read', 'waiting: no network', 'waiting: rateLimited', 'waiting: byPerson']],
    ['not sent.', []],
    ['Approve it in the Outbox, under To review.', ['draft']],
    [
      'It is sent as soon as it can be.',
      ['waiting', 'waiting: no read', 'waiting: no network', 'waiting: rateLimited', 'waiting: byPerson'],
    ],
    ['Choose mine, theirs or a new value.', ['conflict', 'conflict: moved by somebody', 'conflict: bank data moved']],
    ['Look it up in the service, then say whether it is recorded.', ['inDoubt']],
    ['Release it or discard it.', ['held']],
    ['Import the full record, then release it, or discard it.', ['held: incompleteBase']],
    ['Check the payments of this invoice in the service.', applied(['duplicateAlarm'])],
    ['The service refused the repeat.', ['rejected: a refused repeat']],
    ['On its way to the service.', ['sending']],
    ['We do not know yet whether it was applied.', ['checking']],
    ['What cannot be read is sent again with the same values.', ['checking']],
    ['The service confirmed it.', ['applied', ...applied(plain)]],
    ['the record on the service shows it', applied(['seen by a read', 'in part by a read', 'not there by a read'])],
    ['shows something else than was sent', applied(['changedByService'])],
    ['Somebody else may have changed the record too.', applied(jumps)],
    ['to an older record than the one that was here', applied(['a version set back'])],
    ['emptied fields that you did not send', applied(['one field lost', 'fields lost that nobody can write'])],
    ['Put back what was lost.', applied(['one field lost'])],
    ['shows a problem now that was not known before', applied(['a problem'])],
    ['the payment may be there twice, or not at all', applied(['duplicateAlarm'])],
    ['The service refused it and changed nothing.', ['rejected', 'rejected: refused', 'rejected: refused: cancelled']],
    ['Rejected: this expense is cancelled.', ['rejected: refused: cancelled']],
    ['Discard it. Once the record is open again, you can enter it again.', ['rejected: refused: cancelled']],
    ['An earlier request may have been applied: we do not know.', ['rejected: a refused repeat']],
    ['changed on the service in the same place', ['conflict', 'conflict: moved by somebody']],
    ['The bank data of the record changed on the service.', ['conflict: bank data moved']],
    ['we do not know whether the service recorded it', ['inDoubt']],
    ['It is not sent while it is held.', ['held', 'held: incompleteBase']],
    ['You said that the service has it.', ['confirmed']],
    ['The service itself gave no clear answer.', ['confirmed']],
    ['A newer edit took its place.', ['superseded']],
    ['You discarded it. It was not sent after that.', ['discarded']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(states, words, sentence).toSorted()).toEqual(cases.toSorted());
  });
});

const signedOut = {
  ...Object.fromEntries(
    (['never', 'expired', 'refused', 'otherPlace', 'keychainLocked', 'keychainUnavailable'] as const).map((why) => [
      why,
      { kind: 'signedOut', why } as const,
    ]),
  ),
  otherUser: { kind: 'signedOut', why: 'otherUser', account: 'ana', heard: 'bob' } as const,
  'nobody named': { kind: 'signedOut', why: 'otherUser', account: 'ana', heard: null } as const,
};

const connections: Record<string, Connection> = {
  online: { kind: 'online' },
  connecting: { kind: 'connecting' },
  offline: { kind: 'offline', since: 0, failure: null },
  workingOffline: { kind: 'workingOffline' },
  captivePortal: { kind: 'captivePortal' },
  slow: { kind: 'slow' },
  serviceDown: { kind: 'serviceDown', status: 502 },
  rateLimited: { kind: 'rateLimited', untilMs: 1 },
  broken: { kind: 'broken', detail: '' },
  ...signedOut,
};

const waits: Record<string, WaitingWhy['why']> = {
  'no connection': { kind: 'offline' },
  'service trouble': { kind: 'serviceDown' },
  'working offline': { kind: 'workingOffline' },
  ...Object.fromEntries(Object.entries(signedOut).map(([name, one]) => [name, { kind: 'signIn', signedOut: one } as const])),
  approval: { kind: 'approval' },
  behind: { kind: 'behind', editId: 'e', state: 'inDoubt' },
  timer: { kind: 'timer', inMs: 5000, reason: { kind: 'serviceTrouble', status: 503 } },
  paymentInDoubt: { kind: 'paymentInDoubt', editId: 'e' },
  person: { kind: 'person', reason: null },
  trust: { kind: 'trust', host: 'h.test' },
  next: { kind: 'next' },
};

describe('the reason why nothing is sent, and the signed-in user', () => {
  const both: [string, string[]][] = [
    ['Your sign-in has expired. Nothing is lost.', ['expired']],
    ['You are not signed in yet.', ['never']],
    ['The service no longer accepts your sign-in. Nothing is lost.', ['refused']],
    [
      'The address or the certificate of this account is not the one that you signed in to. Your sign-in was not sent there.',
      ['otherPlace'],
    ],
    ['The keychain is locked, so your sign-in cannot be read.', ['keychainLocked']],
    ['A sign-in lasts until Layover is closed.', ['keychainUnavailable']],
    ['The service signed bob in.', ['otherUser']],
    ['The service no longer says who is signed in.', ['nobody named']],
    ['This account belongs to ana, so nothing is sent.', ['otherUser', 'nobody named']],
  ];
  test.each<[string, string[]]>([
    ...both,
    ['Connected.', ['online']],
    ['Your work is saved here.', ['connecting', 'offline']],
    ['Nothing is sent until you go online.', ['workingOffline']],
    ['Sending goes on.', ['slow']],
    ['Sending stopped because of a fault in Layover. Your work is saved.', ['broken']],
  ])('the pill: “%s”', (sentence, cases) => {
    expect(saidIn(connections, (one) => wordsOfConnection(one).message, sentence)).toEqual(cases);
  });
  test.each<[string, string[]]>([
    ...both,
    ['There is no connection to the service.', ['no connection']],
    ['You chose to work offline.', ['working offline']],
    ['It needs your review before it is sent.', ['approval']],
    ['An earlier edit of the same record comes first: in doubt.', ['behind']],
    ['The next try is in 5 s.', ['timer']],
    ['Another payment is in doubt. This one leaves once the service has shown that it answers.', ['paymentInDoubt']],
    ['It waits for you.', ['person']],
    ['which you have not trusted yet', ['trust']],
    ['It is next in line.', ['next']],
  ])('an edit: “%s”', (sentence, cases) => {
    expect(saidIn(waits, (why) => wordsOfWaiting(why).message, sentence)).toEqual(cases);
  });
});

test('an account whose address was changed is refused a sign-in by that name, and nothing was sent', () => {
  const said = wordsOfSignIn({ reason: 'otherPlace', code: null, next: null } as never).message;
  expect(said).toContain('The address or the certificate of this account is not the one that you signed in to. Nothing was sent there.');
});

describe('the trail', () => {
  const line = (what: string, facts: object) => wordsOfActivity({ what, facts: facts as never }).message;
  const lines: Record<string, [string, object]> = {
    left: ['left', { method: 'POST', url: 'https://a.test/v1/x' }],
    answered: ['answered', { status: 200 }],
    'no answer': ['answered', { status: null }],
    'applied by its verdict': ['verdict', { to: 'applied', reason: reasons['clean'] }],
    'not there by a read': ['verdict', { to: 'waiting', reason: reasons['not there by a read'] }],
    'no network': ['verdict', { to: 'waiting', reason: reasons['no network'] }],
    'no read': ['verdict', { to: 'waiting', reason: reasons['no read'] }],
    again: ['again', { reason: reasons['no read'] }],
    confirmed: ['confirmed', { to: 'confirmed' }],
    sendAgain: ['sendAgain', { to: 'waiting' }],
    sendPartly: ['sendPartly', { to: 'waiting' }],
    baseMoved: ['baseMoved', {}],
    rebased: ['rebased', {}],
    abandoned: ['abandoned', {}],
    trailChanged: ['trailChanged', {}],
  };
  test.each<[string, string[]]>([
    ['Request made, to be sent', ['left']],
    ['The service answered 200', ['answered']],
    ['No usable answer came', ['no answer']],
    ['Sent: confirmed', ['applied by its verdict']],
    ['Not applied, waits to be sent again', ['not there by a read']],
    ['Waits to be sent again', ['no network', 'no read']],
    ['the same values may be sent twice', ['again']],
    ['Recorded, you confirmed', ['confirmed']],
    ['To be sent again, you decided', ['sendAgain']],
    ['To be sent without the full record, you decided', ['sendPartly']],
    ['Changed on the service meanwhile', ['baseMoved']],
    ['Merged with the service’s newer record', ['rebased']],
    ['Layover stopped while sending', ['abandoned']],
    ['The history was changed from outside', ['trailChanged']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(lines, ([what, facts]) => line(what, facts), sentence)).toEqual(cases);
  });
});
