import type { SavedView, ViewInput } from '#shared/contract/list-inputs.ts';
import type { NameReading } from '#shared/files/import-summary.ts';
import type { ImportFormat } from '#shared/files/file-format.ts';
import type { RecordRef } from '#shared/records/record-kind.ts';
import type { ReferenceKind, ReferenceRef } from '#shared/references/reference-kind.ts';
import type { EpochMs } from '#shared/world.ts';

/**
 * The source of a name: a user's, a file's, the company's file, a record's own label, or nobody's yet. In this order they beat each
 * other.
 */
export type NameOrigin = 'typed' | 'file' | 'company' | 'service' | 'learned';

/** The name of one reference. Absent texts are null. */
export interface ReferenceName extends ReferenceRef {
  name: string | null;
  /** For instance 6200. */
  code: string | null;
  note: string | null;
  currency: string | null;
  inUse: boolean;
  origin: NameOrigin;
}

/** One row of a picker or of the page Names. */
export interface ReferenceRow extends ReferenceName {
  namedAt: EpochMs | null;
  /** In how many fields of records it was seen. */
  uses: number;
  /** The newest day of a record that it was seen in, YYYY-MM-DD. */
  lastUsed: string | null;
  /** The place of use, as `holder.path` of `referencePlaces`. */
  places: string[];
  /** A record that it was seen in. */
  beside: { record: RecordRef; title: string } | null;
  /** It was used before by what is being worked on; these come first. */
  here: UsedHere | null;
}

/** Used by this record, or by others of its customer, its user or its card. */
export interface UsedHere {
  by: 'record' | 'customer' | 'user' | 'card';
  uses: number;
  /** YYYY-MM-DD. */
  last: string | null;
}

export interface ReferencePage {
  rows: ReferenceRow[];
  /** Pass back as `after`; null at the end. */
  next: number | null;
  /** Whom `here` is about, for a heading; null when nothing was used here. */
  around: { by: UsedHere['by']; reference: ReferenceName | null } | null;
}

/** A file calls something otherwise than the names directory does. */
export interface NameConflict {
  mine: ReferenceName;
  theirs: ReferenceRef & { name: string; code: string; note: string; currency: string; inUse: boolean };
}

/** A file has another view under a name that is saved here for the same list. */
export interface ViewConflict {
  mine: SavedView;
  theirs: ViewInput;
}

/** The summary of a names file. `kind` is what the whole file speaks of; null when each line says it, or the user must. */
export interface NameSummary {
  format: ImportFormat;
  reading: NameReading;
  columns: string[];
  mapping: Record<string, NameField>;
  fields: NameField[];
  kind: ReferenceKind | null;
  /** A column says the kind of each line. */
  kindsInside: boolean;
  rows: number;
  /** Saved views beside the names. */
  views: number;
  sample: NameConflict['theirs'][];
}

/** The content of a column of a names file. */
export const nameFields = ['kind', 'id', 'name', 'code', 'note', 'currency', 'inUse'] as const;
export type NameField = (typeof nameFields)[number];

export interface NameCount {
  kind: ReferenceKind;
  named: number;
  unnamed: number;
}

/** The result of importing a names file; undefined while a question is open. */
export interface NamesImported {
  imported: number;
  unchanged: number;
  kept: number;
  views: { imported: number; kept: number };
  conflicts: NameConflict[];
  viewConflicts: ViewConflict[];
}
