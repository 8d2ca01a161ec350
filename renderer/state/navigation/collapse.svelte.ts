import { getContext, setContext } from 'svelte';

/** A list that makes room for what is composed beside one of its records. */
export class Collapse {
  folded = $state(false);
}

const name = Symbol('folding');

export const provideCollapse = (): Collapse => setContext(name, new Collapse());
/** The list around this part; null where it is alone. */
export const useCollapse = (): Collapse | null => getContext<Collapse | undefined>(name) ?? null;
