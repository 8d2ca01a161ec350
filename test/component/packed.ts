import type { FakeApp } from './fake-app.ts';
import type { PackView } from '#shared/contract/views/views.ts';
import { now } from './fake-records.ts';

/** A desk with one trip pack whose items are in every state. */
export function packed(app: FakeApp): FakeApp {
  const states = ['ready', 'ready', 'fetching', 'waiting', 'notReadable', 'noAccess', 'missing', 'failed'] as const;
  const items = states.map((state, place) => {
    const record = app.record('expense', place);
    return {
      ref: { kind: 'expense' as const, id: record.id },
      title: place === 0 ? null : `Expense ${place}`,
      state,
      detail: null,
      bytes: place * 900,
    };
  });
  const pack: PackView = {
    id: 'p1',
    name: 'Lisbon',
    createdAt: now,
    items,
    ready: 2,
    bytes: 3_100_000,
    documents: 2,
    paused: false,
    running: false,
    verdict: 'readyWithGaps',
    sources: [{ way: 'list', kind: 'expense', count: 8, at: now }],
    tokenEndsBefore: now + 3_600_000,
  };
  const running: PackView = { ...pack, id: 'p2', name: 'Oslo', running: true, verdict: 'preparing', tokenEndsBefore: null };
  app.api.library.packs = async () => [pack, running];
  return app;
}
