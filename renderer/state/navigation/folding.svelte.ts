import { getContext, setContext } from 'svelte';

/** A list that makes room for what is composed beside one of its records. */
export class Folding {
  folded = $state(false);
}

const name = Symbol('folding');

export const provideFolding = (): Folding => setContext(name, new Folding());
/** The list around this part; null where it stands alone. */
export const useFolding = (): Folding | null => getContext<Folding | undefined>(name) ?? null;
