import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { WireAnswer } from '#main/api/transport/transport.ts';
import { backupOutbox } from '#main/recovery/backup.ts';
import { bringBackEdits, holdEverything } from '#main/recovery/bring-back.ts';
import { reasonOf } from '#main/outbox/outbox.ts';
import { keyUser } from '#shared/service/owner.ts';
import { approve } from '#main/edits/decide/approve.ts';
import { change } from '#main/edits/record/change.ts';
import { discard } from '#main/edits/decide/discard.ts';
import { giveUp, sendAgain } from '#main/edits/decide/doubt.ts';
import { listReports, reportLines } from '#main/audit/reports.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { release } from '#main/edits/decide/hold.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { redo } from '#main/edits/undo/undo.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { createDesk, failure, refusal, type Desk } from './desk.ts';

/** A request that may have arrived is never forgotten, and nobody approves what they did not see. */

const invoiceOf = (desk: Desk) => desk.company.invoices[0] ?? '';
const expenseOf = (desk: Desk) => desk.company.expenses[0] ?? '';
const writes = (desk: Desk) => desk.requests.filter(({ method }) => method !== 'GET').length;
const longestMs = 210_000;

function pay(desk: Desk, amountInInvoiceCurrency = 100n): string {
  desk.know('invoiceReceivable', invoiceOf(desk));
  return desk.pay(0, amountInInvoiceCurrency);
}

function comment(desk: Desk): string {
  return desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expenseOf(desk), body: { content: 'Lunch' } });
}

const approveAll = (desk: Desk, ids: string[], secondConfirmation = true) =>
  approve(desk.store, { ids, fingerprint: fingerprintOf(desk.store), secondConfirmation });

test('an approval is refused when the record under a draft says something else now, though the draft is the same', () => {
  const desk = createDesk();
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), {}, Date.UTC(2026, 0, 1));
  const id = pay(desk);
  const fingerprint = fingerprintOf(desk.store);
  const before = desk.edit(id);
  changeRecord(desk.company.store, 'invoiceReceivable', invoiceOf(desk), { state: 'PAID' }, Date.UTC(2026, 0, 2));
  desk.know('invoiceReceivable', invoiceOf(desk));
  expect(desk.edit(id)).toEqual(before);
  expect(approve(desk.store, { ids: [id], fingerprint, secondConfirmation: true })).toMatchObject({ ok: false, kind: 'stale' });
});

test('bank data needs a second confirmation as a payment does', () => {
  const desk = createDesk();
  const vendor = desk.company.vendors[0] ?? '';
  desk.know('vendor', vendor);
  const edit = (body: Record<string, unknown>) => desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body });
  const [bank, plain] = [edit({ bankAccountNumber: 'SE1' }), edit({ email: 'new@vendor.test' })];
  expect(approveAll(desk, [bank], false)).toMatchObject({ ok: false, why: 'needsSecondConfirmation' });
  expect(approveAll(desk, [plain], false)).toMatchObject({ ok: true });
  expect(approveAll(desk, [bank])).toMatchObject({ ok: true });
});

test('a payment in doubt counts as paid in what is known here', async () => {
  const desk = createDesk();
  const first = pay(desk, 100n);
  approveAll(desk, [first]);
  desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
  await desk.begin(20_000);
  expect(desk.edit(first).state).toBe('inDoubt');
  const total = BigInt(desk.company.store.get('invoiceReceivable', invoiceOf(desk))?.amount ?? 0);
  const second = pay(desk, total);
  const warnings = reviewBatch(desk.store, null).groups.flatMap((group) => group.warnings);
  expect(warnings).toContainEqual(expect.objectContaining({ kind: 'overpayment', editId: second, openMinor: total - 100n }));
});

test('a restored creating edit waits as long as an earlier request of it could still arrive', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'arrived-'));
  try {
    const lost = createDesk();
    const id = comment(lost);
    writeFileSync(path.join(folder, 'backup.db'), lost.store.sql.serialize());
    const desk = createDesk({ seed: 7 });
    expect(bringBackEdits(desk.store, path.join(folder, 'backup.db')).returned).toBe(1);
    expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: longestMs });
    await desk.run(longestMs - 1);
    expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: 1 });
    await desk.run(1);
    expect(release(desk.store, [id])).toEqual({ ok: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a restart does not end the wait of what is held: another boot’s clock says nothing', async () => {
  const desk = createDesk();
  const id = comment(desk);
  holdEverything(desk.store);
  await desk.run(longestMs);
  desk.store.sql.prepare(`UPDATE outbox SET wait_boot = 'an earlier boot', wait_until = 5 WHERE id = ?`).run(id);
  await desk.restart();
  expect(release(desk.store, [id])).toMatchObject({ ok: false, why: 'tooEarly', unlocksInMs: longestMs });
  await desk.run(longestMs);
  expect(release(desk.store, [id])).toEqual({ ok: true });
});

