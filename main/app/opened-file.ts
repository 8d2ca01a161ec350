/** A file that a user opened with the app: its name without a folder, and its content. */
export interface OpenedFile {
  name: string;
  file: Blob;
}
