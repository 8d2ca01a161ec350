import type { ImportSummary } from '#shared/contract/views/library-views.ts';
import { ORPCError } from '@orpc/client';
import type { Api } from '#renderer/state/connection/connect.ts';
import { settingNames, type NetworkView } from '#shared/contract/views/network-views.ts';
import type * as view from '#shared/contract/views/views.ts';
import { asksForALook } from '#renderer/pages/review/verdict-words.ts';
import { stateGroups, type EditState } from '#shared/edit.ts';
import { recordKinds } from '#shared/records/record-kind.ts';
import { fakeLockScreen } from './fake-lock-screen.ts';
import { fakeProtection } from './fake-protection.ts';
import type { FakeApp } from './fake-app.ts';
import { fakeNames } from './fake-names.ts';
import { now } from './fake-records.ts';
import { fakeReview } from './fake-review.ts';

const notFound = (what: string): never => {
  throw new ORPCError('NOT_FOUND', { defined: true, status: 404, data: { what } });
};

/** The proxy and the settings where nobody has set anything. */
export const usualNetwork: NetworkView = {
  setting: { mode: 'system' },
  managed: false,
  question: null,
  policy: { places: [], unknown: [] },
  sources: Object.fromEntries(settingNames.map((name) => [name, 'default'])) as NetworkView['sources'],
};

/** Review, sync, reports, activity, trip packs, imports and documents of a fake desk. */
export function fakeLibrary(app: FakeApp): Omit<Api, 'app' | 'records' | 'edits' | 'accounts' | 'lists'> {
  return {
    review: fakeReview(app),
    sync: {
      now: async () => {
        app.asked.push('sync now');
      },
      workOffline: async ({ on }) => {
        app.connection = { kind: on ? 'workingOffline' : 'online' };
        app.publish({ kind: 'status' });
      },
      probe: async () => {
        app.asked.push('probe');
        return app.connection;
      },
    },
    reports: reports(app),
    activity: {
      list: async () => ({ rows: app.history(null), next: null }),
      verify: async () => ({ whole: true, lines: app.edits.length, brokenAt: null }),
      export: async () => ({ name: 'activity.csv', mediaType: 'text/csv', file: new Blob(['at']) }),
    },
    library: library(app),
    documents: documents(app),
    names: fakeNames(app),
    statements: {
      overview: async () => ({
        accounts: [],
        counts: { open: 0, drafted: 0, recorded: 0, putAside: 0, out: 0 },
        planned: true,
        ready: [],
        assigned: false,
      }),
      list: async () => ({ rows: [], next: null, total: null }),
      count: async () => 0,
      line: async () => notFound('bankLine'),
      export: async () => ({ name: 'bank-lines.csv', mediaType: 'text/csv', file: new Blob(['']) }),
      invoices: async () => [],
      draftReady: async () => ({ ids: [] }),
      importFile: async () => ({ ok: true, imported: 0, doubtful: 0, known: 0, announced: 0 }),
      isStatement: async () => false,
      importPractice: async () => ({ ok: true, imported: 5, doubtful: 0, known: 0, announced: 0 }),
      confirmAccount: async () => {},
      draft: async () => ({ ids: [] }),
      putAside: async () => {},
      keepLine: async () => {},
      assignAccount: async () => {},
      ofEdit: async () => ({ lines: [], noneUntil: null }),
    },
    protection: fakeProtection(app),
    lockScreen: fakeLockScreen(app),
    network: {
      get: async () => app.network,
      change: async (setting) => (app.network = { ...app.network, setting }),
      keepPassword: async () => (app.network = { ...app.network, question: null }),
      check: async () => app.check,
    },
  };
}

