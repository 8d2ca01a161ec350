import { createContext } from 'svelte';
import type { EditKind } from '#shared/edits/edit-kind.ts';

/** A kind of edit to compose, an edit to change. */
export type Start = EditKind | 'change';

/** The command for a record or an edit that is still opening: its page starts with it, once. */
export class Starting {
  #wish = $state.raw<{ id: string; what: Start } | null>(null);

  begin(id: string, what: Start): void {
    this.#wish = { id, what };
  }

  /** Takes the pending command of this item, once. */
  take(id: string): Start | null {
    if (this.#wish?.id !== id) return null;
    const { what } = this.#wish;
    this.#wish = null;
    return what;
  }
}

export const [useStarting, provideStarting] = createContext<Starting>();
