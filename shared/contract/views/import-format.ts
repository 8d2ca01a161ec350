/** The forms of an export file. */
export const importFormats = ['json', 'ndjson', 'csv'] as const;
export type ImportFormat = (typeof importFormats)[number];
