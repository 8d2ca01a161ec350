import Papa from 'papaparse';
import { expect, it, test } from 'vitest';
import { change } from '#main/edits/record/change.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { confirmAccount, linesOfEdit, putAside, useLine } from '#main/statements/bank-lines.ts';
import { bodyOf } from '#main/outbox/outbox.ts';
import { exportLines } from '#main/library/statements/export-lines.ts';
import { giveName } from '#main/names/book.ts';
import { integerOf } from '#shared/records/field.ts';
import { createDesk } from '#test/sync/desk.ts';
import { accountsOf, bring, bringUnions, linesOf } from './brought.ts';
import { camtOf, chance, madeStatement, mt940Of, type MadeStatement } from './made-statements.ts';

const defaultRules = {};
type Line = MadeStatement['lines'][number];
const line = (told: Partial<Line>): Line => ({
  ...{ bookedOn: '2026-02-03', minor: 100n, payer: 'Solar Alentejo Lda', payerAccount: 'DE89370400440532013000', endToEnd: '', text: '' },
  ...told,
});
const made = (lines: Line[], currency = 'EUR'): MadeStatement => ({ ...madeStatement(1), currency, lines });

/** A desk with one open invoice whose customer and number are known, and a line that pays it. */
async function paidDesk(minorOf: (open: bigint) => bigint = (open) => open) {
  const at = createDesk();
  const invoiceId = at.company.invoices[0] ?? '';
  const invoice = at.company.store.get('invoiceReceivable', invoiceId);
  if (!invoice) throw new Error('no invoice');
  const customerId = invoice.customerId ?? '00000000-0000-4000-8000-00000000ab01';
  at.company.store.put('invoiceReceivable', invoiceId, {
    ...invoice,
    customerId,
    invoiceNumber: 'DE01-2026-00102',
    state: 'OPEN',
    amount: 118_000n,
  });
  at.know('invoiceReceivable', invoiceId);
  giveName(
    at.store,
    { kind: 'customer', id: customerId, name: 'Solar Alentejo Lda', code: '', note: '', currency: '', inUse: true },
    'typed',
  );
  const text = camtOf(made([line({ minor: minorOf(118_000n), text: 'INV DE01 2026/00102' })], invoice.currency));
  await bring(at, text);
  const account = accountsOf(at)[0]?.id ?? 0;
  confirmAccount(at.store, account, at.company.bankAccountId);
  const first = async () => (await linesOf(at))[0];
  const lineId = (await first())?.id ?? 0;
  const draft = (minor = 118_000n) => draftPayments(at.store, [{ line: lineId, uses: [{ invoiceId, minor }] }], defaultRules);
  return { at, invoiceId, text, first, draft };
}

test('a line becomes a draft with its evidence, and the same file again proposes nothing', async () => {
  const { at, invoiceId, text, first, draft } = await paidDesk();
  expect(await first()).toMatchObject({ state: 'open', ticked: { why: 'numberAndSum', uses: [{ invoiceId, minor: 118_000n }] } });
  const answer = draft();
  const id = answer.ok ? (answer.ids[0] ?? '') : '';
  expect(at.edit(id)).toMatchObject({ state: 'draft', review: 'person', kind: 'recordInvoicePayment' });
  expect(linesOfEdit(at.store, id).map(({ minor }) => minor)).toEqual([118_000n]);
  expect(await bring(at, text, 'renamed.xml')).toMatchObject({ imported: 0, known: 1 });
  expect(await linesOf(at)).toMatchObject([{ state: 'drafted', restMinor: 0n, ticked: null, asked: [] }]);
  expect(draft()).toMatchObject({ ok: false });
});

test('undo frees the line, and redo is refused if another payment uses it', async () => {
  const { at, first, draft } = await paidDesk();
  const answer = draft();
  const ids = answer.ok ? answer.ids : [];
  expect(undo(at.store, ids, defaultRules).ok).toBe(true);
  expect(await first()).toMatchObject({ state: 'open', restMinor: 118_000n });
  expect(draft().ok).toBe(true);
  const before = at.edit(ids[0] ?? '');
  expect(redo(at.store, ids, defaultRules)).toMatchObject({ ok: false, why: 'lineUsed' });
  expect(at.edit(ids[0] ?? '')).toEqual(before);
});

