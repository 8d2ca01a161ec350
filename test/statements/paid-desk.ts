import { expect } from 'vitest';
import { discard } from '#main/edits/decide/discard.ts';
import { change } from '#main/edits/record/change.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { redo, undo } from '#main/edits/undo/undo.ts';
import { confirmAccount, putAside } from '#main/statements/bank-lines.ts';
import { giveName } from '#main/names/book.ts';
import { asked } from '#test/laws/asked.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';
import { accountsOf, bring, linesOf } from './brought.ts';
import { camtOf, chance, madeStatement, type MadeStatement } from './made-statements.ts';

export const defaultRules = {};
type Line = MadeStatement['lines'][number];
export const line = (told: Partial<Line>): Line => ({
  ...{ bookedOn: '2026-02-03', minor: 100n, payer: 'Solar Alentejo Lda', payerAccount: 'DE89370400440532013000', endToEnd: '', text: '' },
  ...told,
});
export const made = (lines: Line[], currency = 'EUR'): MadeStatement => ({ ...madeStatement(1), currency, lines });

/** A desk with one open invoice whose customer and number are known, and a line that pays it. */
export async function paidDesk(minorOf: (open: bigint) => bigint = (open) => open) {
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

const living = `SELECT bank_line.id AS line, CAST(bank_line.minor AS text) AS minor, CAST(sum(line_use.minor) AS text) AS used FROM line_use
  JOIN bank_line ON bank_line.id = line_use.line JOIN outbox ON outbox.id = line_use.edit_id
  WHERE outbox.state NOT IN ('superseded', 'discarded') GROUP BY bank_line.id`;

/** Lines whose living uses are more than their amount. */
const overused = (at: Desk) =>
  asked<[], { line: number; minor: string; used: string }>(at.store.sql, living)
    .all()
    .filter(({ minor, used }) => BigInt(used) > BigInt(minor));

/** Drafts, corrects, discards, undoes and redoes payments of four lines, and puts lines aside, at random; after each step the sums hold. */
export async function useLines(steps: number, seed: number): Promise<void> {
  const draw = chance(seed);
  let desk: Awaited<ReturnType<typeof fourLines>> | null = null;
  for (let step = 0; step < steps; step += 1) {
    if (step % 200 === 0) {
      desk?.at.store.close();
      desk = await fourLines();
    }
    const { at, invoiceId, credits } = desk!;
    const lines = await linesOf(at);
    const row = lines[draw(lines.length)]!;
    const edits = asked<[], { id: string; state: string }>(at.store.sql, 'SELECT id, state FROM outbox').all();
    const id = edits[draw(Math.max(1, edits.length))]?.id ?? '';
    const body = { paymentDate: '2026-02-03', bankAccountId: at.company.bankAccountId, amountInInvoiceCurrency: BigInt(1 + draw(90_000)) };
    const minors = Array.from({ length: 1 + draw(2) }, () => BigInt(1 + draw(60_000)));
    const use = () => {
      const answer = draftPayments(at.store, [{ line: row.id, uses: minors.map((minor) => ({ invoiceId, minor })) }], defaultRules);
      expect([step, answer, answer.ok]).toMatchObject([
        step,
        {},
        row.state === 'open' && minors.reduce((sum, minor) => sum + minor, 0n) <= row.restMinor,
      ]);
    };
    const acts = [
      use,
      use,
      () => id && change(at.store, id, body, defaultRules),
      () => id && discard(at.store, [id]),
      () => id && undo(at.store, [id], defaultRules),
      () => id && redo(at.store, [id], defaultRules),
      () => putAside(at.store, row.id, ['', 'private', null][draw(3)] ?? null),
    ];
    acts[draw(acts.length)]?.();
    expect([step, overused(at)]).toEqual([step, []]);
    const after = await linesOf(at);
    // Drafts, put-aside amounts and the rest are the credits.
    const sum = after.reduce((total, { minor, restMinor }) => total + (minor - restMinor) + restMinor, 0n);
    expect([step, sum]).toEqual([step, credits]);
    expect(after.every(({ minor, restMinor }) => restMinor >= 0n && restMinor <= minor)).toBe(true);
    const paidHere = after.reduce((total, { minor, restMinor }) => total + minor - restMinor, 0n);
    const used = asked<[], { used: string }>(at.store.sql, `SELECT CAST(ifnull(sum(used), 0) AS text) AS used FROM (${living})`).get();
    expect([step, String(paidHere)]).toEqual([step, used?.used]);
  }
}

/** A desk with an invoice of unlimited open amount and four lines. */
async function fourLines() {
  const { at, invoiceId } = await paidDesk();
  const { currency = 'EUR' } = at.company.store.get('invoiceReceivable', invoiceId) ?? {};
  const more = [50_000n, 1n, 9_007_199_254_740_993n].map((minor) => line({ minor, bookedOn: '2026-02-02', text: `LINE ${minor}` }));
  await bring(at, camtOf(made(more, currency)), 'more.xml');
  return { at, invoiceId, credits: 118_000n + 50_001n + 9_007_199_254_740_993n };
}
