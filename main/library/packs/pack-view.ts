import { documentOf } from '#main/cache/documents/documents.ts';
import { packSources } from '#main/cache/documents/pack-sources.ts';
import { packItems, packTitles, type PackItem, type PackRow } from '#main/cache/documents/packs.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { PackView } from '#shared/contract/views.ts';
import type { EpochMs } from '#shared/world.ts';

/** A sign-in that lasts longer than this is no news before a journey. */
const journeyMs = 24 * 3_600_000;

/** A pack as the window shows it: every item with its verdict, sizes, and whether the person may leave. */
export function packViewOf(store: Store, row: PackRow, running: boolean, tokenUntil: EpochMs | null): PackView {
  const items = packItems(store, row.id);
  const titles = packTitles(store, row.id);
  const ready = items.filter((item) => item.state === 'ready');
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt,
    items: items.map((item) => ({
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

/** Whether the person may leave. What the service says it lacks or refuses is a gap; what was not asked for yet is not ready. */
export function verdictOf(items: readonly PackItem[], running: boolean): PackView['verdict'] {
  if (items.length === 0) return 'empty';
  const open = items.some((item) => item.state === 'waiting' || item.state === 'fetching');
  if (open) return running ? 'preparing' : 'notReady';
  const ready = items.filter((item) => item.state === 'ready').length;
  if (ready === items.length) return 'readyToTravel';
  return ready > 0 ? 'readyWithGaps' : 'notReady';
}
