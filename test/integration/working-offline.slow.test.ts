import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, startDesk, untilState, type TestDesk } from './desk.ts';

let desk: TestDesk;
beforeEach(async () => {
  // Slower than elsewhere: a heartbeat is 1.5 s, and a busy machine still answers within a document's time-out.
  desk = await startDesk({ rate: 10 });
});
afterEach(async () => {
  await desk.close();
});

const idsOf = async (kind: 'expense' | 'vendor' | 'invoicePayable' | 'invoiceReceivable' | 'cardTransaction', limit = 1) =>
  (await desk.api.records.list({ filter: { kind }, limit })).rows.map((row) => row.id);

/** Switches off and waits until the last connection is gone: what is sent from then on is counted. */
async function goOffline(): Promise<() => number> {
  await desk.api.sync.workOffline({ on: true });
  await eventually(desk.cable.open, (open) => open === 0);
  const [bytes, connections] = [desk.cable.bytesSent(), desk.cable.connections()];
  return () => desk.cable.bytesSent() - bytes + desk.cable.connections() - connections;
}

/** The refusal of a command; null when it succeeded. */
async function refusal(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => null,
    (error: unknown) => (error instanceof ORPCError ? (error.data as unknown) : error),
  );
}
const offline = { failure: 'workingOffline', code: null, status: null, next: 'goOnline' };

/** Every act of the contract that would like to send something, and what it is answered. */
async function pressEverything() {
  const [expense = ''] = await idsOf('expense');
  const [vendor = ''] = await idsOf('vendor');
  const [invoice = ''] = await idsOf('invoiceReceivable');
  const [card = ''] = await idsOf('cardTransaction');
  const documents = await idsOf('invoicePayable', 5);
  const [recordId = ''] = documents;
  const { api, service } = desk;
  await api.accounts.setCapability({ name: 'readVendor', allowed: true });
  const pack = await api.library.createPack({ name: 'Lisbon' });
  await api.library.addToPack({ id: pack.id, kind: 'invoicePayable', ids: documents });
  const baseUrl = service.baseUrl.replace(/:\d+/, `:${desk.cable.port}`);
  const key = { name: 'Another', baseUrl, apiKey: service.apiKey, ca: service.caPem };
  const browser = { name: 'Another', baseUrl, clientId: 'desk', clientSecret: '', redirectPort: 0, ca: service.caPem };
  const refusals = {
    document: await refusal(api.documents.fetch({ recordId, variant: null })),
    expense: await refusal(api.records.refresh({ kind: 'expense', id: expense })),
    vendor: await refusal(api.records.refresh({ kind: 'vendor', id: vendor })),
    receipt: await refusal(api.records.receiptOptions({ id: card, roles: [], name: '' })),
    pack: await refusal(api.library.runPack({ id: pack.id, paused: false })),
    parameter: await refusal(api.accounts.learnDocumentParameter({ recordId })),
    apiKey: await refusal(api.accounts.connectApiKey(key)),
    oauth: await refusal(api.accounts.connectOauth(browser)),
  };
  await api.sync.now();
  await api.sync.probe();
  const record = (kind: string, recordKind: 'expense' | 'invoiceReceivable', id: string, body: Record<string, unknown>) =>
    api.edits.record({ kind, recordKind, recordId: id, body });
  const date = await record('updateExpense', 'expense', expense, { performedDate: '2026-03-12' });
  const said = await record('createUserComment', 'invoiceReceivable', invoice, { content: 'On the plane.' });
  const preflight = (await api.review.preflight()).preflight;
  return { refusals, edits: [date.id, said.id], reachable: preflight?.reachable, pack: pack.id, recordId };
}

test('working offline sends no byte, whatever is pressed; a restart, a sleep and hours change nothing', async () => {
  const left = await goOffline();
  const { refusals, reachable } = await pressEverything();
  for (const [act, data] of Object.entries(refusals)) expect({ act, data }).toEqual({ act, data: offline });
  expect(reachable).toBe(false);
  await desk.world.sleep(20_000);
  await desk.app.suspend();
  desk.app.resume();
  await desk.world.sleep(20_000);
  await desk.restart();
  const { edits } = await pressEverything();
  await desk.world.sleep(20_000);
  expect(left()).toBe(0);
  expect(desk.opened).toEqual([]);
  for (const id of edits) expect((await desk.api.edits.get({ id })).state).toBe('waiting');
  expect(desk.service.store.journal(0)).toEqual([]);
});

test('back online in one command: the document is fetched at once, the pack continues, waiting edits are sent', async () => {
  await goOffline();
  const { edits, pack, recordId } = await pressEverything();
  await desk.api.sync.workOffline({ on: false });
  expect(await desk.api.documents.fetch({ recordId, variant: null })).toMatchObject({ state: 'here' });
  for (const id of edits) await untilState(desk, id, 'applied');
  await eventually(
    () => desk.api.library.pack({ id: pack }),
    (view) => view.ready === 5,
  );
});

test('a pack that is being filled when the switch is turned is left where it is', async () => {
  const ids = await idsOf('invoicePayable', 30);
  const pack = await desk.api.library.createPack({ name: 'Lisbon' });
  await desk.api.library.addToPack({ id: pack.id, kind: 'invoicePayable', ids });
  await desk.api.library.runPack({ id: pack.id, paused: false });
  await desk.api.sync.workOffline({ on: true });
  const view = await eventually(
    () => desk.api.library.pack({ id: pack.id }),
    ({ running }) => !running,
  );
  expect(view.items.filter((item) => item.state !== 'ready' && item.state !== 'waiting')).toEqual([]);
  await desk.world.sleep(20_000);
  expect((await desk.api.library.pack({ id: pack.id })).ready).toBe(view.ready);
});
