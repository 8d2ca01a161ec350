/** The encoding of a file: UTF-16 by its byte-order mark, as spreadsheets write "Unicode text", else UTF-8. */
export function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
