import { t } from '#shared/messages/t.ts';
import { ORPCError } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import { signInPage } from '#main/accounts/oauth/sign-in-page.ts';
import { hintOf, settledWords } from '#renderer/pages/conflicts/conflict-words.ts';
import { noticesOf } from '#renderer/pages/edit-form/form-words.ts';
import { answerWords } from '#renderer/pages/in-doubt/doubt-words.ts';
import { paymentWords } from '#renderer/pages/outbox/change-words.ts';
import type { ListTab } from '#renderer/pages/outbox/outbox-tabs.ts';
import { splitWords } from '#renderer/pages/records/selection/bulk-words.ts';
import { goesWords } from '#renderer/pages/packs/trip-words.ts';
import { hostWords, leavingWords } from '#renderer/pages/settings/account-words.ts';
import { keepWords } from '#renderer/pages/sign-in/keep-words.ts';
import { Commands } from '#renderer/state/keyboard/commands.svelte.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import type { RecordView, ReviewWarning } from '#shared/contract/views/views.ts';
import { editStates, type Reason } from '#shared/edit.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import { nowReasons, signInReasons, wordsOfNow, wordsOfSignIn } from '#shared/messages/refusal-words.ts';
import { sentenceOfWarning } from '#shared/messages/situation-words.ts';
import { isErrorType, errorTypes } from '#shared/service/service-error.ts';
import { sentenceOfErrorType } from '#shared/messages/words.ts';

/** The sentences around what a user does or decides: exactly the cases in which each is said. */

function saidIn<Case>(cases: Record<string, Case>, words: (of: Case) => string, sentence: string): string[] {
  return Object.entries(cases).flatMap(([name, one]) => (words(one).includes(sentence) ? [name] : []));
}
const byName = <Name extends string>(names: readonly Name[]): Record<Name, Name> =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;

describe('refusals', () => {
  test.each<[string, (typeof nowReasons)[number][]]>([
    ['It was sent already, so it cannot be undone here.', ['alreadySent']],
    ['It may have reached the service, so it cannot be changed here any more.', ['mayBeSent']],
    ['An earlier try may still be on its way. Try again when the countdown ends.', ['tooEarly']],
    ['It always needs you: correct it, then approve it again.', ['needsCorrection']],
    ['sent without it this would empty everything else. Import the full record, then release it.', ['needsFullRecord']],
    ['The service said something new about this record meanwhile.', ['conflictMoved']],
    ['nothing leaves this laptop until you go online', ['workingOffline']],
    ['It belongs to someone else’s account. Sign in as them to release it.', ['otherIdentity']],
    ['What was stored of it is unreadable, so it is kept and never sent.', ['damaged']],
    ['your sign-in is still in it. Unlock the keychain, then sign out again.', ['keychainLocked']],
    ['Something was recorded meanwhile.', ['unfinishedMoved']],
  ])('not now: “%s”', (sentence, cases) => {
    expect(saidIn(byName(nowReasons), wordsOfNow, sentence)).toEqual(cases);
  });

  test.each<[string, (typeof signInReasons)[number][]]>([
    ['This sign-in was not kept. Nothing of it was stored. If it was not yours, sign in again', ['notKept']],
    ['Your sign-in has expired. Nothing is lost.', ['expired']],
    ['The sign-in belongs to somebody else, not to this account, so it is not used here.', ['otherUser']],
    ['The service gave no sign-in that could be used.', ['noTokens']],
    ['The service refused the sign-in.', ['refused']],
    ['You are not signed in yet.', ['never']],
    ['A sign-in lasts until Layover is closed.', ['keychainUnavailable']],
  ])('signing in: “%s”', (sentence, cases) => {
    const words = (reason: (typeof signInReasons)[number]) => {
      const { message, next } = wordsOfSignIn({ reason, code: null, next: 'tryAgain' });
      return `${message} ${next ?? ''}`;
    };
    expect(saidIn(byName(signInReasons), words, sentence)).toEqual(cases);
  });

  test.each<[string, (typeof errorTypes)[number][]]>([
    ['The service wants you to sign in.', ['UNAUTHORIZED']],
    ['Your account, or the role of your key, may not do this.', ['FORBIDDEN']],
    ['It may be paid, locked or cancelled: check it.', ['CONFLICT']],
    ['The service understood it and refused it.', ['UNPROCESSABLE_CONTENT']],
  ])('an error: “%s”', (sentence, cases) => {
    expect(isErrorType('CONFLICT')).toBe(true);
    expect(saidIn(byName(errorTypes), sentenceOfErrorType, sentence)).toEqual(cases);
  });
});

