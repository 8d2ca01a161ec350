import { createContext } from 'svelte';
import type { EditKind } from '#shared/edits/edit-kind.ts';

/** A kind of edit to compose, an edit to change. */
export type Start = EditKind | 'change';

/** What a person wants to do with a record or an edit that is still being opened: its page begins with it, once. */
export class Starting {
  #wish = $state.raw<{ id: string; what: Start } | null>(null);

  begin(id: string, what: Start): void {
    this.#wish = { id, what };
  }

  /** What was wished for this one; nothing from then on. */
  take(id: string): Start | null {
    if (this.#wish?.id !== id) return null;
    const { what } = this.#wish;
    this.#wish = null;
    return what;
  }
}

export const [useStarting, provideStarting] = createContext<Starting>();
