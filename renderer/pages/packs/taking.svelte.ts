import { createContext } from 'svelte';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** Records that a person wants to take along, until they said into which pack. */
export interface Wish {
  kind: RecordKind;
  ids: string[];
  /** Called once they are in a pack. */
  ondone?: () => void;
}

/** "Add to trip pack", wherever it is chosen: the frame holds the one dialog that asks for the pack. */
export class Taking {
  wish = $state.raw<Wish | null>(null);

  /** Asks into which pack these records go; nothing is asked for none. */
  take(kind: RecordKind, ids: string[], ondone?: () => void): boolean {
    if (ids.length === 0) return false;
    this.wish = { kind, ids, ...(ondone ? { ondone } : {}) };
    return true;
  }
}

export const [useTaking, provideTaking] = createContext<Taking>();