describe('a sign-in that came back', () => {
  test('says in whose name things are sent only where the service names somebody', () => {
    const cases = { named: 'ana', unnamed: null };
    expect(saidIn(cases, keepWords, 'Keep it only if this is you: what you record here is sent in this name.')).toEqual(['named']);
    expect(saidIn(cases, keepWords, 'Keep it only if you have just signed in in the browser yourself.')).toEqual(['unnamed']);
    expect(saidIn(cases, keepWords, 'The service does not say whose sign-in this is.')).toEqual(['unnamed']);
    expect(saidIn(cases, keepWords, 'Nothing is stored yet.')).toEqual(['named', 'unnamed']);
  });
  test('the browser’s page says that one is signed in only after it', () => {
    const pages = byName(['signedIn', 'notSignedIn', 'used', 'strange'] as const);
    expect(saidIn(pages, signInPage, 'You are signed in')).toEqual(['signedIn']);
    expect(saidIn(pages, signInPage, 'it shows who signed in, and keeps nothing before you say so.')).toEqual(['signedIn']);
    expect(saidIn(pages, signInPage, 'Your work there is safe.')).toEqual(['notSignedIn']);
    expect(saidIn(pages, signInPage, 'This sign-in is over')).toEqual(['used']);
  });
  test('signing out says of a closed account only what was noted', () => {
    const cases = {
      'open, done': { unfinished: 0, active: true },
      'open, one': { unfinished: 1, active: true },
      'closed, done': { unfinished: 0, active: false },
      'closed, three': { unfinished: 3, active: false },
    };
    expect(saidIn(cases, leavingWords, 'Everything was sent or settled. The records stay')).toEqual(['open, done']);
    expect(saidIn(cases, leavingWords, 'Everything was sent or settled when this account was last closed.')).toEqual(['closed, done']);
    expect(saidIn(cases, leavingWords, '1 edit is not finished. It stays on this laptop and waits until you sign in again.')).toEqual([
      'open, one',
    ]);
    expect(saidIn(cases, leavingWords, '3 edits were not finished when this account was last closed. They stay')).toEqual([
      'closed, three',
    ]);
  });
  test('a keychain’s message depends on its state alone', () => {
    const states = byName(['ok', 'locked', 'readOnly', 'unavailable'] as const);
    const words = (state: keyof typeof states) => t(`settings.keychain.${state}`);
    expect(saidIn(states, words, 'locked: unlock it to stay signed in')).toEqual(['locked']);
    expect(saidIn(states, words, 'asks about approved payments and comments at each start')).toEqual(['readOnly']);
    expect(saidIn(states, words, 'not available: you are signed in for this session only')).toEqual(['unavailable']);
  });
  test('the text says that a host gets the sign-in only when it does', () => {
    const answers = byName(['withSignIn', 'withoutSignIn', 'no'] as const);
    const trusted = (answer: keyof typeof answers) => t(`trust.done.${answer}`, { host: '' });
    expect(saidIn(answers, trusted, 'is trusted with your sign-in.')).toEqual(['withSignIn']);
    expect(saidIn(answers, trusted, 'may be read from, without your sign-in.')).toEqual(['withoutSignIn']);
    expect(saidIn(answers, trusted, 'is not trusted. What waits for it stays held.')).toEqual(['no']);
    const hosts = { refused: [true, false], trusted: [false, true], reads: [false, false] } as const;
    const listed = ([refused, withSignIn]: readonly [boolean, boolean]) => hostWords({ refused, withSignIn });
    expect(saidIn(hosts, listed, 'refused: nothing goes there')).toEqual(['refused']);
    expect(saidIn(hosts, listed, 'reads only, without your sign-in')).toEqual(['reads']);
    expect(saidIn(hosts, (host) => (listed(host) === 'with your sign-in' ? 'yes' : ''), 'yes')).toEqual(['trusted']);
  });
});

