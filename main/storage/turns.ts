import type { Store } from './store.ts';

/** Does work on a store one after another, also after work that failed. */
export function turns() {
  const last = new WeakMap<Store, Promise<unknown>>();
  return <T>(store: Store, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(store) ?? Promise.resolve()).then(work, work);
    last.set(store, turn);
    return turn;
  };
}
