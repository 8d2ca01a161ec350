import { expect } from 'vitest';
import { approve } from '#main/edits/decide/approve.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { confirm, sendAgain } from '#main/edits/decide/doubt.ts';
import { release } from '#main/edits/decide/hold.ts';
import { bankShows } from '#main/edits/statements/bank-shows.ts';
import { draftPayments } from '#main/edits/statements/draft-payments.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { undo } from '#main/edits/undo/undo.ts';
import { confirmAccount, setEvidenceOnly } from '#main/statements/bank-lines.ts';
import { asked } from '#test/laws/asked.ts';
import { smallCompany, type SmallCompany } from '#test/laws/small-company.ts';
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
const alarms = (store: Desk['store'], invoiceId: string): number =>
  asked<[string], { n: number }>(
    store.sql,
    `SELECT count(*) AS n FROM outbox WHERE record_id = ? AND reason LIKE '%"duplicateAlarm"%'`,
  ).get(invoiceId)?.n ?? 0;
/** Warnings that a payment may be recorded already. */
const ofPayments: ReadonlySet<string> = new Set([
  'samePayment',
  'nearlySamePayment',
  'partlyPaid',
  'overpayment',
  'unusualState',
  'lockedInvoice',
]);
const posts = (at: Desk): number => at.requests.filter(({ method }) => method === 'POST').length;

/** The payments of an invoice in the service, and whether one is there twice. */
const paymentsIn = ({ store }: SmallCompany, invoiceId: string): number[] =>
  store
    .journal()
    .filter((entry) => entry.applied && entry.method === 'POST' && entry.recordId === invoiceId)
    .map(({ bodyText }) => (JSON.parse(bodyText ?? '{}') as { amountInInvoiceCurrency: number }).amountInInvoiceCurrency);
const isTwiceIn = (amounts: readonly number[]): boolean => new Set(amounts).size < amounts.length;

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
  /** Payments that were not sent because the review warned of them. */
  warned: number;
  /** Payments that were held, because their invoice had moved since the approval. */
  held: number;
  /** Invoices of which the service recorded a receipt twice. */
  doubles: number;
}

/**
 * Two laptops import the statements of one account in random files and moments; one of them records, or by a company's mistake both (`broken`). Networks
 * fail, processes die, a user decides doubts, and approves no payment that the review warns of.
 */
export async function playLaptops(seed: number, broken = false): Promise<Played> {
  const draw = chance(seed);
  const { shared, lines } = company();
  const reads = broken && seed % 2 === 0;
  const deskOf = (own: number) => createDesk({ seed: seed + own, company: shared, reads, switches: { reads } });
  const laptops = [deskOf(1), deskOf(7_001)] as const;
  const [recording, other] = laptops;
  const played: Played = { sent: 0, doubted: 0, again: 0, imports: 0, warned: 0, held: 0, doubles: 0 };
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
    if (at === other && account && !broken) setEvidenceOnly(at.store, account.id, true);
    played.imports += 1;
  };
  const draft = async (at: Desk) => {
    for (const line of await linesOf(at)) {
      const candidate = line.ticked ?? line.asked[0];
      if (line.state === 'open' && candidate) draftPayments(at.store, [{ line: line.id, uses: candidate.uses }], {});
    }
  };
  /** Invoices of which a user saw a payment twice there. */
  const seen = new Set<string>();
  /** A user looks at the invoice's payments in the service before deciding. */
  const decide = (at: Desk) => {
    for (const id of inState(at, 'inDoubt')) {
      played.doubted += 1;
      const { recordId } = at.edit(id);
      if (isTwiceIn(paymentsIn(shared, recordId))) seen.add(recordId);
      const isThere = shared.store.journal().some((entry) => entry.applied && entry.idempotencyKey === id);
      expect(bankShows(at.store, id).lines.length).toBeGreaterThan(0);
      if (isThere) confirm(at.store, id);
      else if (sendAgain(at.store, id, true).ok) played.again += 1;
    }
    // Of a payment that was held because its invoice moved, too.
    for (const id of inState(at, 'held')) {
      const { recordId, body, reason } = at.edit(id);
      if (reason?.includes('"invoiceMoved"') !== true) continue;
      played.held += 1;
      const { amountInInvoiceCurrency } = JSON.parse(body) as { amountInInvoiceCurrency: number };
      if (paymentsIn(shared, recordId).includes(amountInInvoiceCurrency)) discard(at.store, [id]);
      else release(at.store, [id]);
    }
  };
  const send = async (at: Desk) => {
    if (broken) {
      const looking = at.engine.preflight();
      await at.run(5_000);
      await looking;
    }
    const drafts = inState(at, 'draft');
    const warnings = broken ? reviewBatch(at.store, null).groups.flatMap((group) => group.warnings) : [];
    const warned = new Set(warnings.flatMap(({ kind, editId }) => (ofPayments.has(kind) ? editId : [])));
    played.warned += warned.size;
    const ids = drafts.filter((id) => !warned.has(id));
    if (ids.length > 0) approve(at.store, { ids, fingerprint: fingerprintOf(at.store), secondConfirmation: true });
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
  // The service recorded each receipt once. Where both laptops record, a double is prevented or reported. Where the service lets nobody read invoices, it
  // answers a part in the same words whether the other laptop recorded that part or not: as long as the invoice is partly paid, nobody can know.
  for (const [at, id] of shared.invoices.entries()) {
    if (!isTwiceIn(paymentsIn(shared, id))) continue;
    played.doubles += 1;
    const reported = seen.has(id) || laptops.some(({ store }) => alarms(store, id) > 0);
    const canKnow = reads || shared.store.get('invoiceReceivable', id)?.state !== 'PARTIALLY_PAID';
    expect([seed, at, broken, reported || !canKnow]).toEqual([seed, at, true, true]);
  }
  if (!broken) expect([seed, rows(other), posts(other)]).toEqual([seed, [], 0]);
  played.sent = posts(recording);
  for (const at of laptops) at.store.close();
  return played;
}

/** Plays many schedules; each kind of event must have been met. */
export async function playManyLaptops(first: number, to: number, broken = false): Promise<void> {
  const sum: Partial<Played> = {};
  for (let seed = first; seed < to; seed += 1) {
    const played = await playLaptops(seed, broken);
    for (const key of Object.keys(played) as (keyof Played)[]) sum[key] = (sum[key] ?? 0) + played[key];
  }
  if (process.env['SHOW']) console.log(sum);
  const { warned, held, doubles, ...always } = sum;
  expect(Object.values(always).every((count) => count > 0)).toBe(true);
  expect([warned, held, doubles].every((count) => count !== undefined && count > 0 === broken)).toBe(true);
}