describe('conflicts and doubts', () => {
  const reasons: Record<string, Reason | null> = {
    none: null,
    moved: { kind: 'baseMoved', differences: [{ path: ['city'] }], hardStop: false },
    bank: { kind: 'baseMoved', differences: [{ path: ['bankName'] }], hardStop: true },
    refused: { kind: 'rejectedByService', status: 409, error: null },
  };
  test('only moved bank data asks to check with the vendor', () => {
    const hint = (reason: Reason | null) => hintOf(reason) ?? '';
    expect(saidIn(reasons, hint, 'Check with the vendor before you choose: nothing is merged automatically here.')).toEqual(['bank']);
  });
  test('the outcome of a choice matches it', () => {
    expect(settledWords(true)).toBe('Saved: theirs stays, your edit is closed.');
    expect(settledWords(false)).toBe('Saved. Your choice is on this laptop.');
  });
  test('a payment waits for a person only before it is sent', () => {
    const payments = Object.fromEntries(editStates.map((state) => [state, { state, priority: 'payment' } as const]));
    const words = (edit: Parameters<typeof paymentWords>[0]) => paymentWords(edit) ?? '';
    expect(saidIn(payments, words, 'Every payment waits for a person, and is never sent again automatically.')).toEqual(['draft']);
    expect(paymentWords({ state: 'draft', priority: 'write' })).toBeNull();
  });
  test('a late request is spoken of only while one can arrive', () => {
    const cases = { locked: '1:20', unlocked: null };
    const words = (left: string | null) => answerWords(left).notThere;
    expect(saidIn(cases, words, 'available in 1:20, in case the first one still gets through')).toEqual(['locked']);
    expect(saidIn(cases, words, 'You are asked once more before it is sent')).toEqual(['unlocked']);
    expect(answerWords('1:20').there).toBe(answerWords(null).there);
  });
  test('an empty list says what comes there', () => {
    const tabs = byName(['needsYou', 'inDoubt', 'waiting', 'done'] as const);
    const words = (tab: ListTab) => t(`outbox.empty.${tab}`);
    expect(saidIn(tabs, words, 'What you typed is never lost.')).toEqual(['needsYou']);
    expect(saidIn(tabs, words, 'it waits here with everything that was sent, and you decide')).toEqual(['inDoubt']);
    expect(saidIn(tabs, words, 'What you save is queued here until the service has confirmed it.')).toEqual(['waiting']);
    expect(saidIn(tabs, words, 'What the service confirmed today, what you said is recorded, and what you took back.')).toEqual(['done']);
  });
});

