import { t } from '#shared/messages/t.ts';
import type { KeyTrouble } from '#shared/contract/views/protection-views.ts';
import { describe, expect, test } from 'vitest';
import { unfinishedOf } from '#main/account-life/open/unfinished.ts';
import { endWords } from '#main/host/browser/browser-words.ts';
import { counterWords } from '#main/host/electron/menu/tray.ts';
import { quitWords } from '#main/host/electron/lifecycle/quit-words.ts';
import { judgeUpdate } from '#main/host/electron/updates/update-rules.ts';
import { bannersOf, pillOf } from '#renderer/frame/connection-words.ts';
import { saveWords } from '#renderer/pages/edit-form/form-words.ts';
import { brokenWords, countEdits, sentenceOf, sumsOfReport } from '#renderer/pages/history/report-words.ts';
import { secondWords } from '#renderer/pages/in-doubt/doubt-words.ts';
import { leftBehindWords, setAsideWords } from '#renderer/pages/protection/protection-words.ts';
import { factsOf } from '#renderer/pages/repair/repair-words.ts';
import { leftWords } from '#renderer/pages/records/selection/bulk-words.ts';
import { groupOrder, wordsOfGroup, type GroupKind } from '#renderer/pages/review/group-words.ts';
import { headlineOfVerdicts } from '#renderer/pages/review/verdict-words.ts';
import { headline, linesOf } from '#renderer/pages/today/today.ts';
import { sentWords } from '#renderer/state/feedback/leaving-notice.ts';
import type { AppStatus, Counters, RepairCause } from '#shared/contract/views/views.ts';
import type { Connection } from '#shared/contract/views/connection-views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { editStates, type EditState, type Reason, type RepeatClass } from '#shared/edit.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';

/** The sentences that the window makes of counters, states and rules: exactly the cases in which each is said. */

function saidIn<Case>(cases: Record<string, Case>, words: (of: Case) => string, sentence: string): string[] {
  return Object.entries(cases).flatMap(([name, one]) => (words(one).includes(sentence) ? [name] : []));
}

const calm: Counters = {
  ...{ waiting: 0, sending: 0, checking: 0, draft: 0, conflict: 0, rejected: 0, inDoubt: 0, held: 0, needsYou: 0 },
  ...{ documentsHere: 0, perKind: [] },
};
/** One edit in each open state, and none. */
const counted: Record<string, Counters> = {
  none: calm,
  ...Object.fromEntries((['waiting', 'sending', 'checking', 'inDoubt'] as const).map((state) => [state, { ...calm, [state]: 1 }])),
  ...Object.fromEntries((['draft', 'conflict', 'rejected', 'held'] as const).map((state) => [state, { ...calm, [state]: 1, needsYou: 1 }])),
};
const asked = ['draft', 'conflict', 'rejected', 'held'];

describe('before Layover closes', () => {
  const quit = (counters: Counters) => Object.values(quitWords(counters, [], false) ?? {}).join(' ');
  test.each<[string, string[]]>([
    ['One edit is not finished.', Object.keys(counted).slice(1)],
    ['not sent', []],
    ['on the way right now: Layover waits for the answers before it closes.', ['sending']],
    ['1 waiting to be sent.', ['waiting']],
    ['sent without a clear answer', ['checking']],
    ['1 need you.', asked],
    ['in doubt: we do not know whether the service recorded them.', ['inDoubt']],
    ['Nothing is lost. They are here when you open Layover again.', Object.keys(counted).slice(1)],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(counted, quit, sentence)).toEqual(cases);
  });

  test('the tray says that everything is sent only when nothing is unfinished', () => {
    expect(saidIn(counted, counterWords, 'everything is sent')).toEqual(['none']);
    expect(saidIn(counted, counterWords, '1 being checked')).toEqual(['checking']);
    expect(saidIn(counted, counterWords, '1 in doubt')).toEqual(['inDoubt']);
  });

  test('the browser host says that everything is sent only when nothing is unfinished', () => {
    const sentenceOf = (counters: Counters) => endWords(unfinishedOf(counters));
    expect(saidIn(counted, sentenceOf, 'Everything is sent.')).toEqual(['none']);
    expect(saidIn(counted, sentenceOf, '1 edit is not finished; nothing is lost.')).toEqual(Object.keys(counted).slice(1));
  });

  test('an update asks first where something is in doubt, and waits for what is under way', () => {
    const sentenceOf = (counters: Counters) => JSON.stringify(judgeUpdate(counters, false));
    expect(saidIn(counted, sentenceOf, 'in doubt: settle them first, or update now. Nothing is lost either way.')).toEqual(['inDoubt']);
    expect(saidIn(counted, sentenceOf, 'Edits are on the way.')).toEqual(['sending']);
    expect(saidIn(counted, sentenceOf, 'Edits are being checked.')).toEqual(['checking']);
  });
});

