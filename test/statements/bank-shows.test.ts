import { expect, it, test } from 'vitest';
import { bankShows } from '#main/edits/statements/bank-shows.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { readyChoices } from '#main/edits/statements/propose.ts';
import { matchIn } from '#main/library/statements/match-elsewhere.ts';
import { assignAccounts, bankAccounts, confirmAccount, setEvidenceOnly } from '#main/statements/bank-lines.ts';
import { readingHere } from '#test/reading.ts';
import { createDesk } from '#test/sync/desk.ts';
import { bring } from './brought.ts';
import { camtOf, ofxOf, type MadeStatement } from './made-statements.ts';
import { line, made, paidDesk } from './paid-desk.ts';

const elsewhere = matchIn(readingHere);

/** A desk with a typed payment of 1.00 on Tuesday, 3 February, and a statement of these days with these lines. */
async function typedDesk(days: [from: string, to: string], lines: MadeStatement['lines']) {
  const at = createDesk();
  const id = at.pay();
  const whole = { ...made(lines), day: days[1] };
  const text = ofxOf(whole).replace(
    '<BANKTRANLIST>',
    `<BANKTRANLIST>\n<DTSTART>${days[0].replace(/-/g, '')}\n<DTEND>${days[1].replace(/-/g, '')}`,
  );
  await bring(at, text, 'a.ofx');
  const show = () => bankShows(at.store, id);
  const confirm = () => confirmAccount(at.store, bankAccounts(at.store)[0]?.id ?? 0, at.company.bankAccountId);
  return { show, confirm };
}
const covering: [string, string] = ['2026-01-27', '2026-02-10'];

it('shows the line of a typed payment’s account, sum and days, once the account is confirmed', async () => {
  const { show, confirm } = await typedDesk(covering, [line({ bookedOn: '2026-02-09', minor: 100n }), line({ minor: 101n })]);
  expect(show()).toEqual({ lines: [], noneUntil: null });
  confirm();
  expect(show()).toMatchObject({ lines: [{ bookedOn: '2026-02-09', minor: 100n }], noneUntil: null });
});

it.each<[string, [string, string], MadeStatement['lines'], string | null]>([
  ['covered days without its sum', covering, [line({ minor: 101n })], '2026-02-10'],
  ['a line outside the days', ['2026-01-20', '2026-02-28'], [line({ bookedOn: '2026-02-11', minor: 100n })], '2026-02-10'],
  ['money out', covering, [line({ minor: -100n })], '2026-02-10'],
  ['days that are not covered to the end', ['2026-01-27', '2026-02-09'], [line({ minor: 101n })], null],
  ['days that are not covered from the beginning', ['2026-01-28', '2026-02-10'], [line({ minor: 101n })], null],
])('says that no money came only for %s', async (_name, days, lines, noneUntil) => {
  const { show, confirm } = await typedDesk(days, lines);
  confirm();
  expect(show()).toEqual({ lines: [], noneUntil });
});

test('a drafted payment shows its own line, and no other payment shows it', async () => {
  const { at, draft } = await paidDesk();
  const answer = draft();
  const id = answer.ok ? (answer.ids[0] ?? '') : '';
  expect(bankShows(at.store, id).lines).toMatchObject([{ minor: 118_000n }]);
  expect(bankShows(at.store, at.pay(0, 118_000n)).lines).toEqual([]);
});

test('another laptop’s account is evidence only: nothing is ready and nothing drafted; a policy assigns accounts', async () => {
  const { at, invoiceId, first } = await paidDesk();
  const [account] = bankAccounts(at.store);
  const { id: lineId = 0 } = (await first()) ?? {};
  const draft = () => draftPayments(at.store, [{ line: lineId, uses: [{ invoiceId, minor: 1n }] }], {});
  expect(readyChoices(at.store, elsewhere)).toHaveLength(1);
  setEvidenceOnly(at.store, account?.id ?? 0, true);
  expect(readyChoices(at.store, elsewhere)).toEqual([]);
  expect(draft()).toMatchObject({ ok: false, issues: [{ message: 'recordedElsewhere' }] });
  assignAccounts(at.store, [account?.account ?? '']);
  expect(draft().ok).toBe(true);
  assignAccounts(at.store, []);
  expect(draft().ok).toBe(false);
  await bring(at, camtOf(made([line({ minor: 7n, bookedOn: '2026-01-05' })])), 'later.xml');
});
