import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** True for an address that the system browser may open: https, or a loopback address of a sign-in. */
export function mayOpenExternally(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]'));
}

const openers: Partial<Record<NodeJS.Platform, { file: string; args: (url: string) => string[] }>> = {
  darwin: { file: 'open', args: (url) => [url] },
  win32: { file: 'rundll32', args: (url) => ['url.dll,FileProtocolHandler', url] },
};

/** Starts the system's own way to open a file's address, never through a shell. Rejects when nothing could be started. */
export async function openInSystemBrowser(target: string): Promise<void> {
  const opener = openers[process.platform] ?? { file: 'xdg-open', args: (one: string) => [one] };
  const child = spawn(opener.file, opener.args(target), { stdio: 'ignore', detached: true });
  await once(child, 'spawn');
  child.unref();
}
