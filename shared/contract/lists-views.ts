import type { RecordKind } from '#shared/records/record-kind.ts';

/** How one list stands. */
export interface KeptLayout {
  columns: { name: string; width?: number | undefined }[];
  sort: string;
  descending: boolean;
}

/** A query with a name, its columns and its order. */
export interface SavedView extends KeptLayout {
  id: string;
  kind: RecordKind;
  name: string;
  query: string;
}

export interface ListsView {
  /** In the order in which they were named. */
  views: SavedView[];
  layouts: Partial<Record<RecordKind, KeptLayout>>;
}
