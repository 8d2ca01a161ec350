/** A year of the history that lies in a file of its own, and why it cannot be read. */
export interface ArchivesView {
  /** The year. */
  name: string;
  edits: number;
  problem: 'missing' | 'damaged' | 'sealed' | 'unreadable' | null;
}

/** Whether each line of the trail follows from the one before. */
export interface TrailVerdict {
  whole: boolean;
  lines: number;
  brokenAt: number | null;
  archives: ArchivesView[];
}
