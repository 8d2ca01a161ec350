import { scrubbing } from '#main/storage/sealing/scrub.ts';
import type { Store } from '#main/storage/store.ts';
import { forgetRecord } from '#main/outbox/forget-records.ts';
import { tidyWords } from '#main/projections/search/word-index.ts';
import { forgetBefore } from '#main/records/import-before.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { Documents } from './documents/documents.ts';
import { slices } from './in-parts.ts';

export interface Leaving {
  store: Store;
  documents: Pick<Documents, 'leave'>;
}

/** The records that were removed; unknown ids are not counted. */
export interface Left {
  records: number;
  documents: number;
}

/** The number of records removed in one commit: a few milliseconds. */
const perCommit = 50;

/**
 * Removes records and documents from this laptop in small portions and overwrites their bytes; a record with an open edit stays. `also` runs in the
 * commit of the records that it gets. Ends early, with the counts so far, when the account is closed.
 */
export async function leave(
  { store, documents }: Leaving,
  what: { records: readonly RecordRef[]; documents: readonly string[] },
  also: (refs: readonly RecordRef[]) => void = () => undefined,
): Promise<Left> {
  const left: Left = { records: 0, documents: 0 };
  await scrubbing(store, async () => {
    // Nor does how a record was before an import stay.
    if (what.records.length > 0) await forgetBefore(store);
    for (const id of what.documents) {
      if (!(await nextTurn(store))) return;
      if (documents.leave(id)) left.documents += 1;
    }
    for (const refs of slices(what.records, perCommit)) {
      if (!(await nextTurn(store))) return;
      store.commit('records leave', () => {
        left.records += refs.filter((ref) => forgetRecord(store, ref) === 'record').length;
        also(refs);
      });
    }
    let first = true;
    while ((await nextTurn(store)) && !tidyWords(store, first)) first = false;
  });
  return left;
}

async function nextTurn(store: Store): Promise<boolean> {
  await store.world.sleep(0);
  return store.sql.open;
}