function reports(app: FakeApp): Api['reports'] {
  /** Every run tells of what was sent by then; its edits were recorded an hour before. */
  const report = (place: number): view.ReportView => {
    const startedAt = now - place * 86_400_000;
    const at = { recordedAt: startedAt - 3_600_000, changedAt: startedAt + 14_000 };
    const lines = app
      .editRows(app.edits.filter(({ attempts, state }) => attempts > 0 && !(stateGroups.moving as readonly EditState[]).includes(state)))
      .map((edit) => ({
        edit: { ...edit, ...at },
        verdict: edit.state,
        at: at.changedAt,
        sha256: null,
        approvedBy: null,
        settledBy: null,
        customerId: (app.records.find(({ id }) => id === edit.record.id)?.service['customerId'] as string | undefined) ?? null,
      }));
    const count = (state: EditState, different = false) =>
      lines.filter(({ edit }) => edit.state === state && asksForALook(edit) === different).length;
    return {
      ...{ id: `r${place}`, startedAt, endedAt: at.changedAt, lines },
      ...{ applied: count('applied'), changedByService: count('applied', true), confirmed: count('confirmed') },
      ...{ rejected: count('rejected'), conflict: count('conflict'), inDoubt: count('inDoubt'), held: count('held') },
    };
  };
  const all = () => Array.from({ length: 9 }, (_, place) => report(place + 1));
  const exported = async () => ({ name: 'report.csv', mediaType: 'text/csv', file: new Blob(['edit']) });
  return {
    list: async () => (app.records.length === 0 ? [] : all()),
    get: async ({ id }) => all().find((each) => each.id === id) ?? notFound('report'),
    export: exported,
  };
}

/** Everything that is ready goes. */
function tripEndOf({ items }: view.PackView): view.TripEnd {
  const going = items.filter(({ state }) => state === 'ready');
  const documents = going.filter(({ ref }) => ref.kind === 'invoicePayable').length;
  return { records: going.length - documents, documents, bytes: going.reduce((sum, { bytes }) => sum + bytes, 0), unsent: 0, stays: [] };
}

