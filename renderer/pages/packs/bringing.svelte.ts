import { createContext } from 'svelte';
import { hrefOf } from '#renderer/state/navigation/router.svelte.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { SheetComparison } from '#shared/sheets/sheet-comparison.ts';

/** A file that a person wants to bring in: an export of records, which are of the kind of the list that it was brought to, or names. */
type Brings = { what: 'records'; kind: RecordKind | null } | { what: 'names' };

/** "Import…", wherever it is chosen: the frame holds the dialog, over the page on which the person is. */
export class Bringing {
  wish = $state.raw<Brings | null>(null);
  /** Files that were dropped together and not processed yet. */
  files = $state<File[]>([]);

  records(kind: RecordKind | null = null, files: readonly File[] = []): void {
    this.wish ??= { what: 'records', kind };
    this.files.unshift(...files);
  }

  /** Bank statements that the page of bank lines takes in. */
  statements = $state<File[]>([]);

  /** The practice company's own statement is wanted on the page of bank lines. */
  practice = $state.raw(false);

  practiceStatement(): void {
    this.practice = true;
    location.hash = hrefOf('bank-lines');
  }

  /** A company's connection file: the sign-in takes it. */
  connection = $state.raw<File | null>(null);

  connect(file: File): void {
    this.connection = file;
    location.hash = hrefOf('sign-in');
  }

  /** A sheet that came back, compared with what left: the page of changes takes it. */
  sheet = $state.raw<{ name: string; comparison: SheetComparison } | null>(null);
  /** Sheets that were given with it: each is looked at when the one before is done. */
  moreSheets = $state<File[]>([]);

  names(): void {
    this.wish ??= { what: 'names' };
  }

  /** The file turned out to hold names: the other dialog goes on with it. */
  areNames(files: readonly File[]): void {
    this.wish = { what: 'names' };
    this.files.unshift(...files);
  }

  /** Names are here; records that were given with them are next. */
  goOn(): void {
    this.wish = this.files.length > 0 ? { what: 'records', kind: null } : null;
  }

  /** The person leaves it; nothing waits any more. */
  end(): void {
    this.wish = null;
    this.files = [];
  }
}

export const [useBringing, provideBringing] = createContext<Bringing>();