describe('Today', () => {
  const details = (counters: Counters) =>
    linesOf(counters, undefined)
      .map(({ detail }) => detail)
      .join(' ');
  test.each<[string, string[]]>([
    ['No clear answer came. Look it up, then decide.', ['inDoubt']],
    ['The record is in another state on the service than you saw. Nothing more is sent until you choose.', ['conflict']],
    ['The service refused it. What you entered is kept.', ['rejected']],
    ['They’re sent only after you approve them.', ['draft']],
    ['Kept here until you release it.', ['held']],
    ['Sent as soon as you’re online.', ['waiting', 'sending', 'checking']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(counted, details, sentence)).toEqual(cases);
  });
  test('the known state of edits under way replaces the sentence; nothing does before it was read', () => {
    const counters = { ...counted.none, draft: 8, conflict: 1, rejected: 3, waiting: 2, sending: 1 } as Counters;
    const edit = (state: EditState, recordTitle: string, reason: Reason | null = null) =>
      ({ ...line(state, reason), recordTitle }) as EditRow;
    const of = (state: EditState, kind: string, count: number, touchesBank = false) => ({ state, kind, count, touchesBank });
    const known = {
      kinds: [
        ...[of('draft', 'createInvoiceLine', 3), of('draft', 'recordInvoicePayment', 4), of('draft', 'updateVendor', 1, true)],
        ...[of('waiting', 'updateExpense', 2), of('sending', 'updateExpense', 1), of('waiting', 'ofAnotherVersion', 1)],
      ],
      payments: [{ currency: 'EUR', amountMinor: 913_500n, count: 4 }],
      newest: [edit('conflict', 'Hotel', { kind: 'baseMoved', differences: [], hardStop: false }), edit('rejected', 'Taxi')],
    };
    expect(linesOf(counters, known).map(({ message, count, detail, sums }) => [message, count, detail, sums.length])).toEqual([
      ['In conflict', 1, expect.stringMatching(/^Hotel: \S/), 0],
      ['Rejected', 3, 'Taxi and 2 more', 0],
      ['To review', 8, '4 payments, 3 invoice lines, 1 vendor update with bank details', 1],
      ['Sending automatically', 3, '3 expense updates, 1 edit', 0],
    ]);
    expect(linesOf(counters, null).map(({ detail }) => detail)).toEqual(['', '', '', '']);
  });
  test('“You’re all caught up” appears only with nothing open', () => {
    const sentenceOf = (counters: Counters) => headline({ counters, connection: { kind: 'online' } });
    expect(saidIn(counted, sentenceOf, 'You’re all caught up')).toEqual(['none']);
  });
});

test('a form for several records says which of them left the list, and that every one is recorded', () => {
  expect(leftWords(1, 1)).toBe('It has left the list meanwhile, and is saved all the same.');
  expect(leftWords(3, 1)).toBe('1 of them has left the list meanwhile. Every one that you chose is saved.');
  expect(leftWords(3, 3)).toBe('All of them have left the list meanwhile. Every one that you chose is saved.');
});

type Line = Pick<EditRow, 'state' | 'reason' | 'description'>;
const line = (state: EditState, reason: Reason | null = null): Line => ({
  state,
  reason,
  description: { title: 'Record payment', fields: [] },
});

