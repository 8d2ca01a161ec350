import type { MonotonicMs } from '#shared/world.ts';
import type { Store } from '#main/storage/store.ts';

/** After a letter, in milliseconds: who types has typed the next one by then. */
const letterMs = 300;

const newest = new WeakMap<Store, { text: string; at: MonotonicMs }>();

/** Notes what a user looks for. A list that is read again asks the same again, and then nobody types. */
export function noteTyped(store: Store, text: string): void {
  if (newest.get(store)?.text !== text) newest.set(store, { text, at: store.world.monotonic() });
}

/** True while the user is typing: background work can wait, the next key cannot. */
export const isTyping = (store: Store): boolean => store.world.monotonic() - (newest.get(store)?.at ?? -Infinity) < letterMs;
