import type { RecordKind } from '#shared/records/record-kind.ts';

/** What is particular to one kind's list: everything else is the same page. */
export interface ListConfig {
  kind: RecordKind;
  page: string;
  title: string;
  /** What the empty list says belongs here. */
  empty: string;
  /** The column that a new list stands by. */
  sort: string;
  dated: boolean;
  valued: boolean;
}