describe('before it is recorded or approved', () => {
  const account = { id: 'a', kind: 'bankAccount', name: 'SEB', code: null, currency: 'SEK' } as never;
  const warnings: Record<string, ReviewWarning> = {
    samePayment: { kind: 'samePayment', editId: 'e', other: 'o' },
    nearlySamePayment: { kind: 'nearlySamePayment', editId: 'e', amountMinor: 100n, currency: 'EUR', date: '2026-03-10' },
    refusedBefore: { kind: 'refusedBefore', editId: 'e', other: 'o' },
    recordedElsewhere: { kind: 'recordedElsewhere', editId: 'e' },
    partlyPaid: { kind: 'partlyPaid', editId: 'e' },
    overpayment: { kind: 'overpayment', editId: 'e', amountMinor: 150n, openMinor: 100n, currency: 'EUR' },
    paidInFull: { kind: 'overpayment', editId: 'e', amountMinor: 150n, openMinor: 0n, currency: 'EUR' },
    notPositive: { kind: 'notPositive', editId: 'e', amountMinor: 0n, currency: 'EUR' },
    takesBack: { kind: 'notPositive', editId: 'e', amountMinor: -500n, currency: 'EUR' },
    mayBeThere: { kind: 'mayBeThere', editId: 'e' },
    lockedInvoice: { kind: 'lockedInvoice', editId: 'e', state: 'REVERSED' },
    unusualState: { kind: 'unusualState', editId: 'e', state: 'DRAFT' },
    bankChange: { kind: 'bankChange', editId: 'e', fields: [] },
    oddValue: {
      ...{ kind: 'oddValue', editId: 'e', of: 'updateVendor', path: ['bankAccountNumber'], value: 'DE89370400440532013001', from: 'edit' },
    },
    oddName: { kind: 'oddName', editId: 'e', name: 'Acmе' },
    otherCurrency: { kind: 'otherCurrency', editId: 'e', account, currency: 'EUR' },
    neverSeen: { kind: 'neverSeen', editId: 'e', refers: 'bankAccount', id: 'i' },
    incompleteBase: { kind: 'incompleteBase', editId: 'e' },
    sentAsRead: { kind: 'sentAsRead', editId: 'e', asOf: 0 },
    staleBase: { kind: 'staleBase', editId: 'e', asOf: 0 },
  };
  test.each<[string, string[]]>([
    ['Another payment has the same invoice, date, account and amount.', ['samePayment']],
    ['Nearly the same payment is here already: 1.00 EUR, 10 Mar 2026.', ['nearlySamePayment']],
    ['It may be recorded already: look it up in the service before this one is sent.', ['refusedBefore']],
    ['Check there that this payment is not recorded already.', ['recordedElsewhere']],
    ['Part of it is paid already; how much is not known here.', ['partlyPaid']],
    ['More than what’s still open on this laptop', ['overpayment']],
    ['Nothing is open any more: this pays 1.50 EUR too much.', ['paidInFull']],
    ['This is not more than zero. Is it what you mean?', ['notPositive']],
    ['back. Is it what you mean?', ['takesBack']],
    ['An earlier request of this had no clear answer and may have been recorded.', ['mayBeThere']],
    ['This invoice is reversed and locked. The service will probably refuse a payment.', ['lockedInvoice']],
    ['This invoice is draft. Whether it takes a payment is not certain.', ['unusualState']],
    ['This changes bank data. Compare old and new with the vendor’s own letter.', ['bankChange']],
    ['Approved, this is held until it is, since sent without it everything else would be emptied.', ['incompleteBase']],
    ['Account number: This IBAN isn’t valid (check digits).', ['oddValue']],
    ['The name “Acmе” mixes alphabets: it contains the Cyrillic letter “е” (U+0435) after “Acm”.', ['oddName']],
    ['We can’t check whether someone else has changed this vendor', ['sentAsRead']],
    ['was last read a while ago and may have changed since', ['staleBase']],
  ])('a warning: “%s”', (sentence, cases) => {
    expect(saidIn(warnings, (one) => sentenceOfWarning(one, 'en'), sentence)).toEqual(cases);
  });

  const on = (state: string | null, more: object = {}) =>
    ({ row: { status: state }, complete: true, view: {}, service: {}, ...more }) as unknown as RecordView;
  const invoices: Record<string, RecordView> = {
    open: on('OPEN'),
    paid: on('PAID'),
    reversed: on('REVERSED'),
    draft: on('DRAFT'),
    unknown: on(null),
    'with a payment here': on('OPEN', { paid: { payments: [{ id: 'e', date: null, amountMinor: 1n }], elsewhere: false } }),
    'paid in part elsewhere': on('PARTIALLY_PAID', { paid: { payments: [], elsewhere: true } }),
    'paid in part from here': on('PARTIALLY_PAID', { paid: { payments: [], elsewhere: false } }),
    'known by its id': on('OPEN', { service: null }),
    'in part': on('OPEN', { complete: false }),
  };
  const kindOf = (rule: string) => editKinds.find(({ words }) => words.rule === rule)!;
  const notices = (rule: string) => (view: RecordView) =>
    noticesOf(kindOf(rule), view)
      .map(({ text }) => text)
      .join(' ');
  test.each<[string, string, string[]]>([
    ['Payments', 'and locked. The service will probably refuse a payment.', ['reversed']],
    ['Payments', 'Whether it takes a payment is not certain.', ['paid', 'draft']],
    ['Payments', 'Check that it takes a payment.', ['unknown']],
    ['Payments', 'Another payment of this invoice is recorded here already.', ['with a payment here']],
    ['Payments', 'Part of it is paid already; how much is not known here.', ['paid in part elsewhere']],
    ['Payments', 'What you enter is sent as it is.', ['known by its id']],
    [
      'Vendor updates',
      'it is held until the full record is here, or until you have seen what would be emptied and send it all the same.',
      ['in part'],
    ],
  ])('%s: “%s”', (rule, sentence, cases) => {
    expect(saidIn(invoices, notices(rule), sentence)).toEqual(cases);
  });

  test('bank data and payments are told from what only the rules keep back', () => {
    const why = byName(['bank', 'payment', 'review', 'person', 'conflict'] as const);
    const words = (one: string) => splitWords([{ why: one }]).join(' ');
    expect(saidIn(why, words, 'touches bank data, which always waits for you')).toEqual(['bank']);
    expect(saidIn(why, words, 'is a payment, which always waits for you')).toEqual(['payment']);
    expect(saidIn(why, words, 'not sent: the service says something else since you looked')).toEqual(['conflict']);
    const vendors = kindOf('Vendor updates');
    const bodies = { bank: { bankName: 'SEB' }, email: { email: 'a@b.test' } };
    expect(saidIn(bodies, (body) => vendors.describe(body).title, 'Update vendor, with bank data')).toEqual(['bank']);
    const kinds = Object.fromEntries(editKinds.map((kind) => [kind.words.rule, kind]));
    const fixed = (sentence: string) => saidIn(kinds, ({ words: { ruleFixed } }) => ruleFixed ?? '', sentence);
    expect(fixed('A change of bank details always needs you.')).toEqual(['Vendor updates']);
    expect(fixed('Every payment needs you, whatever the rules say.')).toEqual(['Payments']);
  });

  test('a trip’s end lists the removed records, and nothing without any', () => {
    const end = (records: number) => ({ records, documents: 0, bytes: 5, unsent: 0, stays: [] }) as never;
    expect(goesWords(end(2))).toMatch(/^2 records \(.*\) leave this laptop\.$/);
    expect(goesWords(end(0))).toBe('Nothing of it is on this laptop.');
  });
});

