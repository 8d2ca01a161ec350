import { createContext } from 'svelte';
import type { RecordRow } from '#shared/contract/views/views.ts';

const MOST = 8;

/** Records that the user opened in this window, newest first. Nothing of them is kept on the disk. */
export class Recents {
  rows = $state.raw<{ row: RecordRow; at: number }[]>([]);

  note(row: RecordRow): void {
    const others = this.rows.filter((other) => other.row.id !== row.id);
    const at = this.rows.find((other) => other.row.id === row.id && other === this.rows[0])?.at ?? Date.now();
    this.rows = [{ row, at }, ...others].slice(0, MOST);
  }

  forget(): void {
    this.rows = [];
  }
}

export const [useRecents, provideRecents] = createContext<Recents>();
