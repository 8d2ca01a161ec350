import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#main/api/client.ts';
import { failed, succeeded, type ApiResult, type Failure } from '#main/api/result.ts';
import { callView } from '#main/documents/pack-sources.ts';
import { bringViewBack, removeView, saveView } from '#main/projections/query/saved-lists.ts';
import { putRecord, recordOf } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { createPacks, type Packs, type PacksOptions } from '#main/library/packs/packs.ts';
import type { ServiceRequest } from '#shared/edits/edit-kind.ts';
import { openTestStore } from '#test/cache.ts';
import { expense, idOf } from '#test/cache/many-records.ts';
import { stillWorld } from '#test/cache/world-for-cache.ts';

let store: Store;
beforeEach(() => void (store = openTestStore(stillWorld())));
afterEach(() => store.close());

const answer = (value: Answer['value']): ApiResult<Answer> =>
  succeeded({ status: 200, headers: [], text: JSON.stringify(value), value, etag: null, url: 'https://service.test' });
const refused = (status: number, type: string | null): Failure => ({
  kind: 'refused',
  status,
  error: type === null ? null : { name: null, type, message: null, errors: [] },
  retryAfterMs: null,
});

/** A service that answers by the number in the id; `open` says how many reads are under way. */
function service(read: (n: number, times: number) => ApiResult<Answer>) {
  const state = { open: 0, most: 0, asked: [] as number[] };
  const times = new Map<number, number>();
  const options: PacksOptions = {
    store,
    documents: {
      fetch: async (recordId) =>
        succeeded({ recordId, name: 'a.pdf', state: 'here', bytes: 1000, sha256: null, pinned: false, fetchedAt: 1, detail: null }),
    },
    mayRead: () => false,
    tokenUntil: () => null,
    client: {
      read: async (request: ServiceRequest, signal?: AbortSignal) => {
        const n = Number(request.path.slice(-12));
        state.open += 1;
        state.most = Math.max(state.most, state.open);
        state.asked.push(n);
        for (let turn = 0; turn < 3; turn++) await Promise.resolve();
        state.open -= 1;
        if (signal?.aborted) return failed({ kind: 'cancelled', bytesWritten: true });
        times.set(n, (times.get(n) ?? 0) + 1);
        return read(n, times.get(n) ?? 1);
      },
    },
  };
  return { state, options };
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => idOf(n));

describe('a trip pack', () => {
  it('is filled, several at once, with a verdict for every item', async () => {
    const { state, options } = service((n) => {
      if (n === 3) return failed(refused(403, null));
      if (n === 4) return failed(refused(400, 'NOT_FOUND'));
      if (n === 5) return answer(expense(99));
      if (n === 6) return failed({ kind: 'serviceTrouble', status: 502, retryAfterMs: null });
      return answer(expense(n));
    });
    const packs = createPacks(options);
    const { id } = packs.create('Lisbon');
    expect(packs.view(id)?.verdict).toBe('empty');
    packs.add(id, 'expense', [...ids(40), idOf(1).toUpperCase()]);
    packs.add(id, 'invoicePayable', [idOf(700), idOf(701)]);
    packs.add(id, 'vendor', [idOf(800)]);
    expect(packs.view(id)).toMatchObject({ verdict: 'notReady', running: false, paused: true });
    expect(await packs.run(id)).toBeNull();
    const view = packs.view(id);
    expect(view).toMatchObject({ verdict: 'readyWithGaps', ready: 38, documents: 2, running: false, paused: false });
    expect(view?.items.filter((item) => item.state !== 'ready').map((item) => [item.state, item.detail])).toEqual([
      ['noAccess', null],
      ['missing', null],
      ['failed', 'otherRecord'],
      ['failed', 'serviceTrouble'],
      ['notReadable', null],
    ]);
    expect(state.most).toBeGreaterThan(3);
    expect(state.most).toBeLessThanOrEqual(6);
    expect(recordOf(store, { kind: 'expense', id: idOf(7) })).toMatchObject({ provenance: 'read', complete: true });
    // Only what failed is asked for again.
    state.asked.length = 0;
    await packs.run(id);
    expect(state.asked.toSorted((a, b) => a - b)).toEqual([5, 6]);
  });

  it('retries what the service had refused only when told to, and skips records that the user excludes', async () => {
    const { state, options } = service((n, times) => (n === 3 && times === 1 ? failed(refused(403, null)) : answer(expense(n))));
    const packs = createPacks(options);
    const { id } = packs.create('Kuwait');
    packs.add(id, 'expense', ids(5));
    await packs.run(id);
    await packs.run(id);
    expect(state.asked.filter((n) => n === 3)).toHaveLength(1);
    expect(packs.leaveOut(id, [{ kind: 'expense', id: idOf(0).toUpperCase() }])?.items).toHaveLength(4);
    expect(recordOf(store, { kind: 'expense', id: idOf(0) })).not.toBeNull();
    await packs.run(id, [{ kind: 'expense', id: idOf(3) }]);
    expect(packs.view(id)).toMatchObject({ verdict: 'readyToTravel', ready: 4 });
    expect(state.asked.filter((n) => n === 3)).toHaveLength(2);
    expect(packs.leaveOut('nowhere', [])).toBeNull();
  });

  it('can be paused and resumed, and continues after a restart', async () => {
    let packs: ReturnType<typeof createPacks> | null = null;
    const { state, options } = service((n) => {
      if (n === 10) packs?.pause(pack);
      return answer(expense(n));
    });
    packs = createPacks(options);
    const pack = packs.create('Oslo').id;
    packs.add(pack, 'expense', ids(60));
    await packs.run(pack);
    const paused = packs.view(pack);
    expect(paused).toMatchObject({ paused: true, running: false, verdict: 'notReady' });
    expect(paused?.items.every((item) => item.state === 'ready' || item.state === 'waiting')).toBe(true);
    store.sql.prepare(`UPDATE pack_item SET state = 'fetching' WHERE record_id = ?`).run(idOf(59));
    const again = createPacks(options);
    expect(again.view(pack)?.items.at(-1)?.state).toBe('waiting');
    const asked = new Set(state.asked);
    await again.run(pack);
    expect(again.view(pack)).toMatchObject({ verdict: 'readyToTravel', ready: 60 });
    expect(asked.size).toBeLessThan(30);
  });

  it('stops without a verdict when the network or the sign-in is gone, and waits when told to', async () => {
    const offline: Failure = { kind: 'notSent', cause: 'dns', detail: '' };
    const gone = service((n) => (n < 5 ? answer(expense(n)) : failed(offline)));
    const packs = createPacks(gone.options);
    const { id } = packs.create('Cork');
    packs.add(id, 'expense', ids(30));
    expect(await packs.run(id)).toEqual(offline);
    const states = new Set(packs.view(id)?.items.map((item) => item.state));
    expect(states).toEqual(new Set(['ready', 'waiting']));
    const before = store.world.now();
    const limited = service((n, times) =>
      times === 1 && n > 20 ? failed({ kind: 'rateLimited', retryAfterMs: 5000, status: 429 }) : answer(expense(n)),
    );
    const later = createPacks(limited.options);
    expect(await later.run(id)).toBeNull();
    expect(later.view(id)?.verdict).toBe('readyToTravel');
    expect(store.world.now() - before).toBeGreaterThanOrEqual(5000);
  });

  it('says when the sign-in ends before the journey does', () => {
    const { options } = service((n) => answer(expense(n)));
    const until = store.world.now() + 3_600_000;
    expect(createPacks({ ...options, tokenUntil: () => until }).create('Bergen').tokenEndsBefore).toBe(until);
    expect(createPacks({ ...options, tokenUntil: () => until + 1e9 }).create('Bergen').tokenEndsBefore).toBeNull();
  });
});