function library(app: FakeApp): Api['library'] {
  const packs: view.PackView[] = [];
  const pack = (id: string): view.PackView => packs.find((each) => each.id === id) ?? notFound('pack');
  return {
    packs: async () => packs.map((each) => ({ ...each, items: [...each.items] })),
    pack: async ({ id }) => pack(id),
    createPack: async ({ name }) => {
      const made: view.PackView = {
        id: `p${packs.length + 1}`,
        name,
        createdAt: now,
        items: [],
        ready: 0,
        bytes: 0,
        documents: 0,
        paused: false,
        running: false,
        verdict: 'empty',
        sources: [],
        tokenEndsBefore: null,
      };
      packs.push(made);
      app.publish({ kind: 'packs' });
      return { ...made };
    },
    removePack: async ({ id }) => {
      packs.splice(packs.indexOf(pack(id)), 1);
      app.publish({ kind: 'packs' });
    },
    tripEnd: async ({ id }) => tripEndOf(pack(id)),
    endTrip: async ({ id, records, documents }) => {
      packs.splice(packs.indexOf(pack(id)), 1);
      app.publish({ kind: 'packs' });
      return { kind: 'ended', records, documents, bytes: 0, stayed: 0 };
    },
    parseIds: async ({ text }) => {
      const ids = [...new Set(text.toLowerCase().match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
      const lines = text.split('\n').map((line, index) => ({ line: index + 1, has: /[0-9a-f]{8}-/i.test(line) }));
      const problems = lines.filter(({ has }) => !has).map(({ line }) => ({ line, what: 'noId' as const }));
      const known = recordKinds
        .map((kind) => ({ kind, ids: ids.filter((id) => app.records.some((each) => each.kind === kind && each.id === id)) }))
        .filter((group) => group.ids.length > 0);
      return { ids, duplicates: 0, problems, known };
    },
    addToPack: async ({ id, kind, ids }) => {
      const found = pack(id);
      const fresh = ids.filter((each) => !found.items.some(({ ref }) => ref.id === each));
      found.items = [
        ...found.items,
        ...fresh.map((each) => ({ ref: { kind, id: each }, title: null, state: 'waiting' as const, detail: null, bytes: 0 })),
      ];
      found.verdict = 'preparing';
      app.publish({ kind: 'packs' });
      return { ...found };
    },
    followView: async ({ id, viewId }) => {
      const found = pack(id);
      const view = (await app.api.lists.all()).views.find((each) => each.id === viewId);
      if (!view || view.kind === 'bankLine') return notFound('view');
      const items = app.records.filter(({ kind }) => kind === view.kind).slice(0, 3);
      found.items = items.map(({ kind, id: each }) => ({ ref: { kind, id: each }, title: null, state: 'ready', detail: null, bytes: 0 }));
      found.sources = [
        { way: 'view', id: viewId, kind: view.kind, name: view.name, gone: false, count: items.length, at: found.createdAt },
      ];
      app.publish({ kind: 'packs' });
      return { ...found };
    },
    leaveView: async ({ id, viewId }) => {
      const found = pack(id);
      found.sources = found.sources.filter((source) => source.way !== 'view' || source.id !== viewId);
      app.publish({ kind: 'packs' });
      return { ...found };
    },
    leaveOutOfPack: async ({ id, refs }) => {
      const found = pack(id);
      found.items = found.items.filter(({ ref }) => !refs.some((each) => each.id === ref.id));
      app.publish({ kind: 'packs' });
      return { ...found };
    },
    runPack: async ({ id, paused, again = [] }) => {
      app.asked.push(`run pack, again ${again.length}`);
      return Object.assign(pack(id), { paused, running: !paused });
    },
    openedFile: async () => null,
    inspectImport: async ({ file }) =>
      lookAt({ columns: ['id', 'name'], mapping: { id: 'id' }, rows: (await file.text()).split('\n').length - 1 }),
    importRecords: async () => ({ imported: 3, kept: 0, left: 0, drafts: [], at: 1 }),
    undoImport: async () => ({ undone: 3, stayed: 0 }),
    restOfImport: async () => ({ name: 'to mend.csv', mediaType: 'text/csv', file: new Blob(['id\r\n']) }),
    compareSheet: async () => ({ ok: false, why: 'notEditSheet' }),
    draftSheet: async () => ({ ids: [], needYou: [] }),
  };
}

function documents(app: FakeApp): Api['documents'] {
  const known = new Map<string, view.DocumentView>();
  const of = (recordId: string): view.DocumentView => {
    if (!app.records.some((record) => record.id === recordId)) notFound('document');
    const fresh: view.DocumentView = {
      recordId,
      name: `invoice-${recordId.slice(0, 8)}.pdf`,
      state: 'known',
      bytes: null,
      sha256: null,
      pinned: false,
      fetchedAt: null,
      detail: null,
    };
    const found = known.get(recordId) ?? fresh;
    known.set(recordId, found);
    return found;
  };
  return {
    list: async () => {
      const rows = app.records.filter((record) => record.kind === 'invoicePayable').map((record) => of(record.id));
      return { rows, next: null, usedBytes: 31_000_000, quotaBytes: 2_000_000_000 };
    },
    get: async ({ recordId }) => of(recordId),
    fetch: async ({ recordId }) => {
      app.asked.push(`fetch while ${app.connection.kind}`);
      const here = { ...of(recordId), state: 'here' as const, bytes: 48_213, fetchedAt: now };
      known.set(recordId, here);
      app.documentsHere += 1;
      app.publish({ kind: 'documents', ids: [recordId] });
      return here;
    },
    bytes: async () => new Blob(['%PDF-1.4']),
    name: async ({ recordId, called }) => {
      // Another object, as every answer over the line is.
      const named = { ...of(recordId), called: called || null };
      known.set(recordId, named);
      app.publish({ kind: 'documents', ids: [recordId] });
      return named;
    },
    pin: async ({ recordId, pinned }) => Object.assign(of(recordId), { pinned }),
    remove: async ({ recordId }) => {
      Object.assign(of(recordId), { state: 'known', bytes: null, fetchedAt: null });
    },
  };
}

type Summary = Pick<ImportSummary, 'mapping' | 'rows'> & Partial<Omit<ImportSummary, 'columns'>> & { columns: string[] };

/** A look at a CSV file that can be imported as it is. */
export function lookAt({ columns, ...given }: Summary): ImportSummary {
  return {
    ...{ format: 'csv', questions: [], fields: columns, good: given.rows, problems: [], total: 0, leftOut: [], totalFits: null },
    known: { expense: 0, invoiceReceivable: 0, cardTransaction: 0, vendor: 0, invoicePayable: 0 },
    ...{ raw: [{ row: 1, cells: columns }], preview: [], sums: [], match: null, bank: [] },
    reading: {
      ...{ encoding: 'utf-8', separator: ',', sheets: [], sheet: 0, hiddenRows: 0, hiddenColumns: 0, heading: 1 },
      ...{ decimal: null, dates: null, unit: null, currency: null, twice: null },
    },
    columns: columns.map((name, at) => ({ name, letter: String.fromCharCode(65 + at), example: '', problems: 0, twin: false })),
    ...given,
  };
}
