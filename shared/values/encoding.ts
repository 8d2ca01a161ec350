/** The encoding of a file's text: UTF-16 by its byte-order mark or by its zero bytes, as spreadsheets write "Unicode text", else UTF-8. */
export function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark every second byte of separators and Latin letters is zero, on one side only.
  const zeros = [0, 0];
  const start = bytes.subarray(0, 1_000);
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const few = start.length / 4;
  if (odd > few && even === 0) return 'utf-16le';
  return even > few && odd === 0 ? 'utf-16be' : 'utf-8';
}

const begins = (bytes: Uint8Array, ...signature: number[]): boolean => signature.every((byte, at) => bytes[at] === byte);

/** Forms of files that hold no plain text. */
export const foreignForms = ['workbook', 'zip', 'locked', 'oldExcel', 'pdf', 'picture', 'webPage'] as const;
export type ForeignForm = (typeof foreignForms)[number];

/** The form of a file that holds no plain text; null for one that may. */
export function foreignForm(bytes: Uint8Array): ForeignForm | null {
  if (begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0x50, 0x4b, 5, 6))
    return /xl\/|\[Content_Types\]|opendocument\.spreadsheet/.test(asLatin(bytes)) ? 'workbook' : 'zip';
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return asLatin(bytes, 40_000).replaceAll('\0', '').includes('EncryptedPackage') ? 'locked' : 'oldExcel';
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46)) return 'pdf';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47) || begins(bytes, 0xff, 0xd8, 0xff) || begins(bytes, 0x47, 0x49, 0x46, 0x38)) return 'picture';
  return /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype html|html|table|head|meta|\?xml)\b/i.test(asLatin(bytes)) ? 'webPage' : null;
}

const asLatin = (bytes: Uint8Array, most = 4_000): string => String.fromCharCode(...bytes.subarray(0, most));