test('a correction keeps the line, as far as its amount allows', async () => {
  const { at, first, draft } = await paidDesk();
  const answer = draft();
  const id = answer.ok ? (answer.ids[0] ?? '') : '';
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 100_000n };
  const changed = change(at.store, id, body, defaultRules);
  expect(changed.ok).toBe(true);
  expect(await first()).toMatchObject({ restMinor: 18_000n, state: 'open' });
  const more = change(at.store, (await first())?.editIds[0] ?? '', { ...body, amountInInvoiceCurrency: 200_000n }, defaultRules);
  expect(more.ok).toBe(true);
  expect(await first()).toMatchObject({ restMinor: 0n, state: 'drafted' });
});

test('undo of a correction is refused where another payment uses the part that the correction freed', async () => {
  const { at, draft } = await paidDesk();
  const answer = draft();
  const id = answer.ok ? (answer.ids[0] ?? '') : '';
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 100_000n };
  const corrected = change(at.store, id, body, defaultRules);
  expect(draft(18_000n).ok).toBe(true);
  expect(undo(at.store, [corrected.ok ? corrected.id : ''], defaultRules)).toMatchObject({ ok: false, why: 'lineUsed' });
});

test('nothing is drafted from a line that was put aside, or before its account is confirmed', async () => {
  const { at, first, draft } = await paidDesk();
  putAside(at.store, (await first())?.id ?? 0, 'private');
  expect(draft()).toMatchObject({ ok: false, issues: [{ message: 'lineNotOpen' }] });
  putAside(at.store, (await first())?.id ?? 0, null);
  expect(draft().ok).toBe(true);
  await bring(at, camtOf({ ...made([line({ minor: 5n })]), account: 'SE4550000000058398257466' }));
  const other = (await linesOf(at)).find(({ minor }) => minor === 5n);
  const refused = draftPayments(
    at.store,
    [{ line: other?.id ?? 0, uses: [{ invoiceId: at.company.invoices[0] ?? '', minor: 5n }] }],
    defaultRules,
  );
  expect(refused).toMatchObject({ ok: false, issues: [{ message: 'accountNotConfirmed' }] });
});

test('the uses of a line never sum to more than the line', async () => {
  const { at, first, draft } = await paidDesk();
  const draw = chance(5);
  for (let n = 0; n < 300; n += 1) {
    const before = (await first())?.restMinor ?? 0n;
    const minor = BigInt(1 + draw(60_000));
    expect(draft(minor).ok).toBe(minor <= before);
    const { editIds = [], restMinor = 0n } = (await first()) ?? {};
    const used = editIds.map((id) => integerOf(bodyOf(at.edit(id))?.['amountInInvoiceCurrency']) ?? 0n);
    expect(used.reduce((sum, amount) => sum + amount, restMinor)).toBe(118_000n);
    if (editIds.length > 0 && draw(2) === 0) undo(at.store, editIds.slice(0, 1), defaultRules);
  }
  const [edit] = (await first())?.editIds ?? [];
  const { id: line = 0 } = (await first()) ?? {};
  expect(() => useLine(at.store, { line, editId: edit ?? '', minor: 118_001n })).toThrow();
});

it('brings the union of sliding, overlapping and repeated files, twins kept', () => bringUnions(0, 12));

it('brings no line of the same file in another dress', async () => {
  const at = createDesk();
  const whole = made(madeStatement(3).lines.map((each) => ({ ...each, payer: 'Solar Alentejo Lda', text: 'RG DE01-2026-00102' })));
  await bring(at, camtOf(whole));
  for (const text of [
    camtOf(whole, { version: '02' }),
    camtOf(whole, { prefix: 'x', message: 'other' }),
    mt940Of(whole),
    camtOf(whole).replace(/\n/g, '\r\n'),
  ])
    expect(await bring(at, text)).toMatchObject({ imported: 0 });
});

test('an export says what became of each line, and its sums are the lines', async () => {
  const { at, draft } = await paidDesk();
  expect(draft(100_000n).ok).toBe(true);
  const all = { state: null, account: null, day: null, find: '' };
  const { file } = await exportLines(at.store, all, 'csv', 'en-GB');
  const [head = [], ...rows] = Papa.parse<string[]>((await file.text()).trim()).data;
  const cell = (name: string) => rows[0]?.[head.indexOf(name)];
  expect(rows).toHaveLength(1);
  expect([cell('State'), cell('Invoices'), cell('Booked')]).toEqual(['Open', 'DE01-2026-00102', '2026-02-03']);
  expect(Number(cell('In payments')) + Number(cell('Left'))).toBe(Number(cell('Amount')));
  const found = await exportLines(at.store, { ...all, find: 'no such text' }, 'csv', 'en-GB');
  expect((await found.file.text()).trim().split('\n')).toHaveLength(1);
});
