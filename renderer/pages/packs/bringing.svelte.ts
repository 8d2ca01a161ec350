import { createContext } from 'svelte';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** A file that a person wants to bring in: an export of records, which are of this kind if nothing else is said, or names. */
type Brings = { what: 'records'; kind: RecordKind } | { what: 'names' };

/** "Import…", wherever it is chosen: the frame holds the dialog, over the page on which the person is. */
export class Bringing {
  wish = $state.raw<Brings | null>(null);

  records(kind: RecordKind = 'expense'): void {
    this.wish ??= { what: 'records', kind };
  }

  names(): void {
    this.wish ??= { what: 'names' };
  }

  end(): void {
    this.wish = null;
  }
}

export const [useBringing, provideBringing] = createContext<Bringing>();