describe('the outcome', () => {
  const cases: Record<string, Line> = {
    ...Object.fromEntries(editStates.map((state) => [state, line(state)])),
    clean: line('applied', { kind: 'clean' }),
    twice: line('applied', { kind: 'duplicateAlarm' }),
    replaced: line('applied', { kind: 'versionJump', expected: '4', returned: '5', differences: [] }),
    lost: line('applied', { kind: 'fieldsLost', differences: [], putBack: {} }),
  };
  test('“confirmed by the service” appears for a plain confirmation alone, for one and for the first of many', () => {
    expect(saidIn(cases, (one) => sentWords(one, 1), 'Sent and confirmed.')).toEqual(['applied', 'clean']);
    expect(saidIn(cases, (one) => sentWords(one, 3), 'First of 3 sent: confirmed.')).toEqual(['applied', 'clean']);
    expect(sentWords(cases['lost']!, 1)).toBe('Record payment: confirmed, with a loss.');
    expect(sentWords(cases['held']!, 3)).toBe('First of 3 sent: held.');
  });

  test('a headline of verdicts counts as confirmed what was, and as on its way what is', () => {
    const sentenceOf = (one: Line) => headlineOfVerdicts([one], true);
    expect(Object.keys(cases).filter((name) => sentenceOf(cases[name]!) === '1 confirmed')).toEqual(['applied', 'clean']);
    expect(saidIn(cases, sentenceOf, '1 marked as recorded')).toEqual(['confirmed']);
    expect(saidIn(cases, sentenceOf, '1 confirmed with something to look at')).toEqual(['twice', 'lost']);
    expect(saidIn(cases, sentenceOf, '1 may have replaced somebody’s change')).toEqual(['replaced']);
    expect(saidIn(cases, sentenceOf, '1 on its way')).toEqual(['waiting', 'sending', 'checking']);
    expect(saidIn(cases, sentenceOf, '1 in doubt')).toEqual(['inDoubt']);
    expect(saidIn(cases, sentenceOf, '1 taken back')).toEqual(['superseded', 'discarded']);
    expect(headlineOfVerdicts([line('waiting')], false)).toBe('1 leaves when you are online');
    expect(headlineOfVerdicts([line('waiting'), line('waiting')], false)).toBe('2 leave when you are online');
  });

  test('a report sums the service’s confirmations and the user’s word apart', () => {
    const paid = (id: string, state: EditState) =>
      ({ edit: { id, state, priority: 'payment', amountMinor: 500n, currency: 'EUR' } }) as unknown as Parameters<
        typeof sumsOfReport
      >[0][number];
    expect(sumsOfReport([paid('a', 'confirmed')]).map(({ label }) => label)).toEqual(['Payments recorded, you confirmed']);
    expect(sumsOfReport([paid('a', 'applied'), paid('b', 'confirmed')]).map(({ sums }) => sums[0]?.amountMinor)).toEqual([500n, 500n]);
  });

  test('the pill says “Checking” where nothing is sent and something is looked for', () => {
    const progress = { running: true, done: 0, total: 1, applied: 0, problems: 0, startedAt: 0, leftMs: null };
    const word = (counters: Counters) => pillOf('open', { kind: 'online' }, progress, counters).word;
    expect(word({ ...calm, checking: 1 })).toBe('Checking 1');
    expect(word({ ...calm, checking: 1, waiting: 1 })).toBe('Sending 0 of 1');
  });

  test('the pill counts every queued edit, as the sidebar does', () => {
    const still = { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };
    const { detail } = pillOf('open', { kind: 'online' }, still, { ...calm, waiting: 4, sending: 1, checking: 1 });
    expect(detail).toMatch(/\b6\b/);
  });

  test('the history is called changed from outside only with a broken chain', () => {
    expect(brokenWords(null)).toBeNull();
    expect(brokenWords({ whole: true, brokenAt: null })).toBeNull();
    const broken = brokenWords({ whole: false, brokenAt: 7 });
    expect(broken?.title).toBe('The history was changed outside Layover.');
    expect(broken?.text).toMatch(/^Line 7 does not follow from the one before\. Your edits are kept; export the history/);
  });

  test('a report never calls sent what was only held or found in conflict', () => {
    const none = {
      id: 'r',
      startedAt: 0,
      endedAt: 1,
      applied: 0,
      confirmed: 0,
      changedByService: 0,
      rejected: 0,
      conflict: 0,
      inDoubt: 0,
      held: 0,
    };
    expect(sentenceOf(none)).toBe('no verdict');
    expect(sentenceOf({ ...none, conflict: 1, held: 2 })).toBe('3 edits: 1 in conflict, 2 held');
    expect(sentenceOf({ ...none, applied: 1 })).toBe('1 edit: 1 confirmed');
    expect(sentenceOf({ ...none, applied: 1, confirmed: 1 })).toBe('2 edits: 1 confirmed, 1 marked as recorded');
    expect(countEdits([])).toBe('0 edits');
  });
});

