import { ORPCError } from '@orpc/client';
import type { Api, Dial } from '#renderer/state/connection/connect.ts';
import type { ReferenceRow } from '#shared/contract/views/names-views.ts';
import type { ConnectionCheck, NetworkView } from '#shared/contract/views/network-views.ts';
import type * as view from '#shared/contract/views/views.ts';
import { startOfDay } from '#shared/values/dates.ts';
import type { EditState, Reason } from '#shared/edit.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import { firstReferences } from '#shared/references/first-references.ts';
import { fakeAccounts } from './fake-accounts.ts';
import * as fake from './fake-edits.ts';
import {
  fakeId,
  isOpen,
  layersOver,
  looksOf,
  makeEdit,
  nothingToUndo,
  overlaid,
  paidOf,
  pendingOf,
  rowOfEdit,
  type FakeEdit,
} from './fake-edits.ts';
import { fakeLibrary, usualNetwork } from './fake-library.ts';
import { fakeLists } from './fake-lists.ts';
import type { FakeOptions } from './fake-options.ts';
import { fakeUnderWay } from './fake-under-way.ts';
import { facetsOf, fieldsIn, fits, movedSince, now, ordered, rowOf, seededRecords, totalsOf, type FakeRecord } from './fake-records.ts';
import { hitOf } from './fake-query.ts';

/**
 * The main process in memory: the same contract, the same kinds of edit and overlay, no disk and no network. Edits wait until a test
 * settles them with `put`.
 */
export class FakeApp {
  records: FakeRecord[];
  edits: FakeEdit[] = [];
  settings: view.Settings;
  /** A sign-in that came back and waits for a word. */
  signIn: view.SignInQuestion | null = null;
  connection: view.Connection;
  names: ReferenceRow[] = [];
  /** The result of "Check the connection". */
  check: ConnectionCheck = { at: 0, baseUrl: 'https://backoffice.example', steps: [] };
  network: NetworkView = { ...usualNetwork };
  progress: view.SyncProgress;
  readonly api: Api;
  readonly asked: string[] = [];
  readonly warnings: view.ReviewWarning[] = [];
  status: Partial<view.AppStatus>;
  documentsHere = 0;
  overview: view.Overview = { receivables: [], asOf: null, payments: [] };
  /** The fingerprint reader's answer; null without one. */
  touchId: 'knows' | 'givenUp' | null = null;
  /** Until this, no page of a query knows how many rows answer it. */
  counting: Promise<void> | null = null;
  /** Ids of what was approved together. */
  readonly batches = new Map<string, string[]>();
  #listeners = new Set<(change: view.Change) => void>();
  #commands: string[][] = [];
  #undone: string[][] = [];

  constructor(options: FakeOptions = {}) {
    this.records = options.records ?? seededRecords();
    this.connection = options.connection ?? { kind: 'online' };
    this.progress = options.progress ?? { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };
    this.status = options.status ?? {};
    this.settings = {
      reviewRules: { updateVendor: 'review', createInvoiceLine: 'review' },
      singleKeys: true,
      theme: 'light',
      density: 'dense',
      language: 'en',
      locale: 'en-GB',
      documentQuotaBytes: 2_000_000_000,
      retentionDays: null,
      stepsHidden: false,
      confirmAbove: [],
      managed: [],
      company: { baseUrl: null, clientId: null, redirectPort: null, signInMethods: null },
      ...options.settings,
    };
    this.api = this.#makeApi();
  }

  /** The line that a window would open to this desk. It never closes. */
  readonly dial: Dial = () => Promise.resolve({ api: this.api, closed: new Promise(() => undefined) });

