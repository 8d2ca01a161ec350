import { expect } from 'vitest';
import { approve } from '#main/edits/decide/approve.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { bankShows } from '#main/edits/statements/bank-shows.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { confirmAccount, setEvidenceOnly } from '#main/statements/bank-lines.ts';
import { asked } from '#test/laws/asked.ts';
import { smallCompany } from '#test/laws/small-company.ts';
import { createDesk, failure, losesAnswers, type Desk, type Weather } from '#test/sync/desk.ts';
import { accountsOf, bring, linesOf } from './brought.ts';
import { camtOf, chance, mt940Of, ofxOf, type MadeStatement } from './made-statements.ts';

const losesRequests: Weather = ({ method }) => (method === 'POST' ? failure('reset', true) : null);

interface Row {
  id: string;
  state: string;
}
const rows = (at: Desk): Row[] => asked<[], Row>(at.store.sql, 'SELECT id, state FROM outbox ORDER BY id').all();
const inState = (at: Desk, state: string): string[] => rows(at).flatMap((row) => (row.state === state ? [row.id] : []));
const posts = (at: Desk): number => at.requests.filter(({ method }) => method === 'POST').length;

/** A company with three open invoices of one currency, and its statement: each invoice is paid once, the last one in two parts. */
function company() {
  const shared = smallCompany();
  const lines: MadeStatement['lines'] = [];
  for (const [at, id] of shared.invoices.entries()) {
    const invoice = shared.store.get('invoiceReceivable', id);
    if (!invoice) throw new Error('no invoice');
    const minor = BigInt(90_000 + at * 1_000);
    const number = `DE01-2026-0010${at}`;
    shared.store.put('invoiceReceivable', id, { ...invoice, invoiceNumber: number, currency: 'EUR', state: 'OPEN', amount: minor });
    const parts = at === 2 ? [60_000n, minor - 60_000n] : [minor];
    for (const part of parts)
      lines.push({
        bookedOn: `2026-11-0${2 + lines.length}`,
        minor: part,
        payer: '',
        payerAccount: '',
        endToEnd: '',
        text: `RG ${number}`,
      });
  }
  return { shared, lines };
}

export interface Played {
  sent: number;
  doubted: number;
  again: number;
  imports: number;
}

/** Two laptops import the statements of one account in random files and moments; one of them records. Networks fail, processes die, a user decides doubts. */
export async function playLaptops(seed: number): Promise<Played> {
  const draw = chance(seed);
  const { shared, lines } = company();
  const laptops = [createDesk({ seed: seed + 1, company: shared }), createDesk({ seed: seed + 7_001, company: shared })] as const;
  const [recording, other] = laptops;
  const played: Played = { sent: 0, doubted: 0, again: 0, imports: 0 };
  for (const at of laptops) {
    for (const id of shared.invoices) at.know('invoiceReceivable', id);
    await at.begin(1_000);
  }
  const importInto = async (at: Desk) => {
    const [first = 0, last = 0] = [draw(lines.length), draw(lines.length)].sort((a, b) => a - b);
    const opening = lines.slice(0, first).reduce((sum, { minor }) => sum + minor, 5_000n);
    const slice = lines.slice(first, last + 1);
    const made = { ...{ account: 'DE89370400440532013000', currency: 'EUR' }, day: slice.at(-1)?.bookedOn ?? '', opening, lines: slice };
    const [before, left] = [rows(at), at.requests.length];
    await bring(at, [camtOf(made), mt940Of(made), ofxOf(made)][draw(3)] ?? '', `${draw(1_000_000)}.xml`);
    // An import changes no edit and sends nothing.
    expect([seed, rows(at), at.requests.length]).toEqual([seed, before, left]);
    const [account] = accountsOf(at);
    if (account?.bankAccountId === null) confirmAccount(at.store, account.id, shared.bankAccountId);
    if (at === other && account) setEvidenceOnly(at.store, account.id, true);
    played.imports += 1;
  };
  const draft = async (at: Desk) => {
    for (const line of await linesOf(at)) {
      const candidate = line.ticked ?? line.asked[0];
      if (line.state === 'open' && candidate) draftPayments(at.store, [{ line: line.id, uses: candidate.uses }], {});
    }
  };
  /** A user looks into the service before deciding. */
  const decide = (at: Desk) => {
    for (const id of inState(at, 'inDoubt')) {
      played.doubted += 1;
      const isThere = shared.store.journal().some((entry) => entry.applied && entry.idempotencyKey === id);
      expect(bankShows(at.store, id).lines.length).toBeGreaterThan(0);
      if (isThere) confirm(at.store, id);
      else if (sendAgain(at.store, id, true).ok) played.again += 1;
    }
  };
  const send = (at: Desk) => {
    const drafts = inState(at, 'draft');
    if (drafts.length > 0) approve(at.store, { ids: drafts, fingerprint: fingerprintOf(at.store), secondConfirmation: true });
  };
  const weathers = [null, losesAnswers('POST'), losesRequests];
  const steps: ((at: Desk) => unknown)[] = [
    ...[importInto, importInto, draft, draft],
    send,
    send,
    (at) => at.weather(weathers[draw(3)] ?? null),
    (at) => undo(at.store, inState(at, 'draft').slice(0, 1), {}),
    (at) => Promise.all([at.restart(), at.world.settle()]),
  ];
  const turn = async (at: Desk) => {
    const doubts = inState(at, 'inDoubt');
    await (steps[draw(steps.length)] ?? importInto)(at);
    await at.run(1_000 + draw(90_000));
    // Nothing but a user closes a doubt.
    const still = new Set(inState(at, 'inDoubt'));
    expect([seed, doubts.filter((id) => !still.has(id))]).toEqual([seed, []]);
    if (draw(4) === 0) decide(at);
  };
  for (let n = 0; n < 20; n += 1) await turn(draw(3) === 0 ? other : recording);
  for (const at of laptops) {
    at.weather(null);
    for (let n = 0; n < 3; n += 1) {
      await at.run(200_000);
      decide(at);
    }
    await at.run(200_000);
    at.engine.stop();
  }
  // The service carried out no more than came, by invoice.
  for (const [at, id] of shared.invoices.entries()) {
    const paid = shared.store
      .journal()
      .filter((entry) => entry.applied && entry.method === 'POST' && entry.recordId === id)
      .reduce(
        (sum, { bodyText }) => sum + BigInt((JSON.parse(bodyText ?? '{}') as { amountInInvoiceCurrency: number }).amountInInvoiceCurrency),
        0n,
      );
    expect([seed, at, paid <= BigInt(90_000 + at * 1_000)]).toEqual([seed, at, true]);
  }
  expect([seed, rows(other), posts(other)]).toEqual([seed, [], 0]);
  played.sent = posts(recording);
  for (const at of laptops) at.store.close();
  return played;
}

/** Plays many schedules; each kind of event must have been met. */
export async function playManyLaptops(first: number, to: number): Promise<void> {
  const sum: Played = { sent: 0, doubted: 0, again: 0, imports: 0 };
  for (let seed = first; seed < to; seed += 1) {
    const played = await playLaptops(seed);
    for (const key of Object.keys(sum) as (keyof Played)[]) sum[key] += played[key];
  }
  if (process.env['SHOW']) console.log(sum);
  expect(Object.values(sum).every((count) => count > 0)).toBe(true);
}