describe('the review', () => {
  const groups = Object.fromEntries(
    [...groupOrder, 'conflicts' as const].map((kind): [string, { kind: GroupKind; of: string }] => [kind, { kind, of: '' }]),
  );
  test.each<[string, string[]]>([
    ['Other fields have new values there. Those and yours both stay.', ['changedOnService']],
    ['Sent last, one at a time.', ['payments']],
    ['An earlier edit of the same record needs you first.', ['blocked']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(groups, (group) => wordsOfGroup(group).message, sentence)).toEqual(cases);
  });

  test('the effect of “Record” follows the rules of this account', () => {
    const by = (rules: Record<string, 'automatic' | 'review'>) => (kind: EditKind) => saveWords(kind, rules);
    const kinds = Object.fromEntries(editKinds.map((kind) => [kind.words.rule, kind]));
    const [all, payments] = [Object.keys(kinds), ['Payments']];
    const rest = all.filter((rule) => rule !== 'Payments');
    const rules = (need: 'automatic' | 'review') => Object.fromEntries(editKinds.map(({ kind }) => [kind, need]));
    for (const need of ['automatic', 'review'] as const) {
      expect(saidIn(kinds, by(rules(need)), 'Saved on this laptop. It’s sent only after you approve it.')).toEqual(payments);
      expect(saidIn(kinds, by(rules(need)), 'Saved on this laptop, for your review.')).toEqual(need === 'review' ? rest : []);
      expect(saidIn(kinds, by(rules(need)), 'Saved on this laptop; sent when you’re online')).toEqual(need === 'automatic' ? rest : []);
    }
    expect(saidIn(kinds, by({}), 'sent when you’re online')).toEqual(
      all.filter((rule) => ['Expense updates', 'Card transaction updates', 'Comments'].includes(rule)),
    );
  });

  test('a second request is called a duplicate only for a creating edit', () => {
    const repeats: Record<string, RepeatClass> = { creates: 'creates', whole: 'absoluteVersioned' };
    expect(saidIn(repeats, secondWords, 'the service will have it twice')).toEqual(['creates']);
    expect(saidIn(repeats, secondWords, 'the same values go over whatever was changed since')).toEqual(['whole']);
  });
});

describe('banners', () => {
  const status = (connection: Connection, repair: RepairCause | null = null) =>
    ({
      ...{
        connection,
        repair,
        counters: { ...calm, waiting: 2, draft: 1, conflict: 1, inDoubt: 1, held: 1 },
        diskLow: false,
        proxyQuestion: null,
        sandbox: null,
        reads: [],
      },
      account: { embedded: false },
    }) as unknown as AppStatus;
  const shown: Record<string, AppStatus> = {
    online: status({ kind: 'online' }),
    offline: status({ kind: 'offline', since: 0, failure: null }),
    captivePortal: status({ kind: 'captivePortal' }),
    slow: status({ kind: 'slow' }),
    serviceDown: status({ kind: 'serviceDown', status: 502 }),
    broken: status({ kind: 'broken', detail: 'storage' }),
    ...Object.fromEntries(
      (['never', 'expired', 'refused', 'otherPlace', 'keychainLocked', 'keychainUnavailable'] as const).map((why) => [
        why,
        status({ kind: 'signedOut', why }),
      ]),
    ),
    otherUser: status({ kind: 'signedOut', why: 'otherUser', account: 'ana', heard: 'bob' }),
    ...Object.fromEntries(
      (['damaged', 'newer', 'restoredBackup', 'auditBroken', 'notAsApproved', 'trustForgotten', 'accountsRebuilt'] as const).map((kind) => [
        kind,
        status({ kind: 'online' }, { kind } as RepairCause),
      ]),
    ),
  };
  const banners = (one: AppStatus) =>
    bannersOf('open', one)
      .map(({ title, text, more = '' }) => `${title} ${text} ${more}`)
      .join(' ');
  test.each<[string, string[]]>([
    ['6 edits are safe on this laptop.', ['offline', 'captivePortal', 'serviceDown']],
    ['2 are sent automatically when it is back, 1 waits for your review.', ['offline']],
    ['The service isn’t responding properly (502).', ['serviceDown']],
    ['Sending goes on', ['slow']],
    ['Your edits are saved.', ['broken']],
    ['Your sign-in has expired. Nothing is lost.', ['expired']],
    ['The service no longer accepts this sign-in. Nothing is lost.', ['refused']],
    [
      'The address or the certificate of this account is not the one that you signed in to: it was changed outside Layover. Your sign-in',
      ['otherPlace'],
    ],
    ['You can work; nothing is sent. Nothing is lost.', ['keychainLocked']],
    ['The system’s keychain does not answer. Nothing is lost.', ['keychainUnavailable']],
    ['This account belongs to ana, so nothing is sent.', ['otherUser']],
    ['It was set aside, and what could be read is here.', ['damaged']],
    ['It is left untouched.', ['newer']],
    ['Everything open is held, so that nothing is sent twice.', ['restoredBackup']],
    ['Everything open is held until you looked.', ['auditBroken']],
    ['Some edits are not what was approved. They are held until you looked.', ['notAsApproved']],
    ['Trusted hosts were changed from outside. You are asked about each again.', ['trustForgotten']],
    ['It was made again, and everything open is held.', ['accountsRebuilt']],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(shown, banners, sentence)).toEqual(cases);
  });
  test('a window that lost its line promises nothing', () => {
    const pill = (line: 'open' | 'lost') =>
      pillOf(line, { kind: 'online' }, { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null }, calm);
    expect(pill('lost').detail).toBe('Layover has stopped responding. You can’t save right now.');
    expect(pill('open').detail).not.toContain('This window has lost Layover.');
    expect(bannersOf('lost', null)[0]?.text).toBe('You can’t save right now.');
  });
});