test('a repeat that never left does not make the first request forgotten', async () => {
  const desk = createDesk();
  const card = desk.company.cardTransactions[0] ?? '';
  desk.know('cardTransaction', card);
  const id = desk.record({ kind: 'updateCardTransaction', recordKind: 'cardTransaction', recordId: card, body: { description: 'Taxi' } });
  let tries = 0;
  desk.weather((request) => (request.method === 'PATCH' ? failure((tries += 1) === 1 ? 'reset' : 'refused', tries === 1) : null));
  await desk.engine.start();
  for (let waited = 0; tries < 2 && waited < 20; waited += 1) await desk.run(30_000);
  expect(tries).toBeGreaterThan(1);
  expect(desk.edit(id)).toMatchObject({ state: 'waiting', maybeSent: 1, attempts: 1 });
  expect(discard(desk.store, [id])).toMatchObject({ ok: false, why: 'mayBeSent' });
});

test('a refusal after an abandoned request does not say that nothing was changed', async () => {
  const desk = createDesk();
  const id = pay(desk);
  approveAll(desk, [id]);
  desk.weather((request) => (request.method === 'POST' ? new Promise(() => undefined) : null));
  await desk.begin(20_000);
  expect(desk.edit(id).state).toBe('sending');
  desk.weather((request) => (request.method === 'POST' ? refusal : null));
  await desk.restart();
  expect(desk.edit(id).state).toBe('inDoubt');
  await desk.run(longestMs);
  expect(sendAgain(desk.store, id, true)).toEqual({ ok: true });
  await desk.run(60_000);
  expect(desk.edit(id).state).toBe('rejected');
  expect(reasonOf(desk.edit(id))).toMatchObject({ kind: 'rejectedByService', mayBeApplied: true });
});

test('a read that failed is no look at the record: it is read again before anything is sent over it', async () => {
  const desk = createDesk();
  desk.know('expense', expenseOf(desk));
  const id = desk.record({
    kind: 'updateExpense',
    recordKind: 'expense',
    recordId: expenseOf(desk),
    body: { performedDate: '2026-02-03' },
  });
  changeRecord(desk.company.store, 'expense', expenseOf(desk), { performedDate: '2026-01-09' }, Date.UTC(2030, 0, 1));
  const trouble: WireAnswer = { ...refusal, status: 500, body: new TextEncoder().encode('{"type":"INTERNAL_ERROR","errors":[]}') };
  let failing = true;
  desk.weather((request) => (failing && request.url.includes(expenseOf(desk)) ? trouble : null));
  await desk.begin(20_000);
  expect(writes(desk)).toBe(0);
  failing = false;
  await desk.run(900_000);
  expect(desk.edit(id).state).toBe('conflict');
  expect(writes(desk)).toBe(0);
});

test('a proof of the path lasts a minute: a payment that comes later asks first', async () => {
  const desk = createDesk();
  await desk.begin(1_000);
  const before = desk.requests.length;
  // From now on no question is answered.
  desk.weather((request) => (request.method === 'GET' ? new Promise(() => undefined) : null));
  await desk.run(70_000);
  approveAll(desk, [pay(desk)]);
  await desk.run(5_000);
  expect(desk.requests.slice(before).every(({ method }) => method === 'GET')).toBe(true);
  expect(before).toBeGreaterThan(0);
});

