/** A cell of an exported table: a text, an exact decimal number, a calendar date, or nothing. */
export type Cell = string | { number: string } | { day: string } | null;

/** One column of a sheet. */
export interface TableColumn {
  head: string;
  /** In characters. */
  width?: number;
  /** For reading: of a sheet that comes back, the white columns alone are taken. */
  shaded?: boolean;
  hidden?: boolean;
  /** Texts to choose from, as a range of another sheet. */
  choices?: string;
}