describe('notices of what was done', () => {
  /** The window's text for an answer of the main process. */
  async function spoken(command: (commands: Commands) => Promise<unknown>, edits: object): Promise<string> {
    const said: string[] = [];
    const notices = { say: (text: string) => said.push(text), isShown: () => false } as unknown as Notices;
    const app = { api: { edits }, connection: { kind: 'online' }, onChange: () => () => undefined } as unknown as AppState;
    await command(new Commands(app, notices));
    return said.join(' ');
  }
  const undone = (answer: object) => spoken((commands) => commands.undo(), { undo: async () => answer });

  test('an undo says what had been sent already, and only where something had', async () => {
    const nothing = { undone: [], left: [], reopened: [] };
    expect(await undone({ ...nothing, undone: ['a'], left: ['b', 'c'] })).toBe('1 edit undone. 2 edits had been sent already.');
    expect(await undone({ ...nothing, undone: ['a'] })).toBe('1 edit undone.');
    expect(await undone({ ...nothing, reopened: ['a', 'b'] })).toBe('2 edits brought back.');
    expect(await undone(nothing)).toBe('There is nothing to undo.');
  });

  test('a recorded edit says whether it waits for a review', async () => {
    const recorded = (state: string) => ({ id: 'a', state, leavesInMs: null, merged: false });
    const record = (state: string) => spoken((commands) => commands.record({} as never), { record: async () => recorded(state) });
    expect(await record('draft')).toBe('Saved. Review it before it’s sent.');
    expect(await record('waiting')).toBe('Saved.');
    const reverse = (state: string) => spoken((commands) => commands.reverse('a'), { reverse: async () => recorded(state) });
    expect(await reverse('draft')).toBe('The reverse waits for your review.');
    expect(await reverse('waiting')).toBe('The reverse is saved.');
    expect(await spoken((commands) => commands.putBack('a'), { putBack: async () => ({ id: 'b' }) })).toBe(
      'Saved. It puts back what was lost.',
    );
  });

  test('“nothing was recorded” appears for a refusal, and not with an unknown outcome', async () => {
    const failing = (error: Error) =>
      spoken((commands) => commands.recordMany([]), {
        recordMany: async () => {
          throw error;
        },
      });
    const refusal = new ORPCError('NOT_NOW', { defined: true, data: { why: 'otherIdentity', state: null, unlocksInMs: null } });
    expect(await failing(refusal)).toMatch(/^Nothing was saved\. It belongs to someone else’s account\./);
    const invalid = new ORPCError('INVALID_BODY', { defined: true, data: { issues: [{ path: [], message: 'This is not a date.' }] } });
    expect(await failing(invalid)).toBe('Nothing was saved. This is not a date.');
    expect(sentenceOfRefusal(invalid)).toBe('Nothing was saved: some fields need correcting.');
    const stale = new ORPCError('STALE_BATCH', { defined: true, data: { fingerprint: '' } });
    expect(sentenceOfRefusal(stale)).toBe('The data changed while you were looking. Nothing was approved.');
    expect(await failing(new Error('the line broke'))).toBe('Layover did not answer. See whether it was done before you try again.');
    expect(await failing(new ORPCError('INTERNAL_SERVER_ERROR'))).toMatch(/^A fault in Layover stopped this\. See whether it was done/);
  });
});