  publish(change: view.Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  record(kind: RecordKind, place = 0): FakeRecord {
    const found = this.records.filter((each) => each.kind === kind)[place];
    if (!found) throw new Error(`no ${kind} at ${place}`);
    return found;
  }

  /** Records an edit and puts it into a state, as if the sync had been there. */
  put(kind: string, ref: RecordRef, body: unknown, state?: EditState, reason: Reason | null = null): FakeEdit {
    const made = makeEdit(this.edits.length + 1, kind, ref, body, this.#record(ref).service);
    if (!made.ok) throw new Error(JSON.stringify(made.issues));
    const attempts = state && state !== 'draft' && state !== 'waiting' ? 1 : 0;
    const edit = { ...made.edit, state: state ?? made.edit.state, reason, attempts };
    this.edits.push(edit);
    this.#changed([ref]);
    return edit;
  }

  rowsOf(kind: RecordKind): view.RecordRow[] {
    return this.records.filter((record) => record.kind === kind).map((record) => this.#row(record));
  }

  editRows(edits = this.edits): view.EditRow[] {
    return edits.map((edit) => this.editRow(edit));
  }

  editRow(edit: FakeEdit): view.EditRow {
    const record = this.#record(edit.record);
    const row = this.#row(record);
    return rowOfEdit(edit, row.title, row.currency);
  }

  counters(): view.Counters {
    const count = (...states: EditState[]) => this.edits.filter((edit) => states.includes(edit.state)).length;
    const perKind = (['expense', 'invoiceReceivable', 'cardTransaction', 'vendor', 'invoicePayable'] as const).map((kind) => {
      const of = (...states: EditState[]) => this.edits.filter((edit) => edit.record.kind === kind && states.includes(edit.state)).length;
      return {
        kind,
        records: this.records.filter((record) => record.kind === kind).length,
        waiting: of('waiting', 'sending', 'checking'),
        needsYou: of('draft', 'conflict', 'rejected', 'held'),
        inDoubt: of('inDoubt'),
      };
    });
    return {
      documentsHere: this.documentsHere,
      waiting: count('waiting'),
      sending: count('sending'),
      checking: count('checking'),
      draft: count('draft'),
      conflict: count('conflict'),
      rejected: count('rejected'),
      inDoubt: count('inDoubt'),
      held: count('held'),
      needsYou: count('draft', 'conflict', 'rejected', 'held'),
      perKind,
    };
  }

  appStatus(): view.AppStatus {
    return {
      version: '0.1.0',
      host: 'test',
      account: {
        id: 'a1',
        name: 'Nordlicht Handel',
        baseUrl: 'https://backoffice.example',
        auth: 'apiKey',
        embedded: true,
        active: true,
        signedIn: this.connection.kind !== 'signedOut',
        tokenUntil: null,
        unfinished: this.edits.filter(isOpen).length,
        who: this.connection.kind === 'signedOut' ? null : 'Anna Berg (anna)',
        company: null,
      },
      connection: this.connection,
      progress: this.progress,
      counters: this.counters(),
      reads: ['expense'],
      repair: null,
      keychain: { backend: 'test', state: 'ok' },
      diskLow: false,
      signIn: this.signIn,
      lockScreen: false,
      ...{ noKey: null, proxyQuestion: null, sandbox: null },
      ...this.status,
    };
  }

  #record(ref: RecordRef): FakeRecord {
    const found = this.records.find((record) => record.kind === ref.kind && record.id === ref.id);
    if (!found) throw new ORPCError('NOT_FOUND', { defined: true, status: 404, data: { what: ref.kind } });
    return found;
  }

  #editsOf(ref: RecordRef): FakeEdit[] {
    return this.edits.filter((edit) => edit.record.kind === ref.kind && edit.record.id === ref.id);
  }

  #row(record: FakeRecord): view.RecordRow {
    return rowOf(record, layersOver(record.service, this.#editsOf(record)));
  }

  viewOf(ref: RecordRef): view.RecordView {
    const record = this.#record(ref);
    const edits = this.#editsOf(ref);
    return {
      row: this.#row(record),
      service: record.service,
      view: overlaid(record.service, edits),
      ...{ complete: true, ...(record.unsure ? { unsure: true as const } : {}) },
      pending: pendingOf(record.service, edits),
      edits: this.editRows(edits.filter(isOpen)),
      history: this.history(ref),
      ...paidOf(record, edits),
    };
  }

  history(ref: RecordRef | null): view.ActivityRow[] {
    const lines = this.edits.filter((edit) => !ref || edit.record.id === ref.id);
    return lines.map((edit) => ({
      seq: edit.seq,
      at: now - (100 - edit.seq) * 60_000,
      what: 'recorded',
      editId: edit.id,
      record: edit.record,
      recordTitle: this.#row(this.#record(edit.record)).title,
      said: this.editRow(edit),
      facts: {},
      who: 'Anna Berg (anna)',
      hash: edit.seq.toString(16).padStart(64, '0'),
    }));
  }

  #changed(refs: RecordRef[]): void {
    this.publish({ kind: 'records', refs });
    this.publish({ kind: 'edits', ids: [] });
  }

  /** Puts edits into another state by a user's word. */
  setState(ids: string[], state: EditState, reason: Reason | null = null): void {
    for (const edit of this.edits) if (ids.includes(edit.id)) Object.assign(edit, { state, reason });
    this.#changed(this.edits.filter((edit) => ids.includes(edit.id)).map((edit) => edit.record));
  }

  #recordOne(input: { kind: string; recordKind: RecordKind; recordId: string; body: unknown; seen?: object | null | undefined }): FakeEdit {
    const ref = { kind: input.recordKind, id: input.recordId };
    const made = makeEdit(this.edits.length + 1, input.kind, ref, input.body, this.#record(ref).service);
    if (!made.ok) throw new ORPCError('INVALID_BODY', { defined: true, status: 422, data: { issues: made.issues } });
    // The record moved since the window showed it, whole or the fields of a form for several.
    const { service } = this.#record(ref);
    if (input.seen && input.seen !== service && movedSince(input.seen, service)) made.edit.state = 'conflict';
    return (this.edits.push(made.edit), made.edit);
  }

  #makeApi(): Api {
    return {
      app: this.#app(),
      records: this.#records(),
      edits: this.#editing(),
      ...fakeLibrary(this),
      lists: fakeLists(this),
      ...fakeAccounts(this),
    };
  }

