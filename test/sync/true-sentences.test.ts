import { expect, test } from 'vitest';
import { reasonOf } from '#main/outbox/outbox.ts';
import { auditOf } from '#main/audit/audit.ts';
import { listReports } from '#main/audit/reports.ts';
import { release } from '#main/edits/decide/hold.ts';
import { changeRecord } from '#service/domain/operations/change.ts';
import { wordsOfActivity } from '#shared/messages/activity-words.ts';
import { createDesk, failure } from './desk.ts';

/** Sentences about colleagues' changes and about sent requests, as far as the engine decides them. */

const refusal = {
  kind: 'answer' as const,
  status: 422,
  headers: [['content-type', 'application/json']] as [string, string][],
  body: new TextEncoder().encode('{"name":"UnprocessableContentError","type":"UNPROCESSABLE_CONTENT","errors":[]}'),
  afterMs: 5,
};

test('a colleague who came after our lost request was not replaced by it, and nobody says so; one whom an answer shows before us was', async () => {
  for (const lost of [true, false]) {
    const desk = createDesk({ reads: true, switches: { reads: true } });
    const vendor = desk.company.vendors[0] ?? '';
    desk.know('vendor', vendor);
    const colleague = () => changeRecord(desk.company.store, 'vendor', vendor, { city: 'Faro' }, desk.world.now());
    const id = desk.record({ kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body: { email: 'our@vendor.test' } });
    desk.approve(id);
    let writes = 0;
    desk.weather((request, server) => {
      if (request.method !== 'PUT' || (writes += 1) > 1) return null;
      if (lost) server.carryOut(request);
      colleague();
      return lost ? failure('reset', true) : null;
    });
    await desk.begin(300_000);
    expect(reasonOf(desk.edit(id))?.kind).toBe('versionJump');
    expect(desk.company.store.get('vendor', vendor)?.city === 'Faro').toBe(lost);
    // Whatever there is to look at is not among what a report calls plainly confirmed.
    const reports = listReports(desk.store, 5);
    expect(reports.map(({ applied, changedByService }) => [applied, changedByService])).toContainEqual([0, 1]);
    expect(desk.engine.progress()).toMatchObject({ applied: 1, problems: 0 });
    if (lost) expect(desk.said(id)).toMatch(/before your full record, which then replaced theirs, or after it/);
    else expect(desk.said(id)).toMatch(/^Someone else changed the record in between .* Your full record replaced theirs\.$/);
  }
});

test('“had no clear answer” appears for a conflict after a lost request, and not after a plain refusal', async () => {
  for (const refused of [true, false]) {
    const desk = createDesk();
    const expense = desk.company.expenses[0] ?? '';
    desk.know('expense', expense);
    const theirs = () => changeRecord(desk.company.store, 'expense', expense, { performedDate: '2026-01-09' }, desk.world.now() + 60_000);
    const id = desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
    desk.weather((request) => {
      if (request.method !== 'PATCH') return null;
      theirs();
      return refused ? refusal : failure('reset', true);
    });
    await desk.begin(300_000);
    expect(desk.edit(id).state).toBe(refused ? 'rejected' : 'conflict');
    if (refused) {
      expect(release(desk.store, [id])).toEqual({ ok: true });
      await desk.run(30_000);
    }
    expect(desk.edit(id).state).toBe('conflict');
    if (refused) expect(desk.said(id)).toMatch(/Choose which value to keep\.$/);
    else expect(desk.said(id)).toMatch(/A request of yours left before and had no clear answer/);
  }
});

test('“not applied” is in the history if a read shows it, and not for an unreadable record', async () => {
  for (const readable of [true, false]) {
    const desk = createDesk();
    const expense = desk.company.expenses[0] ?? '';
    desk.know('expense', expense);
    desk.record({ kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-02-03' } });
    let writes = 0;
    desk.weather((request) => {
      if (request.method === 'PATCH') return (writes += 1) === 1 ? failure('reset', true) : null;
      return writes === 1 && !readable && request.url.includes(expense) ? refusal : null;
    });
    await desk.begin(300_000);
    const checked = auditOf(desk.store, null, null, 50).find(({ facts }) => facts['from'] === 'checking');
    const { message, detail } = checked ? wordsOfActivity(checked) : { message: '', detail: '' };
    expect(message).toBe(readable ? 'Not applied, waits to be sent again' : 'Waits to be sent again');
    expect(detail).toBe(
      readable
        ? 'No clear answer came, and reading the record shows that it was not applied.'
        : 'No clear answer came, and the record cannot be read. The same values may be sent again.',
    );
  }
});

test('“left” is no word of the history for a request of which no byte left', async () => {
  const desk = createDesk();
  const expense = desk.company.expenses[0] ?? '';
  desk.know('expense', expense);
  desk.record({ kind: 'createUserComment', recordKind: 'expense', recordId: expense, body: { content: 'Seen' } });
  desk.weather((request) => (request.method === 'POST' ? failure('refused', false) : null));
  await desk.begin(2_000);
  const claimed = auditOf(desk.store, null, null, 50).find(({ what }) => what === 'left');
  expect(claimed ? wordsOfActivity(claimed).message : '').toBe('Request made, to be sent');
});

test('after a payment in doubt the next one waits for the service, and for nobody', async () => {
  const desk = createDesk();
  const ids = desk.company.invoices.slice(0, 2).map((invoice, n) => {
    desk.know('invoiceReceivable', invoice);
    return desk.pay(n);
  });
  desk.approve(...ids);
  let payments = 0;
  desk.weather((request) => (request.method === 'POST' && (payments += 1) === 1 ? failure('reset', true) : null));
  await desk.begin(300_000);
  expect(ids.map((id) => desk.edit(id).state)).toEqual(['inDoubt', 'applied']);
});
