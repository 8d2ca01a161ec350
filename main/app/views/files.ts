import type { ExportedFile } from '#main/library/exports/exports.ts';
import type { MadeFile } from '#main/library/exports/table.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuse } from '#main/app/refusals/refuse.ts';
import { mostBytes } from '#shared/values/file-sizes.ts';

/** The bytes of a file that a window hands over; refused when it is larger than a file may be. */
export async function bytesOf(file: Blob): Promise<Uint8Array> {
  return file.size > mostBytes.imported ? refuse('NOT_READ', { why: 'tooLarge' }) : file.bytes();
}

/** Text as a file to keep. */
export function fileOf({ name, mediaType, text }: ExportedFile): MadeFile {
  return { name, mediaType, file: new Blob([text], { type: mediaType }) };
}

/** Prints the window to a file; null when this host cannot. */
export async function pdfOfWindow({ options: { host, world } }: AppServices, name: string): Promise<MadeFile | null> {
  if (!host.pdf) return null;
  try {
    const file = new Blob([new Uint8Array(await host.pdf())], { type: 'application/pdf' });
    return { name: `${name}.pdf`, mediaType: 'application/pdf', file };
  } catch (error) {
    world.log.error('window pdf failed', { why: error instanceof Error ? error.message : typeof error });
    return null;
  }
}
