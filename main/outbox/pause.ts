import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { codeOf, isStorageTrouble } from '#main/storage/driver.ts';
import { amongGiven, prepared, updateIn } from '#main/storage/prepared.ts';
import { isOpen, outbox } from '#main/storage/schema/outbox.ts';
import type { Store } from '#main/storage/store.ts';

const untouched = and(eq(outbox.state, 'waiting'), eq(outbox.attempts, 0), isOpen(outbox));
/** Hidden from the planner, which would else look through everything that waits for a few edits that are named. */
const isUntouched = sql`+${outbox.state} = 'waiting' AND ${outbox.attempts} = 0`;
const pause = updateIn(outbox, and(amongGiven(outbox.id, 'ids'), isUntouched), 'waitBoot', 'waitUntil', 'waitMs');
const end = prepared((db) =>
  db
    .update(outbox)
    .set({ waitBoot: null, waitUntil: null, waitMs: null })
    .where(and(untouched, or(isNull(outbox.reason), sql`${outbox.reason} ->> '$.note' = 'reopened'`), isNotNull(outbox.waitUntil)))
    .returning({ id: outbox.id }),
);

/**
 * Keeps edits that were just recorded, or opened again, from being claimed for a moment, so that "Undo" means it. Call it in the transaction that recorded them.
 * Answers whether any of them waits now; what needs a user, or is not open any more, is left as it is. Not a change of state: a new boot
 * begins without it.
 */
export function pauseBeforeLeaving(store: Store, ids: readonly string[], ms: number): boolean {
  const { world } = store;
  const wait = { waitBoot: world.bootId, waitUntil: world.monotonic() + ms, waitMs: ms };
  const { changes } = pause(store).run({ ...wait, ids: JSON.stringify(ids) });
  return changes > 0;
}

/**
 * Ends all pauses for second thoughts: the window closed, or the user pressed "send now". A full disk changes nothing: the pauses end within seconds.
 */
export function endPauses(store: Store): void {
  try {
    store.commit('pauses end', () => {
      const ended = end(store).all();
      if (ended.length > 0) store.changed({ kind: 'edits', ids: ended.map(({ id }) => id) });
    });
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    store.world.log.error('pausesNotEnded', { code: codeOf(error) });
  }
}