describe('Repair and the lost key', () => {
  const repairs = Object.fromEntries(
    (['damaged', 'newer', 'restoredBackup', 'auditBroken', 'notAsApproved', 'trustForgotten', 'accountsRebuilt'] as const).map((kind) => [
      kind,
      kind,
    ]),
  );
  test.each<[string, RepairCause['kind'][]]>([
    ['every edit that could still be read is held here', ['damaged']],
    ['This version does not touch it, so nothing can get lost.', ['newer']],
    ['Some of these edits may have been sent, discarded or held since.', ['restoredBackup']],
    ['nothing is sent until you release each one', ['restoredBackup', 'auditBroken', 'accountsRebuilt']],
    ['A line of the history does not fit the ones around it. All open edits are held', ['auditBroken']],
    [
      'The history says something else of them than the data do: the data were changed outside Layover. These edits are held: nothing of them is sent until you release each one and approve it.',
      ['notAsApproved'],
    ],
    [
      'This laptop’s keychain knows other answers of yours than the data hold. No host is trusted until you are asked again.',
      ['trustForgotten'],
    ],
  ])('“%s”', (sentence, cases) => {
    expect(saidIn(repairs, (kind) => t(`repair.${kind}.message`), sentence)).toEqual(cases);
  });
  test('the titles of what was changed outside', () => {
    expect(t('repair.notAsApproved')).toBe('Some edits are not what was approved');
    expect(t('repair.trustForgotten')).toBe('Trusted hosts were changed from outside');
    expect(t('protection.trouble.notEncrypted')).toBe('Your encrypted data was replaced');
  });
  test('an older copy’s count names requests, not sent edits', () => {
    expect(factsOf({ kind: 'restoredBackup', counter: 3, keychainCounter: 5, log: { how: 'goesOn', here: 1, noted: 1 } })).toBe(
      'This copy counts 3 requests, the keychain 5.',
    );
  });
  test('the page about unreadable data shows only known facts', () => {
    const untouched: KeyTrouble[] = ['absent', 'wrong', 'unavailable', 'damaged'];
    const troubles = Object.fromEntries((['locked', ...untouched, 'notEncrypted'] as const).map((why) => [why, why]));
    const message = (why: KeyTrouble) => t(`protection.trouble.${why}.message`);
    expect(saidIn(troubles, message, 'Layover did not open them, and nothing of them is sent.')).toEqual(['notEncrypted']);
    expect(saidIn(troubles, message, 'Your data is encrypted and was not touched')).toEqual(untouched);
    expect(leftBehindWords(null)).toBe('How much of it is still to be sent is not known.');
    expect(leftBehindWords({ at: 0, unfinished: 0, inDoubt: 0 })).toMatch(/^Everything in it was sent or settled, as noted /);
    expect(leftBehindWords({ at: 0, unfinished: 3, inDoubt: 1 })).toMatch(
      /^3 edits in it are not finished, as noted .*, 1 of them in doubt: the service may have carried it out\.$/,
    );
    expect(setAsideWords({ id: 'a', at: 0, unfinished: 2, inDoubt: 0 })).toMatch(/2 unfinished edits as of/);
    expect(setAsideWords({ id: 'a', at: null, unfinished: null, inDoubt: null })).not.toMatch(/unfinished/);
  });
});
