import Papa from 'papaparse';
import { expect, it, test } from 'vitest';
import { change } from '#main/edits/record/change.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { bankAccounts, linesOfEdit, putAside, setEvidenceOnly, useLine } from '#main/statements/bank-lines.ts';
import { exportLines } from '#main/library/statements/export-lines.ts';
import { createDesk } from '#test/sync/desk.ts';
import { bring, bringUnions, linesOf } from './brought.ts';
import { defaultRules, line, made, paidDesk, useLines } from './paid-desk.ts';
import { camtOf, madeStatement, mt940Of } from './made-statements.ts';

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

test('a draft whose account moved to another laptop since is pointed out in the review, corrected or not', async () => {
  const { at, draft } = await paidDesk();
  const answer = draft();
  const id = answer.ok ? (answer.ids[0] ?? '') : '';
  const elsewhere = () =>
    reviewBatch(at.store, null)
      .groups.flatMap(({ warnings }) => warnings)
      .filter(({ kind }) => kind === 'recordedElsewhere')
      .map(({ editId }) => editId);
  expect(elsewhere()).toEqual([]);
  const [account] = bankAccounts(at.store);
  setEvidenceOnly(at.store, account?.id ?? 0, true);
  expect(elsewhere()).toEqual([id]);
  const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: 100_000n };
  const corrected = change(at.store, id, body, defaultRules);
  expect(elsewhere()).toEqual([corrected.ok ? corrected.id : '']);
  setEvidenceOnly(at.store, account?.id ?? 0, false);
  expect(elsewhere()).toEqual([]);
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

test('the uses of lines never sum to more than the lines, and the sums of the page are the credits', () => useLines(300, 5));

test('the database rejects a use that is more than its line', async () => {
  const { at, first, draft } = await paidDesk();
  expect(draft().ok).toBe(true);
  const { id: line = 0, editIds: [editId = ''] = [] } = (await first()) ?? {};
  expect(() => useLine(at.store, { line, editId, minor: 118_001n })).toThrow();
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
  const { file } = await exportLines(at.store, { query: '', locale: 'en-GB' }, 'csv');
  const [head = [], ...rows] = Papa.parse<string[]>((await file.text()).trim()).data;
  const cell = (name: string) => rows[0]?.[head.indexOf(name)];
  expect(rows).toHaveLength(1);
  expect([cell('State'), cell('Invoices'), cell('Booked')]).toEqual(['Open', 'DE01-2026-00102', '2026-02-03']);
  expect(Number(cell('In payments')) + Number(cell('Left'))).toBe(Number(cell('Amount')));
  const found = await exportLines(at.store, { query: 'no such text', locale: 'en-GB' }, 'csv');
  expect((await found.file.text()).trim().split('\n')).toHaveLength(1);
});
