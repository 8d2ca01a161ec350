import { expect, test } from 'vitest';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { confirmAccount, keepLine } from '#main/statements/bank-lines.ts';
import { createDesk } from '#test/sync/desk.ts';
import { accountsOf, bring, linesOf } from './brought.ts';
import { camtOf, mt940Of, ofxOf, type MadeStatement } from './made-statements.ts';

type Line = MadeStatement['lines'][number];
const line = (day: string, minor: bigint, text: string): Line => ({
  ...{ bookedOn: day, minor, payer: 'Solar Alentejo Lda', payerAccount: '', endToEnd: '', text },
});
const statement = (day: string, opening: bigint, lines: Line[]): MadeStatement => ({
  ...{ account: 'DE44200400000628110000', currency: 'EUR', day, opening, lines },
});
const doubts = async (at: ReturnType<typeof createDesk>) => (await linesOf(at)).map(({ minor, doubt }) => [minor, doubt]);

test('an equal line in the statement that begins where the last one ends is a question, once', async () => {
  const at = createDesk();
  await bring(at, camtOf(statement('2026-11-03', 0n, [line('2026-11-03', 100n, 'RENT')])));
  const second = camtOf(statement('2026-11-03', 100n, [line('2026-11-03', 100n, 'RENT')]));
  expect(await bring(at, second)).toMatchObject({ imported: 1, doubtful: 1 });
  expect(await bring(at, second)).toMatchObject({ imported: 0 });
  expect(await doubts(at)).toEqual([
    [100n, 'twin'],
    [100n, null],
  ]);
  const wholeDay = statement('2026-11-03', 0n, [line('2026-11-03', 100n, 'RENT'), line('2026-11-03', 100n, 'RENT')]);
  expect(await bring(at, camtOf(wholeDay))).toMatchObject({ imported: 0, known: 2 });
});

test('a batch and its parts are a question, in whichever order they come', async () => {
  const parts = [line('2026-11-03', 10_000n, 'RATE'), line('2026-11-03', 3_000n, 'FEE')];
  const batch = statement('2026-11-03', 0n, [line('2026-11-03', 13_000n, 'SAMMLER 2 POSTEN')]);
  const inParts = statement('2026-11-03', 0n, parts);
  for (const [first, then, asked] of [
    [camtOf(batch), ofxOf(inParts), 2],
    [ofxOf(inParts), camtOf(batch), 1],
  ] as const) {
    const at = createDesk();
    expect(await bring(at, first)).toMatchObject({ doubtful: 0 });
    expect(await bring(at, then)).toMatchObject({ imported: asked, doubtful: asked });
  }
  const together = createDesk();
  expect(await bring(together, ofxOf({ ...batch, lines: [...batch.lines, ...parts] }))).toMatchObject({ imported: 3, doubtful: 3 });
});

test('a line on a day whose balances leave no room for it is a question', async () => {
  const at = createDesk();
  await bring(at, camtOf(statement('2026-11-03', 0n, [line('2026-11-03', 500n, 'A')])), '1.xml');
  await bring(at, camtOf(statement('2026-11-04', 500n, [line('2026-11-04', 20n, 'B')])), '2.xml');
  await bring(at, camtOf(statement('2026-11-05', 520n, [line('2026-11-05', 7n, 'C')])), '3.xml');
  expect(await bring(at, ofxOf(statement('2026-11-04', 0n, [line('2026-11-04', 99n, 'D')])))).toMatchObject({ doubtful: 1 });
  expect(await bring(at, ofxOf(statement('2026-11-05', 0n, [line('2026-11-05', 98n, 'E')])))).toMatchObject({ imported: 1, doubtful: 0 });
});

test('a line of a known day and amount with another payer account is a question', async () => {
  const at = createDesk();
  const of = (payerAccount: string) => statement('2026-11-03', 0n, [{ ...line('2026-11-03', 100n, 'RENT'), payerAccount }]);
  await bring(at, camtOf(of('DE89370400440532013000')));
  expect(await bring(at, mt940Of(of('SE4550000000058398257466')))).toMatchObject({ imported: 1, doubtful: 1 });
});

test('an account of a German bank code and number is the account of the IBAN, whichever comes first', async () => {
  const made = statement('2026-11-03', 0n, [line('2026-11-03', 100n, 'RENT')]);
  const iban = { ...made, account: 'DE89370400440532013000' };
  const short = { ...made, account: '37040044/532013000' };
  for (const texts of [
    [camtOf(iban), mt940Of(short)],
    [mt940Of(short), camtOf(iban)],
  ]) {
    const at = createDesk();
    for (const text of texts) await bring(at, text);
    expect(accountsOf(at).map(({ account }) => account)).toEqual(['DE89370400440532013000']);
    expect(await linesOf(at)).toHaveLength(1);
  }
});

test('nothing is proposed or drafted from a doubtful line until a user keeps it', async () => {
  const at = createDesk();
  const invoiceId = at.company.invoices[0] ?? '';
  const invoice = at.company.store.get('invoiceReceivable', invoiceId);
  if (!invoice) throw new Error('no invoice');
  at.company.store.put('invoiceReceivable', invoiceId, { ...invoice, invoiceNumber: 'DE01-2026-00102', state: 'OPEN', amount: 100n });
  at.know('invoiceReceivable', invoiceId);
  const made = (opening: bigint) => ({
    ...statement('2026-11-03', opening, [line('2026-11-03', 100n, 'DE01-2026-00102')]),
    currency: invoice.currency,
  });
  await bring(at, camtOf(made(0n)));
  await bring(at, camtOf(made(100n)));
  confirmAccount(at.store, accountsOf(at)[0]?.id ?? 0, at.company.bankAccountId);
  const [twin] = await linesOf(at);
  const draft = () => draftPayments(at.store, [{ line: twin?.id ?? 0, uses: [{ invoiceId, minor: 100n }] }], {});
  expect(twin).toMatchObject({ doubt: 'twin', ticked: null, asked: [] });
  expect(draft()).toMatchObject({ ok: false, issues: [{ message: 'lineNotOpen' }] });
  expect(keepLine(at.store, twin?.id ?? 0)).toBe(true);
  expect(keepLine(at.store, twin?.id ?? 0)).toBe(false);
  expect(draft()).toMatchObject({ ok: true });
});
