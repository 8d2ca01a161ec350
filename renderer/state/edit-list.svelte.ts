import type { EditRow } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';
import type { Desk } from './desk.svelte.ts';
import { Kept, ofEdits } from './kept.svelte.ts';

/** At most this many edits are listed on pages that ask a person for a word; the counters tell the whole. */
const MOST = 500;

/** The edits that are in certain states, newest first, kept as they change. */
export class EditList {
  readonly kept;
  readonly rows;
  readonly total;

  constructor(desk: Desk, states: EditState[]) {
    this.kept = new Kept(desk, () => desk.api.edits.list({ states, after: null, limit: MOST }), ofEdits);
    this.rows = $derived(this.kept.value?.rows ?? []);
    this.total = $derived(this.kept.value?.total ?? 0);
  }

  /** The chosen edit, or the first where that one is gone. */
  chosen(id: string | null): EditRow | null {
    return this.rows.find((row) => row.id === id) ?? this.rows[0] ?? null;
  }
}
