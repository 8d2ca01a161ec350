/** A file that a user opened with the app: its name without a folder, and its text. */
export interface OpenedFile {
  name: string;
  text: string;
}
