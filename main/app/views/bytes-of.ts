import { mostBytes } from '#shared/values/file-sizes.ts';
import { refuse } from '#main/app/refusals/refuse.ts';

/** The bytes of a file that a window hands over; refused when it is larger than a file may be. */
export async function bytesOf(file: Blob): Promise<Uint8Array> {
  return file.size > mostBytes.imported ? refuse('NOT_READ', { why: 'tooLarge' }) : file.bytes();
}