describe('a saved view in a pack', () => {
  const hear = (n: number, status: string) =>
    putRecord(store, {
      ref: { kind: 'expense', id: idOf(n) },
      value: { ...expense(n), status },
      provenance: 'read',
      asOf: n,
      complete: true,
    });
  const view = { kind: 'expense' as const, name: 'In draft', query: 'status:IN_DRAFT', columns: [], sort: 'date', descending: true };
  const shown = (packs: Packs, id: string) =>
    packs
      .view(id)
      ?.items.map(({ ref }) => ref.id)
      .toSorted();

  it('is taken in at once and at each fetch, beside what was chosen and what came by ids; what it brought stays', async () => {
    const packs = createPacks(service((n) => answer({ ...expense(n), status: 'IN_DRAFT' })).options);
    const { id } = packs.create('Porto');
    const saved = saveView(store, view);
    for (const n of [1, 2]) hear(n, 'IN_DRAFT');
    hear(3, 'CREATED');
    packs.add(id, 'expense', [idOf(2)], 'list');
    packs.add(id, 'vendor', [idOf(70)], 'ids');
    packs.follow(id, saved.id, 'en-GB');
    expect(shown(packs, id)).toEqual([idOf(1), idOf(2), idOf(70)]);
    hear(4, 'IN_DRAFT');
    await packs.run(id);
    expect(shown(packs, id)).toEqual([idOf(1), idOf(2), idOf(4), idOf(70)]);
    const sources = () => packs.view(id)?.sources.map(({ way, count, ...rest }) => [way, count, 'gone' in rest ? rest.gone : null]);
    expect(sources()).toEqual([
      ['view', 2, false],
      ['list', 1, null],
      ['ids', 1, null],
    ]);

    // Renamed, removed and brought back, it is the same view; one that is gone is called as it was called last.
    expect(callView(store, saved.id, 'Drafts')).toBe('renamed');
    const told = () => packs.view(id)?.sources.flatMap((each) => (each.way === 'view' ? [[each.name, each.gone]] : []));
    expect(told()).toEqual([['Drafts', false]]);
    removeView(store, saved.id);
    expect(told()).toEqual([['Drafts', true]]);
    bringViewBack(store, saved.id);
    expect(told()).toEqual([['Drafts', false]]);

    removeView(store, saved.id);
    hear(5, 'IN_DRAFT');
    await packs.run(id);
    expect(sources()?.[0]).toEqual(['view', 2, true]);
    packs.leaveView(id, saved.id);
    expect(shown(packs, id)).toEqual([idOf(1), idOf(2), idOf(4), idOf(70)]);
    expect(sources()?.map(([way]) => way)).toEqual(['list', 'ids']);
    expect(packs.follow(id, saved.id, 'en-GB')).toBeNull();
  });
});
