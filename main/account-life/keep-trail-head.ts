import type { KeptHead } from '#main/accounts/trail-head.ts';
import { appendAudit, compareTrail, trailHead } from '#main/cache/trail/audit.ts';
import type { Store } from '#main/cache/database/store.ts';
import type { RepairView } from '#shared/contract/views.ts';
import { every, keepUp } from './keep-up.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Says when the trail is not the one that the keychain remembers: lines were cut off, the chain was made again, or an older copy came back.
 * It stands in the trail from then on, and stops nothing.
 */
export async function compareWithKept(store: Store, kept: KeptHead): Promise<RepairView | null> {
  const head = await kept.read();
  const how = head ? compareTrail(store, head) : 'goesOn';
  if (!head || how === 'goesOn') return null;
  const here = trailHead(store)?.seq ?? 0;
  store.commit('trail changed', () =>
    appendAudit(store, { what: 'trailChanged', editId: null, record: null, facts: { how, keptLine: head.seq, keptHash: head.hash, here } }),
  );
  store.world.log.error('trail changed', { how, kept: head.seq, here });
  return { kind: 'trailChanged', how, here, noted: head.seq, held: 0, backups: [] };
}

/** Tells the keychain the newest line now, after every report, and every day. */
export function keepTrailHead(store: Store, kept: KeptHead): { stop(): Promise<void> } {
  let writing = Promise.resolve();
  const note = () => {
    const head = trailHead(store);
    if (head) writing = writing.then(() => kept.write(head));
  };
  const keeping = keepUp(store, 'syncFinished', note);
  note();
  void every(store.world, DAY_MS, keeping.signal, note);
  return {
    stop: () => {
      keeping.stop();
      return writing;
    },
  };
}
