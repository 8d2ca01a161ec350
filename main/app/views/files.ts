import type { ExportedFile } from '#main/library/exports/exports.ts';
import type { AppServices } from '#main/app/app-services.ts';

/** A file as the contract hands it to a window. */
export interface FileForPerson {
  name: string;
  mediaType: string;
  file: Blob;
}

/** Text as a file to keep. */
export function fileOf({ name, mediaType, text }: ExportedFile): FileForPerson {
  return { name, mediaType, file: new Blob([text], { type: mediaType }) };
}

/** Prints the window to a file; null when this host cannot. */
export async function pdfOfWindow({ options: { host, world } }: AppServices, name: string): Promise<FileForPerson | null> {
  if (!host.pdf) return null;
  try {
    const file = new Blob([new Uint8Array(await host.pdf())], { type: 'application/pdf' });
    return { name: `${name}.pdf`, mediaType: 'application/pdf', file };
  } catch (error) {
    world.log.error('window pdf failed', { why: error instanceof Error ? error.message : typeof error });
    return null;
  }
}
