import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService, type RunningService } from '#service/start-service.ts';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';
import { fullTest } from '#test/full-test.ts';

let desk: TestDesk;
let elsewhere: RunningService;
beforeEach(async () => {
  desk = await startDesk();
  elsewhere = await startService({});
});
afterEach(async () => {
  await desk.close();
  await elsewhere.close();
});

async function changeDate(performedDate: string) {
  const { rows } = await desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' }, limit: 1 });
  const recordId = rows[0]?.id ?? '';
  return {
    recordId,
    ...(await desk.api.edits.record({ kind: 'updateExpense', recordKind: 'expense', recordId, body: { performedDate } })),
  };
}

test('a redirect to a strange host holds the edit and asks once; after a no it stays held, and nothing went there', async () => {
  const { host } = new URL(elsewhere.baseUrl);
  desk.service.sandbox.faults.add({
    method: 'PATCH',
    times: 9,
    fault: { kind: 'redirect', status: 307, to: `${elsewhere.baseUrl}/v1/expenses/x` },
  });
  const { id } = await changeDate('2026-03-12');
  expect(await untilState(desk, id, 'held')).toMatchObject({ reason: { kind: 'untrustedHost', host } });
  expect(desk.heard).toContainEqual({ kind: 'trustAsked', host, editId: id });
  expect((await desk.api.edits.why({ ids: [id] }))[0]?.why).toEqual({ kind: 'trust', host });
  await desk.api.accounts.trust({ host, answer: 'no' });
  expect((await desk.api.edits.get({ id })).state).toBe('held');
  expect(elsewhere.sandbox.captured).toEqual([]);
  desk.service.sandbox.faults.clear();
  await desk.api.accounts.trust({ host, answer: 'withSignIn' });
  await untilState(desk, id, 'applied');
  expect(await desk.api.accounts.trustedHosts()).toEqual([expect.objectContaining({ host, withSignIn: true, managed: false })]);
});

test('asleep, nothing is sent; awake, it continues; working offline lasts over a sleep', async () => {
  await desk.app.suspend();
  const { id } = await changeDate('2026-03-12');
  await eventually(
    () => desk.api.app.status(),
    (status) => status.connection.kind === 'workingOffline',
  );
  expect(desk.service.store.journal(0)).toEqual([]);
  desk.app.resume();
  await untilState(desk, id, 'applied');
  await desk.api.sync.workOffline({ on: true });
  await desk.app.suspend();
  desk.app.resume();
  const { id: later } = await changeDate('2026-03-13');
  await desk.restart();
  expect((await desk.api.app.status()).connection).toEqual({ kind: 'workingOffline' });
  expect((await desk.api.edits.get({ id: later })).state).toBe('waiting');
  await desk.api.sync.workOffline({ on: false });
  await untilState(desk, later, 'applied');
});

fullTest('closing waits for the request under way, so that nothing is in doubt for it', async () => {
  const invoice = (await desk.api.records.list({ filter: { kind: 'invoiceReceivable', query: 'state:open' }, limit: 1 })).rows[0]?.id ?? '';
  desk.service.sandbox.latencyMs = 40;
  const body = { content: 'Said before closing' };
  const { id } = await desk.api.edits.record({ kind: 'createUserComment', recordKind: 'invoiceReceivable', recordId: invoice, body });
  await untilState(desk, id, 'sending', 'applied');
  await desk.restart();
  expect((await desk.api.edits.get({ id })).state).toBe('applied');
});
