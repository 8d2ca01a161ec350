import type { Store } from '#main/storage/store.ts';

/** Parts of a list, one after another, each of `size` items or what is left. */
export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Items that are compared or stored between two pauses. */
const atOnce = 500;

/** Yields items a part at a time, with a pause between, so that the window waits for none; ends when the account is closed. */
export async function* inParts<Item>(store: Store, items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length && store.sql.open; from += atOnce) {
    if (from > 0) await store.world.sleep(0);
    if (store.sql.open) yield items.slice(from, from + atOnce);
  }
}