test('an edit under way when the process ended waits in full under another sign-in too: released, a user still cannot send it at once', async () => {
  const desk = createDesk();
  desk.store.account.userId = keyUser('one');
  const id = pay(desk);
  expect(approveAll(desk, [id])).toMatchObject({ ok: true });
  desk.weather(({ method }) => (method === 'POST' ? new Promise(() => undefined) : null));
  await desk.begin(5_000);
  expect(desk.edit(id).state).toBe('sending');
  desk.store.account.userId = keyUser('two');
  await desk.restart();
  expect(desk.edit(id)).toMatchObject({ state: 'held', heldFrom: 'inDoubt' });
  const crashedAt = desk.world.monotonic();
  while (!release(desk.store, [id]).ok) await desk.run(10_000);
  expect(desk.edit(id).state).toBe('inDoubt');
  while (!sendAgain(desk.store, id, true).ok) await desk.run(10_000);
  expect(desk.world.monotonic() - crashedAt).toBeGreaterThanOrEqual(longestMs);
});

test.each(['a correction', 'a correction of what came back by redo'])(
  'a repair, and a backup, bring back %s with what is known of the request before it',
  async (which) => {
    const desk = createDesk();
    await desk.engine.start();
    const first = comment(desk);
    desk.weather((request) => (request.method === 'POST' ? failure('reset', true) : null));
    await desk.run(20_000);
    expect(desk.edit(first).state).toBe('inDoubt');
    desk.weather((request) => (request.method === 'POST' ? refusal : null));
    await desk.run(longestMs);
    expect(sendAgain(desk.store, first, true)).toEqual({ ok: true });
    await desk.run(60_000);
    expect(reasonOf(desk.edit(first))).toMatchObject({ kind: 'rejectedByService', mayBeApplied: true });
    const second = corrected(desk, which === 'a correction' ? first : redone(desk, first));
    const said = (of: Desk) => reviewBatch(of.store, null).groups.flatMap(({ warnings }) => warnings);
    const warning = expect.objectContaining({ kind: 'mayBeThere', editId: second }) as unknown;
    expect(said(desk)).toContainEqual(warning);

    const folder = mkdtempSync(path.join(tmpdir(), 'layover-repair-'));
    const copies: Record<string, (of: Desk, file: string) => string> = {
      'a damaged file': (of, file) => (of.store.sql.prepare('VACUUM INTO ?').run(file), file),
      'a backup': (of, file) => path.join(file, backupOutbox(of.store, file)?.id ?? ''),
    };
    try {
      for (const [name, copy] of Object.entries(copies)) {
        // Once more, of what was brought back already.
        let from = desk;
        for (const time of ['first', 'again']) {
          const repaired = createDesk();
          bringBackEdits(repaired.store, copy(from, path.join(folder, `${name} ${time}`)));
          await repaired.run(longestMs);
          expect(release(repaired.store, [second])).toEqual({ ok: true });
          expect(said(repaired)).toContainEqual(warning);
          from = repaired;
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function corrected(desk: Desk, id: string): string {
  const answer = change(desk.store, id, { content: 'Dinner' }, {});
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.id;
}

function redone(desk: Desk, id: string): string {
  expect(discard(desk.store, [id])).toMatchObject({ ok: true });
  const answer = redo(desk.store, [id], {});
  if (!answer.ok || !answer.redone[0]) throw new Error(JSON.stringify(answer));
  return answer.redone[0];
}

test('what is in doubt and not there is left without a request, after the quarantine, and what waits behind it leaves', async () => {
  const desk = createDesk();
  const recordId = desk.company.expenses[0] ?? '';
  desk.know('expense', recordId);
  desk.weather(({ method }) => (method === 'POST' ? failure('reset', true) : null));
  const id = desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId, body: { content: 'Why?' } });
  await desk.begin(1_000);
  const next = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate: '2026-02-03' } });
  expect(discard(desk.store, [id])).toMatchObject({ ok: false, why: 'mayBeSent' });
  expect(giveUp(desk.store, id)).toMatchObject({ ok: false, why: 'tooEarly' });
  await desk.run(130_000);
  expect([desk.edit(id).state, desk.edit(next).state]).toEqual(['inDoubt', 'waiting']);
  expect(giveUp(desk.store, id)).toEqual({ ok: true });
  await desk.run(5_000);
  expect([desk.edit(id).state, desk.edit(next).state]).toEqual(['discarded', 'applied']);
  expect(desk.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(redo(desk.store, [id], {})).toMatchObject({ ok: false, why: 'earlierTried' });
  const lines = listReports(desk.store, 10).flatMap((report) => reportLines(desk.store, report.id));
  expect(
    lines
      .filter((line) => line.editId === id)
      .map(({ verdict }) => verdict)
      .toSorted(),
  ).toEqual(['discarded', 'inDoubt']);
});
