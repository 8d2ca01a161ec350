import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHearings } from '#main/storage/hearings.ts';
import { putRecord, recordOf, type HeardRecord } from '#main/records/records.ts';
import type { Store } from '#main/storage/store.ts';
import { openTestStore } from '#test/cache.ts';
import { fakeWorld, type FakeWorld } from '#test/world.ts';
import { idOf } from './many-records.ts';

/** Records are ordered by when we asked and what answered; the service's times decide ties alone (law 28). */

let world: FakeWorld;
let store: Store;
beforeEach(() => {
  world = fakeWorld({ seed: 1 });
  store = openTestStore(world);
});
afterEach(() => store.close());

const ref = { kind: 'expense', id: idOf(1) } as const;
type Told = { updatedAt?: string; version?: number };

function hear(status: string, told: Told, more: Partial<HeardRecord> = {}): 'stored' | 'olderKept' {
  const value = { id: ref.id, status, ...told };
  const asked = store.hearings.ask();
  return putRecord(store, { ref, value, provenance: 'read', asOf: 1, asked, complete: true, ...more });
}

const known = () => recordOf(store, ref)?.value['status'];
const [earlier, later] = ['2026-02-01T10:00:00Z', '2026-02-01T10:02:00Z'];

describe('an answer asked before the known value', () => {
  it.each<[string, Told, Told, 'stored' | 'olderKept']>([
    ['neither tells a time', {}, {}, 'olderKept'],
    ['both tell the same time', { updatedAt: later }, { updatedAt: later }, 'olderKept'],
    ['it tells an earlier time', { updatedAt: later }, { updatedAt: earlier }, 'olderKept'],
    ['it tells a later time', { updatedAt: earlier }, { updatedAt: later }, 'stored'],
    ['it tells a later version', { version: 2, updatedAt: later }, { version: 3, updatedAt: earlier }, 'stored'],
  ])('with %s', (_what, ours, theirs, comes) => {
    hear('AS_IT_WAS', {});
    const asked = store.hearings.ask();
    hear('OURS', ours, { provenance: 'writeResponse' });
    expect(hear('READ_LATE', theirs, { asked })).toBe(comes);
    expect(known()).toBe(comes === 'stored' ? 'READ_LATE' : 'OURS');
  });

  it('is never the answer to our own write, but where its version is smaller', () => {
    const asked = store.hearings.ask();
    hear('READ', { updatedAt: later });
    expect(hear('OURS', { updatedAt: earlier }, { asked, provenance: 'writeResponse' })).toBe('stored');
    hear('READ', { version: 6 });
    expect(hear('OURS', { version: 5 }, { asked, provenance: 'writeResponse' })).toBe('olderKept');
  });
});

describe('an answer asked after the known value', () => {
  it('is taken where its time is the same, none, or never', () => {
    hear('FIRST', { updatedAt: '9999-12-31T00:00:00Z' });
    expect(hear('SECOND', { updatedAt: later })).toBe('stored');
    expect(hear('THIRD', { updatedAt: later })).toBe('stored');
    expect(hear('FOURTH', {})).toBe('stored');
    expect(hear('FIFTH', { updatedAt: earlier })).toBe('stored');
  });

  it('is believed with an earlier time once it was said to three questions over ten seconds', async () => {
    hear('KNOWN', { updatedAt: later });
    for (let n = 0; n < 5; n++) expect(hear('INSISTS', { updatedAt: earlier })).toBe('olderKept');
    await world.advance(10_000);
    expect(hear('SAYS_ANOTHER', { updatedAt: earlier })).toBe('olderKept');
    for (let n = 0; n < 2; n++) expect(hear('INSISTS', { updatedAt: earlier })).toBe('olderKept');
    await world.advance(10_000);
    expect(hear('INSISTS', { updatedAt: earlier })).toBe('stored');
  });

  it('an older copy with a smaller version stays one, however often it arrives', async () => {
    hear('KNOWN', { version: 5 });
    for (let n = 0; n < 5; n++) {
      await world.advance(10_000);
      expect(hear('MIRROR', { version: 4 })).toBe('olderKept');
    }
  });

  it('is no import: one with an earlier time is old, however often it is read in', async () => {
    hear('KNOWN', { updatedAt: later });
    for (let n = 0; n < 4; n++) {
      await world.advance(10_000);
      expect(hear('EXPORT', { updatedAt: earlier }, { provenance: 'import', asked: undefined })).toBe('olderKept');
    }
    expect(known()).toBe('KNOWN');
  });
});

it('the same answer looked at twice counts once', async () => {
  const hearings = createHearings(world);
  const [first, second, third] = [hearings.ask(), hearings.ask(), hearings.ask()];
  for (const asked of [first, first, first]) expect(hearings.insists(ref, 'text', asked)).toBe(false);
  await world.advance(20_000);
  for (const asked of [second, second]) expect(hearings.insists(ref, 'text', asked)).toBe(false);
  for (const asked of [third, third]) expect(hearings.insists(ref, 'text', asked)).toBe(true);
});

it('of records that were forgotten, a question from before counts as overtaken', () => {
  const hearings = createHearings(world);
  const before = hearings.ask();
  for (let n = 0; n < 10_001; n++) hearings.heard({ kind: 'expense', id: String(n) });
  const after = hearings.ask();
  for (const id of ['0', 'never heard of']) {
    expect(hearings.heardSince({ kind: 'expense', id }, before)).toBe(true);
    expect(hearings.heardSince({ kind: 'expense', id }, after)).toBe(false);
  }
});
