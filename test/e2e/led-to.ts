import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The address that a file which the app opened leads on to. */
export function ledTo(target: string): string {
  const page = readFileSync(target.startsWith('file:') ? fileURLToPath(target) : target, 'utf8');
  return (/content="0;url=([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
}
