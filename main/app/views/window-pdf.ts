import type { House } from '#main/app/house.ts';
import type { FileForPerson } from './export-files.ts';

/** What the window would print, as a file to keep; null where this host makes none, or could not now. */
export async function pdfOfWindow({ options: { host, world } }: House, name: string): Promise<FileForPerson | null> {
  if (!host.pdf) return null;
  try {
    const file = new Blob([new Uint8Array(await host.pdf())], { type: 'application/pdf' });
    return { name: `${name}.pdf`, mediaType: 'application/pdf', file };
  } catch (error) {
    world.log.error('window pdf failed', { why: error instanceof Error ? error.message : typeof error });
    return null;
  }
}
