import type { MadeFile } from '#renderer/state/connection/saving.svelte.ts';

/** Letters and figures without l, o, 0 and 1; as many as a byte's rest favours none of. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const OF_GROUP = 5;

/** A password of 100 random bits in groups of five. */
export function makePassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(GROUPS * OF_GROUP));
  const text = Array.from(random, (byte) => signs[byte % signs.length]).join('');
  return text.match(/.{5}/g)?.join('-') ?? text;
}

/** The file alone in a ZIP that is encrypted with AES-256, as 7-Zip, WinZip and others open it; its own name stays readable in there. */
export async function lockedZip({ name, file }: MadeFile, password: string): Promise<MadeFile> {
  const zip = await import('@zip.js/zip.js/lib/zip-core-native.js');
  // A worker would have to be fetched, and nothing here is large enough to be felt.
  zip.configure({ useWebWorkers: false });
  const writer = new zip.ZipWriter(new zip.BlobWriter('application/zip'));
  await writer.add(name, new zip.BlobReader(file), { password, encryptionStrength: 3 });
  return { name: `${name}.zip`, file: await writer.close() };
}