  #app(): Api['app'] {
    return {
      status: async () => this.appStatus(),
      changes: async () => this.#stream() as Awaited<ReturnType<Api['app']['changes']>>,
      settings: async () => this.settings,
      ...{ typing: async () => undefined, typedBefore: async () => [] },
      changeSettings: async (changes) => {
        this.settings = { ...this.settings, ...(changes as Partial<view.Settings>) };
        return this.settings;
      },
      diagnostics: async () => ({ name: 'diagnostics.json', mediaType: 'application/json', file: new Blob(['{}']) }),
      pdf: async ({ name }) => (this.asked.push(`pdf ${name}`), null),
      repair: async () => this.appStatus(),
    };
  }

  async *#stream(): AsyncGenerator<view.Change, void, void> {
    const queue: view.Change[] = [];
    let wake: () => void = () => undefined;
    const listener = (change: view.Change) => {
      queue.push(change);
      wake();
    };
    this.#listeners.add(listener);
    try {
      for (;;) {
        const change = queue.shift();
        if (change) yield change;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  #records(): Api['records'] {
    const listed = (filter: Parameters<Api['records']['totals']>[0]) => this.rowsOf(filter.kind).filter((row) => fits(row, filter));
    return {
      list: async ({ filter, sort = 'date', descending = true, after = null, skip = 0, limit = 100, named = [] }) => {
        const rows = ordered(listed(filter), sort, descending);
        const start = (after ? Number(after) : 0) + skip;
        const next = start + limit < rows.length ? String(start + limit) : null;
        const page = rows.slice(start, start + limit);
        const names = await this.api.names.of({ refs: firstReferences(filter.kind, named, page) });
        return { rows: page, next, total: filter.query && this.counting ? null : rows.length, names };
      },
      count: async (filter) => this.counting?.then(() => listed(filter).length) ?? listed(filter).length,
      place: async ({ filter, sort = 'date', descending = true, id }) => {
        const index = ordered(listed(filter), sort, descending).findIndex((row) => row.id === id);
        return index === -1 ? null : index;
      },
      ids: async ({ filter, sort = 'date', descending = true }) => ordered(listed(filter), sort, descending).map((row) => row.id),
      totals: async (filter) => totalsOf(listed(filter)),
      export: async ({ format }) => ({ name: `list.${format}`, mediaType: 'text/csv', file: new Blob(['id']) }),
      sums: async ({ kind, ids }) => totalsOf(this.rowsOf(kind).filter((row) => ids.includes(row.id))),
      facets: async ({ kind }) => facetsOf(this.rowsOf(kind)),
      get: async (ref) => this.viewOf(ref),
      fields: async ({ kind, ids, names }) => ids.map((id) => ({ id, fields: fieldsIn(this.#record({ kind, id }).service, names) })),
      refresh: async (ref) => {
        this.asked.push(`refresh ${ref.kind}`);
        if (this.connection.kind !== 'online')
          throw new ORPCError('UNREACHABLE', {
            defined: true,
            status: 503,
            data: { failure: 'dns', code: null, status: null, next: 'checkNetwork' },
          });
        return this.viewOf(ref);
      },
      receiptOptions: async () => ({ status: 200, headers: [['allow', 'OPTIONS, GET']], body: '{"receipt":"attached"}' }),
      search: async ({ text, limit = 50 }) =>
        this.records
          .map((record) => this.#row(record))
          .filter((row) => fits(row, { kind: row.kind, query: text }))
          .slice(0, limit)
          .map((row) => hitOf(row, text, this.names)),
    };
  }

  #editing(): Api['edits'] {
    const byId = (id: string): FakeEdit => {
      const edit = this.edits.find((each) => each.id === id);
      if (!edit) throw new ORPCError('NOT_FOUND', { defined: true, status: 404, data: { what: 'edit' } });
      return edit;
    };
    const settle = (state: EditState) => async (input: { id: string } | { ids: string[] }) => {
      this.setState('ids' in input ? input.ids : [input.id], state);
    };
    return {
      ...fakeUnderWay(this),
      record: async (input) => {
        const edit = this.#recordOne(input);
        this.#commands.push([edit.id]);
        this.#changed([edit.record]);
        return { id: edit.id, merged: false, state: edit.state, leavesInMs: edit.state === 'waiting' ? 5_000 : null };
      },
      recordMany: async ({ edits }) => {
        const made = edits.map((input) => this.#recordOne(input));
        this.#commands.push(made.map((edit) => edit.id));
        this.#changed(made.map((edit) => edit.record));
        const kept = made.filter((edit) => edit.state === 'draft' || edit.state === 'conflict');
        return {
          ids: made.map((edit) => edit.id),
          now: made.length - kept.length,
          needYou: kept.map(({ id, state }) => ({ id, why: state === 'conflict' ? state : 'review' })),
          leavesInMs: kept.length < made.length ? 5_000 : null,
        };
      },
      change: async ({ id, body }) => {
        const edit = byId(id);
        const made = makeEdit(edit.seq, edit.kind, edit.record, body, edit.base);
        if (!made.ok) throw new ORPCError('INVALID_BODY', { defined: true, status: 422, data: { issues: made.issues } });
        Object.assign(edit, { body: made.edit.body, state: made.edit.state, reason: null });
        this.#changed([edit.record]);
        return { id, state: edit.state, leavesInMs: edit.state === 'waiting' ? 5_000 : null };
      },
      undo: async ({ ids, discards } = {}) => {
        const act = ids ?? this.#commands.pop() ?? nothingToUndo();
        this.setState(act, discards ? 'waiting' : 'discarded');
        if (discards) return { undone: [], left: [], reopened: act };
        this.#undone.push(act);
        return { undone: act, left: [], reopened: [] };
      },
      redo: async () => {
        const redone = this.#undone.pop() ?? [];
        this.setState(redone, 'waiting');
        return { redone, discarded: [] };
      },
      discard: settle('discarded'),
      hold: async ({ ids }) => this.setState(ids, 'held', { kind: 'heldByPerson' }),
      ...{ release: settle('waiting'), sendPartly: settle('waiting') },
      settle: async ({ id }) => {
        this.setState([id], 'superseded');
        return { id: fakeId(id.length) };
      },
      lookMyself: settle('inDoubt'),
      confirm: settle('confirmed'),
      sendAgain: settle('waiting'),
      giveUp: settle('discarded'),
      reverse: async ({ id }) => {
        this.asked.push(`reverse ${id}`);
        return { id, state: 'waiting', leavesInMs: 5_000 };
      },
      putBack: async ({ id }) => ({ id }),
      list: async ({ states, record, batchId, since, like, gathered, after = null, limit = 100 }) => {
        const batch = batchId === undefined ? null : this.batches.get(batchId);
        const rows = this.edits
          .filter((edit) => !batch || batch.includes(edit.id))
          .filter((edit) => (!states || states.includes(edit.state)) && (!record || record.id === edit.record.id))
          // The desk is at its own moment: the start of the window's day is the start of the desk's, at any hour of the night.
          .filter((edit) => since === undefined || this.editRow(edit).changedAt >= since - startOfDay(Date.now()) + startOfDay(now))
          .filter((edit) => like === undefined || looksOf(edit) === looksOf(byId(like)))
          .sort((a, b) => b.seq - a.seq);
        const firsts = gathered ? [...Map.groupBy(rows, looksOf).values()] : rows.map((edit) => [edit]);
        const from = firsts.filter(([edit]) => after === null || (edit?.seq ?? 0) < after);
        const page = from.slice(0, limit);
        const shown = page.flatMap(([edit, ...others]) =>
          edit ? [{ ...this.editRow(edit), ...(others.length > 0 ? { alike: others.length + 1 } : {}) }] : [],
        );
        return { rows: shown, next: from.length > limit ? (shown.at(-1)?.seq ?? null) : null, total: firsts.length };
      },
      get: async ({ id }) => this.editRow(byId(id)),
      why: async ({ ids }) => ids.map((editId) => ({ editId, why: this.#why(byId(editId)) })),
      evidence: async ({ id }) => fake.fakeEvidence(byId(id), this.editRow(byId(id))),
      export: async () => ({ name: 'outbox.csv', mediaType: 'text/csv', file: new Blob(['id']) }),
    };
  }

  #why(edit: FakeEdit): view.WaitingWhy['why'] {
    const before = this.edits.find(
      (other) => other !== edit && isOpen(other) && other.record.id === edit.record.id && other.seq < edit.seq,
    );
    if (edit.state === 'draft') return { kind: 'approval' };
    if (edit.state !== 'waiting') return { kind: 'person', reason: edit.reason };
    if (before) return { kind: 'behind', editId: before.id, state: before.state };
    if (this.connection.kind === 'workingOffline') return { kind: 'workingOffline' };
    if (this.connection.kind === 'signedOut') return { kind: 'signIn', signedOut: this.connection };
    return this.connection.kind === 'online' ? { kind: 'next' } : { kind: 'offline' };
  }
}
