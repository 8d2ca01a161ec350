import { documentOf } from '#main/documents/documents.ts';
import type { Failure } from '#main/api/result.ts';
import { followView, leaveView, packSources, takeInViews } from '#main/documents/pack-sources.ts';
import * as table from '#main/documents/packs.ts';
import type { Store } from '#main/storage/store.ts';
import type { PackView } from '#shared/contract/views/views.ts';
import type { RecordKind, RecordRef } from '#shared/records/record-kind.ts';
import type { EpochMs } from '#shared/world.ts';
import { readItem, type PackReads } from './pack-reads.ts';

export interface PacksOptions extends PackReads {
  /** When the sign-in ends, as far as known; null for an API key. */
  tokenUntil(): EpochMs | null;
}

export type Packs = ReturnType<typeof createPacks>;

/** The number of concurrent reads. */
const width = 6;

/**
 * Opens the trip packs of one account: lists of what should be here before a journey, and their filling. Items that an earlier process was
 * reading wait again.
 */
export function createPacks(options: PacksOptions) {
  const { store } = options;
  const running = new Map<string, AbortController>();
  for (const pack of table.packRows(store)) table.retryPackItems(store, pack.id, ['fetching']);

  const view = (id: string): PackView | null => {
    const row = table.packRow(store, id);
    return row ? packViewOf(store, row, running.has(id), options.tokenUntil()) : null;
  };
  const stop = (id: string) => running.get(id)?.abort();
  /**
   * Fills a pack until nothing waits, it is paused, or the service cannot be reached. Items that failed before are tried again, and those
   * of `again` whatever the service said of them. Answers what stopped it, or null; a pack that runs already is not run twice.
   */
  const run = async (id: string, again: readonly RecordRef[] = []): Promise<Failure | null> => {
    if (!table.packRow(store, id)) return null;
    for (const { kind, id: named } of again)
      table.setPackItem(store, id, { ref: { kind, id: named.toLowerCase() }, state: 'waiting', detail: null, bytes: 0 });
    if (running.has(id)) return null;
    const controller = new AbortController();
    running.set(id, controller);
    table.setPackPaused(store, id, false);
    takeInViews(store, id);
    table.retryPackItems(store, id, ['failed', 'fetching', 'notReadable']);
    try {
      return await fill(options, id, controller);
    } finally {
      running.delete(id);
      // The account may be closed by now; its rows are put right at the next start.
      if (store.sql.open) table.retryPackItems(store, id, ['fetching']);
    }
  };
  return {
    views: (): PackView[] => table.packRows(store).flatMap((row) => view(row.id) ?? []),
    view,
    create: (name: string): PackView => packViewOf(store, table.createPack(store, name), false, options.tokenUntil()),
    remove: (id: string): void => {
      stop(id);
      table.removePack(store, id);
    },
    /** Adds ids, which were chosen in a list or found in a text. */
    add: (id: string, kind: RecordKind, ids: readonly string[], way: 'list' | 'ids' = 'list'): PackView | null => {
      if (!table.packRow(store, id)) return null;
      table.addPackItems(store, id, kind, ids, way);
      return view(id);
    },
    /** Takes in what a saved view finds, now and at each fetch; null when there is no such pack or view. */
    follow: (id: string, viewId: string, locale: string): PackView | null =>
      table.packRow(store, id) && followView(store, id, viewId, locale) ? view(id) : null,
    /** Takes in no more of a view; what it brought stays. */
    leaveView: (id: string, viewId: string): PackView | null => {
      leaveView(store, id, viewId);
      return view(id);
    },
    /** Takes records off a pack's list; their copies here stay. */
    leaveOut: (id: string, refs: readonly RecordRef[]): PackView | null => {
      table.removePackItems(store, id, refs);
      return view(id);
    },
    run,
    /** Stops a pack; what is being read goes back to waiting. */
    pause: (id: string): void => {
      stop(id);
      table.setPackPaused(store, id, true);
    },
    /** Stops every pack for this process; they may go on at the next start. */
    stop: (): void => {
      for (const id of running.keys()) stop(id);
    },
  };
}

/** Reads waiting items, `width` at once, until there are none or something stops the line. */
async function fill(options: PacksOptions, id: string, controller: AbortController): Promise<Failure | null> {
  let stopped: Failure | null = null;
  const work = async () => {
    while (!controller.signal.aborted) {
      const item = table.nextPackItem(options.store, id);
      if (!item) return;
      stopped = (await fillOne(options, id, item, controller)) ?? stopped;
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return stopped;
}

async function fillOne(options: PacksOptions, id: string, item: table.PackItem, controller: AbortController): Promise<Failure | null> {
  const { store } = options;
  const back = () => table.setPackItem(store, id, { ...item, state: 'waiting' });
  // Taken before the first await, so that no other worker takes it too.
  table.setPackItem(store, id, { ...item, state: 'fetching' });
  const outcome = await readItem(options, item.ref, controller.signal);
  if (!store.sql.open) return null;
  switch (outcome.kind) {
    case 'verdict':
      table.setPackItem(store, id, outcome.item);
      return null;
    case 'later':
      back();
      await store.world.sleep(outcome.afterMs, controller.signal);
      return null;
    case 'stop':
      back();
      controller.abort();
      return outcome.failure.kind === 'cancelled' ? null : outcome.failure;
  }
}

/** A sign-in that lasts longer than this is no news before a journey. */
const journeyMs = 24 * 3_600_000;

/** A pack as the window shows it: every item with its verdict, sizes, and whether the person may leave. */
function packViewOf(store: Store, row: table.PackRow, running: boolean, tokenUntil: EpochMs | null): PackView {
  const items = table.packItems(store, row.id);
  const titles = table.packTitles(store, row.id);
  const ready = items.filter((item) => item.state === 'ready');
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt,
    items: items.map(({ before: _before, ...item }) => ({
      ...item,
      title: titles.get(`${item.ref.kind} ${item.ref.id}`) ?? null,
      ...(item.ref.kind === 'invoicePayable' && item.state === 'ready' ? { reading: documentOf(store, item.ref.id)?.reading ?? null } : {}),
    })),
    ready: ready.length,
    bytes: ready.reduce((sum, item) => sum + item.bytes, 0),
    documents: ready.filter((item) => item.ref.kind === 'invoicePayable').length,
    paused: row.paused,
    running,
    verdict: verdictOf(items, running),
    sources: packSources(store, row.id),
    tokenEndsBefore: tokenUntil !== null && tokenUntil < store.world.now() + journeyMs ? tokenUntil : null,
  };
}

/** The readiness of a pack. Records that the service lacks or refuses are gaps; records that were not requested yet are not ready. */
function verdictOf(items: readonly table.PackItem[], running: boolean): PackView['verdict'] {
  if (items.length === 0) return 'empty';
  const open = items.some((item) => item.state === 'waiting' || item.state === 'fetching');
  if (open) return running ? 'preparing' : 'notReady';
  const ready = items.filter((item) => item.state === 'ready').length;
  if (ready === items.length) return 'readyToTravel';
  return ready > 0 ? 'readyWithGaps' : 'notReady';
}
