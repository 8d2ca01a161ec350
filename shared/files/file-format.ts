/** The forms of a file of records or names. */
export const importFormats = ['json', 'ndjson', 'csv', 'xlsx', 'ods'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** True for a file of rows and columns. */
export const isTable = (format: ImportFormat): boolean => format !== 'json' && format !== 'ndjson';

/** The encodings that a file can be read in. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'iso-8859-15', 'shift_jis'] as const;
export type TextEncoding = (typeof textEncodings)[number];

export const separators = [';', ',', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** The orders in which a file writes its dates; serial numbers count days from 1900 or 1904. */
export const dateOrders = ['iso', 'dmy', 'mdy', 'ymd', 'serial1900', 'serial1904'] as const;
export type DateOrder = (typeof dateOrders)[number];

export const amountUnits = ['major', 'minor'] as const;
export type AmountUnit = (typeof amountUnits)[number];
