import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { eventually, startDesk, type TestDesk } from './desk.ts';

// "Working offline is offline": with the switch on, no byte leaves for any act that a window can ask for, counted where the cable begins.

type Ask = (input?: unknown) => Promise<unknown>;

/** Commands that may go online: the switch itself, and signing in, whose button says so. */
const goesOnline = new Set([
  ...['sync.workOffline', 'accounts.connectApiKey', 'accounts.connectOauth', 'accounts.signInAgain'],
  // Commands that end the account, the app or the key; and a stream that stays open.
  ...[
    'accounts.signOut',
    'app.repair',
    'app.changes',
    'protection.startOver',
    'protection.encrypt',
    'protection.decrypt',
    'lockScreen.draw',
  ],
  'lockScreen.setPin',
]);

const procedures = Object.entries(contract).flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`));

/** Inputs of a user at this desk for each command that takes one. */
async function sayings(desk: TestDesk): Promise<Record<string, unknown>> {
  const idOf = async (kind: 'expense' | 'invoiceReceivable' | 'cardTransaction' | 'invoicePayable') =>
    (await desk.api.records.list({ filter: { kind, ...(kind === 'expense' ? { query: 'status:created' } : {}) }, limit: 1 })).rows[0]?.id ??
    '';
  const [expense, card, payable] = [await idOf('expense'), await idOf('cardTransaction'), await idOf('invoicePayable')];
  const record = { kind: 'expense', id: expense } as const;
  const filter = { kind: 'expense', query: 'hotel -status:cancelled' } as const;
  const change = { kind: 'updateExpense', recordKind: 'expense', recordId: expense, body: { performedDate: '2026-03-12' } } as const;
  const [{ id }, pack] = [await desk.api.edits.record(change), await desk.api.library.createPack({ name: 'Lisbon' })];
  await desk.api.library.addToPack({ id: pack.id, kind: 'invoicePayable', ids: [payable || expense] });
  const document = { recordId: payable || expense };
  const view = { kind: 'expense', name: 'Hotels', query: 'hotel', columns: [], sort: 'date', descending: true };
  const ref = { kind: 'ledgerAccount', id: expense };
  const csv = { name: 'names.csv', file: new Blob(['id,name\n']), kind: 'expense' };
  return {
    ...{ 'records.list': { filter }, 'records.ids': { filter }, 'records.place': { filter, id: expense } },
    ...{ 'records.count': filter, 'records.totals': filter, 'records.facets': record, 'records.sums': { kind: 'expense', ids: [expense] } },
    ...{ 'records.get': record, 'records.refresh': record, 'records.receiptOptions': { id: card, roles: [], name: 'a.pdf' } },
    ...{ 'records.fields': { kind: 'expense', ids: [expense], names: ['performedDate'] } },
    ...{ 'records.export': { filter, format: 'xlsx' }, 'names.export': { format: 'xlsx' } },
    ...{ 'library.compareSheet': { file: new Blob(['a']) }, 'library.draftSheet': { plan: 'x', take: [{ at: 0, as: 'sheet' }] } },
    ...{ 'records.search': { text: 'hotel' }, 'edits.record': change, 'edits.recordMany': { edits: [change] } },
    ...{ 'edits.change': { id, body: change.body }, 'edits.undo': {}, 'edits.discard': { ids: [] }, 'edits.hold': { ids: [id] } },
    ...{
      'edits.release': { ids: [id] },
      'edits.settle': { id, fields: [] },
      'edits.lookMyself': { id },
      'edits.confirm': { id },
      'edits.giveUp': { id },
    },
    ...{ 'edits.sendPartly': { id, emptied: [] } },
    ...{ 'edits.sendAgain': { id, secondConfirmation: true }, 'edits.reverse': { id }, 'edits.putBack': { id }, 'edits.list': {} },
    ...{ 'edits.get': { id }, 'edits.why': { ids: [id] }, 'edits.evidence': { id }, 'edits.export': { format: 'json' } },
    ...{ 'review.approve': { ids: [id], fingerprint: (await desk.api.review.batch()).fingerprint, secondConfirmation: true } },
    ...{ 'reports.list': {}, 'reports.get': { id: 'x' }, 'reports.export': { id: 'x', format: 'csv' }, 'activity.list': {} },
    ...{ 'activity.export': { format: 'csv' }, 'library.pack': pack, 'library.createPack': { name: 'Oslo' }, 'library.tripEnd': pack },
    ...{
      'library.removePack': { id: 'x' },
      'library.endTrip': { id: 'x', records: 0, documents: 0 },
      'library.parseIds': { text: expense },
    },
    ...{ 'library.addToPack': { id: pack.id, ...filter, ids: [expense] }, 'library.leaveOutOfPack': { id: pack.id, refs: [] } },
    ...{
      'library.runPack': { id: pack.id, paused: false },
      'library.inspectImport': csv,
      'library.importRecords': csv,
      'library.restOfImport': csv,
    },
    ...{ 'documents.list': {}, 'documents.get': document, 'documents.fetch': document, 'documents.bytes': document },
    ...{ 'documents.name': { ...document, called: 'Rent' }, 'documents.pin': { ...document, pinned: true }, 'documents.remove': document },
    ...{ 'names.of': { refs: [ref] }, 'names.find': { text: 'a' }, 'names.doubt': { ref, record }, 'names.forget': { refs: [ref] } },
    ...{ 'names.give': { ...ref, name: 'Travel', code: null, note: null, currency: null, inUse: true }, 'names.inspectFile': csv },
    ...{ 'names.importFile': csv, 'accounts.answerSignIn': { id: 'x', keep: false }, 'accounts.activate': { id: 'x' } },
    ...{ 'accounts.trust': { host: 'elsewhere.example', answer: 'withSignIn' }, 'accounts.setCapability': { name: 'x', reset: true } },
    ...{ 'accounts.learnDocumentParameter': document, 'lists.keepLayout': view, 'lists.saveView': view, 'lists.removeView': { id: 'x' } },
    ...{ 'lists.renameView': { id: 'x', name: 'Y' }, 'lists.bringViewBack': { id: 'x' } },
    ...{ 'lists.counts': { locale: 'en' }, 'network.change': { mode: 'system' }, 'app.changeSettings': { theme: 'dark' } },
    ...{ 'network.keepPassword': { proxy: 'p.example:8080', user: 'a', password: 'b' }, 'protection.confirm': { groups: [] } },
    ...{ 'protection.bringBack': { file: null, code: 'x' }, 'protection.bringBackSetAside': { id: 'x', code: 'x' } },
    ...{ 'protection.openWithCode': { code: 'x' }, 'lockScreen.change': {}, 'lockScreen.open': { typed: 'x' } },
  };
}

/** Asks for everything; answers which acts were answered and not refused. */
async function pressEverything(desk: TestDesk): Promise<string[]> {
  const said = await sayings(desk);
  expect([...goesOnline, ...Object.keys(said)].filter((path) => !procedures.includes(path))).toEqual([]);
  const answered: string[] = [];
  for (const path of procedures.filter((each) => !goesOnline.has(each))) {
    const [group = '', name = ''] = path.split('.');
    const ask = (desk.api as unknown as Record<string, Record<string, Ask>>)[group]?.[name];
    await ask?.(said[path]).then(
      () => answered.push(path),
      () => undefined,
    );
  }
  return answered;
}

test('with the switch on, no act of the window and no wait of the engine sends a byte; with it off, one does', async () => {
  const desk = await startDesk();
  try {
    await eventually(
      () => desk.api.app.status(),
      ({ connection }) => connection.kind === 'online',
    );
    await eventually(
      () => desk.api.records.list({ filter: { kind: 'expense', query: 'status:created' } }),
      ({ rows }) => rows.length > 1,
    );
    await desk.api.sync.workOffline({ on: true });
    await eventually(
      () => desk.cable.open(),
      (open) => open === 0,
    );
    const before = [desk.cable.connections(), desk.cable.bytesSent()];
    const answered = await pressEverything(desk);
    // Two hours pass, in which whatever asks on its own would have asked.
    desk.world.hasten(3_600);
    await desk.world.sleep(2 * 3_600_000);
    desk.world.hasten(60);
    expect([desk.cable.connections(), desk.cable.bytesSent()]).toEqual(before);
    expect(answered.length).toBeGreaterThan(procedures.length / 2);
    expect(answered).toEqual(expect.arrayContaining(['edits.record', 'records.get', 'sync.now', 'sync.probe', 'review.preflight']));
    // The same meter, in the same run, sees the first act that may be sent.
    await desk.api.sync.workOffline({ on: false });
    await eventually(
      () => desk.cable.bytesSent(),
      (bytes) => bytes > (before[1] ?? 0),
    );
  } finally {
    await desk.close();
  }
});
